import { visibilityPolicies } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { type Bakery, openBakery } from './bakery.js'

const { muted, unmuted, followed } = visibilityPolicies
const kitchen = 2

/** Sends to a topic of the kitchen, and gives the sender's new policy for it. */
function sends({ as }: Bakery, who: string, topic: string, content = 'Hi') {
  const sent = as(who).call('messages.send', { type: 'channel', to: 'kitchen', topic, content })
  return sent.automatic_new_visibility_policy
}

/** Whose policies for topics were changed to what, in turn. */
const changes = ({ eventsOf }: Bakery) =>
  eventsOf('user_topic').map(({ audience, topic_name, visibility_policy }) => [audience, topic_name, visibility_policy])

describe('a topic that a person starts', () => {
  it('is followed by that person, whose client hears of it before the message', () => {
    const bakery = openBakery()
    expect(sends(bakery, 'hamlet', 'flour')).toBe(followed)
    expect(bakery.events.map(({ type }) => type)).toEqual(['muted_topics', 'user_topic', 'message'])
    expect(changes(bakery)).toEqual([[[10], 'flour', followed]])
    const { messages } = bakery
      .as('hamlet')
      .call('messages.list', { anchor: 'newest', num_before: 9, num_after: 0, narrow: [['is', 'followed']] })
    expect(messages).toHaveLength(1)
  })

  it('is not followed by those who write there later, nor by a bot that starts one', () => {
    const bakery = openBakery()
    sends(bakery, 'hamlet', 'flour')
    expect(sends(bakery, 'iago', 'Flour')).toBeUndefined()
    expect(sends(bakery, 'yeast counter', 'yeast')).toBeUndefined()
    expect(changes(bakery)).toEqual([[[10], 'flour', followed]])
  })

  it('has begun for somebody who can read none of its messages', () => {
    const bakery = openBakery()
    const start = (who: string) =>
      bakery.as(who).call('messages.send', { type: 'channel', to: 'cellar', topic: 'eggs', content: 'Hi' })
    const joins = (id: number) => ({ subscriptions: [{ name: 'cellar' }], principals: [8, id], invite_only: true })
    bakery.as('iago').call('subscriptions.add', joins(10))
    expect(start('hamlet').automatic_new_visibility_policy).toBe(followed)
    bakery.as('iago').call('subscriptions.add', joins(11))
    expect(start('cordelia').automatic_new_visibility_policy).toBe(followed)
  })

  it('is followed from level 219 on, and the answer says so', () => {
    expect(sends(openBakery({ featureLevel: 218 }), 'hamlet', 'flour')).toBeUndefined()
    expect(sends(openBakery({ featureLevel: 219 }), 'hamlet', 'flour')).toBe(followed)
  })
})

describe('the settings of a person', () => {
  it.each([
    [1, [followed, followed]],
    [2, [followed, undefined]],
    [4, [undefined, undefined]],
  ] as const)('decide what is followed: automatically_follow_topics_policy %i', (policy, [onSending, onReacting]) => {
    const bakery = openBakery()
    bakery.as('hamlet').call('settings.update', { automatically_follow_topics_policy: policy })
    bakery.as('iago').call('reactions.add', { message_id: 101, emoji_name: 'bread' })
    bakery.as('hamlet').call('reactions.add', { message_id: 101, emoji_name: 'bread' })
    expect(changes(bakery).map(([, , visibility]) => visibility)).toEqual(onReacting ? [onReacting] : [])
    expect(sends(bakery, 'hamlet', 'lunch')).toBe(onSending)
  })

  it('unmute a topic of a muted channel by a message there', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('subscriptions.setProperties', {
      subscription_data: [{ stream_id: kitchen, property: 'is_muted', value: true }],
    })
    expect(sends(bakery, 'hamlet', 'lunch')).toBe(unmuted)
    expect(sends(bakery, 'hamlet', 'lunch')).toBeUndefined()
    expect(sends(bakery, 'hamlet', 'flour')).toBe(followed)
  })

  it('follow a topic by a vote in its poll', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('settings.update', { automatically_follow_topics_policy: 1 })
    const id = bakery.say('iago', { channel: 'kitchen', topic: 'lunch' }, '/poll Soup?\nyes\nno')
    const content = '{"type":"vote","key":"canned,0","vote":1}'
    bakery.as('hamlet').call('submessages.send', { message_id: id, msg_type: 'widget', content })
    expect(changes(bakery)).toEqual([[[10], 'lunch', followed]])
  })
})

describe('a mention by name', () => {
  it('makes a person follow the topic who has not muted it', () => {
    const bakery = openBakery()
    bakery.as('cordelia').call('topics.setVisibility', { stream_id: kitchen, topic: 'lunch', visibility_policy: muted })
    sends(bakery, 'echo', 'lunch', '@**Hamlet** @**Cordelia** @**Echo** @*bakers* @_**Iago**')
    expect(changes(bakery).slice(1)).toEqual([[[10], 'lunch', followed]])
  })

  it('does not where the person wants no such thing, or the server is older than level 235', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('settings.update', { automatically_follow_topics_where_mentioned: false })
    sends(bakery, 'iago', 'lunch', '@**Hamlet**')
    const older = openBakery({ featureLevel: 234 })
    const sent = { type: 'stream', to: 'kitchen', topic: 'lunch', content: '@**Hamlet**' } as const
    older.as('iago').call('messages.send', sent)
    expect([...changes(bakery), ...changes(older)]).toEqual([])
  })
})
