import { visibilityPolicies } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { levelsAround, openBakery, opening } from './bakery.js'

const { none, muted, unmuted, followed } = visibilityPolicies
const set = (stream_id: number, topic: string, visibility_policy: 0 | 1 | 2 | 3) => ({
  stream_id,
  topic,
  visibility_policy,
})

describe('the visibility policy of a topic', () => {
  it.each([none, muted, unmuted, followed])('can be set to %s with or without messages in the topic', (policy) => {
    const { as } = openBakery()
    expect(as('hamlet').call('topics.setVisibility', set(2, 'lunch', policy))).toEqual({})
    expect(as('hamlet').call('topics.setVisibility', set(2, 'never heard of', policy))).toEqual({})
  })

  it('is sent in an event to the account alone, and only if it changes', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('topics.setVisibility', set(2, 'lunch', muted))
    as('hamlet').call('topics.setVisibility', set(2, 'LUNCH', muted))
    as('hamlet').call('topics.setVisibility', set(2, 'Lunch', none))
    as('hamlet').call('topics.setVisibility', set(2, 'lunch', none))
    expect(eventsOf('user_topic')).toMatchObject([
      { audience: [10], stream_id: 2, topic_name: 'lunch', last_updated: opening, visibility_policy: 1 },
      { audience: [10], stream_id: 2, topic_name: 'Lunch', visibility_policy: 0 },
    ])
    expect(eventsOf('muted_topics').map((event) => event.muted_topics)).toEqual([[['kitchen', 'lunch', opening]], []])
  })

  it('can be removed in a channel without access', () => {
    const { as, eventsOf } = openBakery()
    for (const channel of [4, 5]) {
      expect(as('hamlet').call('topics.setVisibility', set(channel, 'x', none))).toEqual({})
    }
    expect(eventsOf('user_topic')).toEqual([])
  })

  it.each([
    ['an unknown channel', set(99, 'x', none), 'Invalid channel ID'],
    ['an unknown channel, to mute', set(99, 'x', muted), 'Invalid channel ID'],
    ['a private channel', set(4, 'x', muted), 'Invalid channel ID'],
    ['an archived channel', set(5, 'x', followed), 'Invalid channel ID'],
  ])("can't be set for %s", (_, params, msg) => {
    expect(openBakery().as('hamlet').refused('topics.setVisibility', params).msg).toBe(msg)
  })

  it('is stored for the topic with its white space', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('topics.setVisibility', set(2, ' lunch ', muted))
    expect(eventsOf('user_topic')).toMatchObject([{ topic_name: ' lunch ' }])
  })

  it('accepts the display name of the empty topic', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('topics.setVisibility', set(2, 'general chat', muted))
    as('hamlet').call('topics.setVisibility', set(2, '', muted))
    expect(eventsOf('user_topic')).toMatchObject([{ topic_name: '' }])
  })

  it('accepts the empty topic only from its level on', () => {
    const { before, since } = levelsAround('emptyTopic')
    expect(before.as('hamlet').refused('topics.setVisibility', set(2, '', muted)).msg).toBe("Topic can't be empty!")
    since.as('hamlet').call('topics.setVisibility', set(2, '', muted))
  })

  it('accepts "followed" only from its level on', () => {
    const { before, since } = levelsAround('followedTopics')
    expect(before.as('hamlet').refused('topics.setVisibility', set(2, 'x', followed)).msg).toBe(
      'Invalid visibility_policy: Value error, Not in the list of possible values',
    )
    since.as('hamlet').call('topics.setVisibility', set(2, 'x', followed))
  })

  it('is not listed as "followed" after a downgrade below that level', () => {
    const { realm, as } = openBakery({ featureLevel: 219 })
    as('hamlet').call('topics.setVisibility', set(2, 'x', followed))
    as('hamlet').call('topics.setVisibility', set(2, 'lunch', muted))
    const shown = () => as('hamlet').call('events.register', { fetch_event_types: ['user_topic'] }).user_topics
    expect(shown()).toMatchObject([{ topic_name: 'x' }, { topic_name: 'lunch' }])
    realm.featureLevel = 218
    expect(shown()).toMatchObject([{ topic_name: 'lunch' }])
  })
})

describe('muting a topic at the older endpoint', () => {
  const mute = { op: 'add', topic: 'lunch' } as const
  const unmute = { op: 'remove', topic: 'lunch' } as const

  it("accepts a channel's ID or name, and may be repeated", () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('topics.setMuted', { stream_id: 2, ...mute })
    as('hamlet').call('topics.setMuted', { stream: 'KITCHEN', ...mute })
    as('hamlet').call('topics.setMuted', { stream: 'kitchen', ...unmute })
    as('hamlet').call('topics.setMuted', { stream_id: 2, ...unmute })
    expect(eventsOf('user_topic').map((event) => event.visibility_policy)).toEqual([1, 0])
  })

  it('is refused below its level if nothing would change', () => {
    const { before, since } = levelsAround('topicMutingIdempotent')
    const hamlet = before.as('hamlet')
    expect(hamlet.refused('topics.setMuted', { stream_id: 2, ...unmute }).msg).toBe('Topic is not muted')
    hamlet.call('topics.setMuted', { stream_id: 2, ...mute })
    expect(hamlet.refused('topics.setMuted', { stream_id: 2, ...mute }).msg).toBe('Topic already muted')
    for (const change of [unmute, mute, mute]) since.as('hamlet').call('topics.setMuted', { stream_id: 2, ...change })
  })

  it.each([
    ['no channel', mute, "Missing 'stream_id' argument"],
    [
      'both a name and an ID',
      { stream_id: 2, stream: 'kitchen', ...mute },
      'Unsupported parameter combination: stream_id, stream',
    ],
    ['an unknown name', { stream: 'cellar', ...mute }, "Invalid channel name 'cellar'"],
    ['the name of a private channel', { stream: 'books', ...mute }, "Invalid channel name 'books'"],
    ['an unknown ID', { stream_id: 99, ...mute }, 'Invalid channel ID'],
    ['the ID of a private channel', { stream_id: 4, ...mute }, 'Invalid channel ID'],
    ['an unknown channel to unmute in', { stream_id: 99, ...unmute }, 'Topic is not muted'],
  ] as const)('refuses %s', (_, params, msg) => {
    expect(openBakery().as('hamlet').refused('topics.setMuted', params).msg).toBe(msg)
  })
})
