import { createHash } from 'node:crypto'
import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { markdownIn } from '../../../src/simulator/realm/shapes/message.js'
import { type Bakery, levelsAround, openBakery, opening } from './bakery.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const read = (bakery: Bakery, message_id: number) =>
  bakery.as('iago').call('messages.get', { message_id, apply_markdown: false }).message

describe('editing a message', () => {
  it("moves a message to a topic whose name in the server's notice would mention everybody", () => {
    const bakery = openBakery({ assumptions: { wildcardSubscribers: 0 } })
    const message_id = bakery.say('othello', lunch, 'Soup')
    const topic = 'a** @**all**'
    bakery.as('iago').call('messages.edit', { message_id, topic, send_notification_to_old_thread: true })
    expect(read(bakery, message_id)).toMatchObject({ subject: topic })
    expect(bakery.eventsOf('message').at(-1)).toMatchObject({ message: { subject: 'lunch' } })
  })

  it('changes its content, and records the previous one', () => {
    const bakery = openBakery()
    const message_id = bakery.say('othello', lunch, 'Soop')
    bakery.clock.advance(5000)
    expect(bakery.as('othello').call('messages.edit', { message_id, content: 'Soup **now**\n' })).toEqual({
      detached_uploads: [],
    })
    expect(read(bakery, message_id)).toMatchObject({
      content: 'Soup **now**',
      last_edit_timestamp: opening + 5,
      edit_history: [
        { user_id: 12, timestamp: opening + 5, prev_content: 'Soop', prev_rendered_content: '<p>Soop</p>' },
      ],
    })
    expect(read(bakery, message_id)).not.toHaveProperty('last_moved_timestamp')
    expect(bakery.eventsOf('update_message')).toMatchObject([
      {
        user_id: 12,
        message_id,
        message_ids: [message_id],
        rendering_only: false,
        orig_content: 'Soop',
        content: 'Soup **now**',
        rendered_content: '<p>Soup <strong>now</strong></p>',
        stream_id: 2,
      },
    ])
  })

  it('sends one event and records one edit for new content with a new topic', () => {
    const bakery = openBakery()
    const [message_id, other] = [bakery.say('othello', lunch, 'Soop'), bakery.say('othello', lunch, 'Bread')]
    const propagate_mode = 'change_later' as const
    bakery.as('othello').call('messages.edit', { message_id, content: 'Soup', topic: 'dinner', propagate_mode })
    expect(bakery.eventsOf('update_message')).toMatchObject([
      { message_id, message_ids: [message_id, other], content: 'Soup', orig_content: 'Soop', subject: 'dinner' },
    ])
    const { edit_history } = read(bakery, message_id)
    expect(edit_history).toMatchObject([{ prev_content: 'Soop', prev_topic: 'lunch', topic: 'dinner' }])
    expect(edit_history).toHaveLength(1)
    expect(read(bakery, other).edit_history?.[0]).not.toHaveProperty('prev_content')
  })

  it('never triggers a bot', () => {
    const bakery = openBakery()
    const message_id = bakery.say('othello', lunch, 'Echo')
    bakery.as('othello').call('messages.edit', { message_id, content: '@**Echo**' })
    expect(bakery.eventsOf('outgoing webhook')).toEqual([])
  })

  it('moves a message, the later ones, or the whole topic', () => {
    const moved = (propagate_mode: 'change_one' | 'change_later' | 'change_all') => {
      const bakery = openBakery()
      bakery.say('othello', lunch, 'Bread too')
      bakery.as('iago').call('messages.edit', {
        message_id: 106,
        topic: 'supper',
        propagate_mode,
        send_notification_to_new_thread: false,
      })
      return markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 2, topic: 'supper' }).map(
        (message) => message.id,
      )
    }
    expect(moved('change_one')).toEqual([106])
    expect(moved('change_later')).toEqual([106, 111])
    expect(moved('change_all')).toEqual([105, 106, 111])
  })

  it('sends a notice of the move to the new topic, and to the old one on request', () => {
    const bakery = openBakery()
    const notices = (channelId: number, topic: string) =>
      markdownIn(bakery.realm.world, { kind: 'channel', stream_id: channelId, topic })
        .filter((message) => message.sender_full_name === 'Notification Bot')
        .map((message) => message.content)
    const move = (params: Partial<Params<'messages.edit'>>) =>
      bakery.as('iago').call('messages.edit', { message_id: 105, send_notification_to_old_thread: true, ...params })
    move({ topic: 'supper' })
    const link = 'https://bakery.example.com/#narrow/channel/2-kitchen/topic/supper/near/105'
    expect(notices(2, 'supper')).toEqual([
      `[A message](${link}) was moved here from #**kitchen>lunch** by @_**Iago|8**.`,
    ])
    expect(notices(2, 'lunch')).toEqual(['A message was moved from this topic to #**kitchen>supper** by @_**Iago|8**.'])
    move({ stream_id: 1, topic: 'food', propagate_mode: 'change_all' })
    expect(notices(1, 'food')).toContain('This topic was moved here from #**kitchen>supper** by @_**Iago|8**.')
    expect(notices(2, 'supper')).toEqual(['This topic was moved to #**general>food** by @_**Iago|8**.'])
  })

  it('records a move separately from an edit from its level on', () => {
    const { before, since } = levelsAround('lastMovedTimestamp')
    for (const bakery of [before, since]) bakery.as('iago').call('messages.edit', { message_id: 106, topic: 'supper' })
    expect(read(before, 106)).toMatchObject({ last_edit_timestamp: opening, subject: 'supper' })
    expect(read(before, 106)).not.toHaveProperty('last_moved_timestamp')
    expect(read(since, 106)).toMatchObject({
      last_moved_timestamp: opening,
      edit_history: [{ user_id: 8, timestamp: opening, prev_topic: 'lunch', topic: 'supper' }],
    })
    expect(read(since, 106)).not.toHaveProperty('last_edit_timestamp')
  })

  it("doesn't record a resolved topic as a move", () => {
    const bakery = openBakery()
    bakery.as('iago').call('messages.edit', { message_id: 106, topic: '✔ lunch', propagate_mode: 'change_all' })
    expect(read(bakery, 105)).not.toHaveProperty('last_moved_timestamp')
    expect(markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 2, topic: '✔ lunch' }).at(-1)?.content).toBe(
      '@_**Iago|8** has marked this topic as resolved.',
    )
  })

  it('moves messages to another channel', () => {
    const bakery = openBakery()
    bakery.as('iago').call('messages.edit', { message_id: 106, stream_id: 3, propagate_mode: 'change_all' })
    expect(read(bakery, 105)).toMatchObject({
      stream_id: 3,
      display_recipient: 'suppliers',
      subject: 'lunch',
      edit_history: [{ prev_stream: 2, stream: 3 }],
    })
    expect(bakery.eventsOf('update_message')).toMatchObject([
      { stream_id: 2, new_stream_id: 3, message_ids: [105, 106] },
    ])
  })

  it.each<[string, string, Params<'messages.edit'>, string]>([
    ['iago', 'nothing', { message_id: 105 }, 'Nothing to change'],
    ['iago', 'an unknown message', { message_id: 999, content: 'x' }, 'Invalid message(s)'],
    ['hamlet', "a message that the account can't access", { message_id: 109, content: 'x' }, 'Invalid message(s)'],
    [
      'iago',
      "the content of another's message",
      { message_id: 105, content: 'x' },
      "You don't have permission to edit this message",
    ],
    [
      'othello',
      'content after the time limit',
      { message_id: 105, content: 'x' },
      'The time limit for editing this message has passed',
    ],
    [
      'polonius',
      'a channel, as a guest',
      { message_id: 105, stream_id: 1 },
      "You don't have permission to move this message",
    ],
    ['iago', 'the topic of a direct message', { message_id: 107, topic: 'x' }, 'Direct messages cannot have topics.'],
    [
      'iago',
      'the channel of a direct message',
      { message_id: 107, stream_id: 1 },
      'Direct messages cannot be moved to channels.',
    ],
    ['iago', 'an unknown channel', { message_id: 105, stream_id: 99 }, 'Invalid channel ID'],
    ['iago', 'an archived channel', { message_id: 105, stream_id: 5 }, 'Invalid channel ID'],
    ['hamlet', 'a private channel', { message_id: 106, stream_id: 4 }, 'Invalid channel ID'],
    [
      'iago',
      'a control character in the topic',
      { message_id: 105, topic: '\u0000' },
      'Invalid character in topic, at position 1!',
    ],
  ])('as %s is refused for %s', (who, _, params, msg) => {
    const bakery = openBakery()
    expect(bakery.as(who).refused('messages.edit', params).msg).toBe(msg)
    expect(bakery.events).toEqual([])
  })

  it('is refused for invalid content, for widgets, and for members after a week', () => {
    const bakery = openBakery()
    const message_id = bakery.say('othello', lunch, 'Soop')
    const poll = bakery.say('othello', lunch, '/poll Soup?')
    const edit = (params: Params<'messages.edit'>) => bakery.as('othello').refused('messages.edit', params).msg
    expect(edit({ message_id, content: 'x', propagate_mode: 'change_all' })).toBe(
      'Invalid propagate_mode without topic edit',
    )
    expect(edit({ message_id, content: 'x', stream_id: 1 })).toBe(
      'Cannot change message content while changing channel',
    )
    expect(edit({ message_id, content: 'a\0' })).toBe('Message must not contain null bytes')
    expect(edit({ message_id: poll, content: 'x' })).toBe('Widgets cannot be edited.')
    bakery.clock.advance((7 * 24 * 60 * 60 + 21) * 1000)
    expect(edit({ message_id, topic: 'x' })).toBe("The time limit for editing this message's topic has passed.")
    bakery.as('shiva').call('messages.edit', { message_id, topic: 'x' })
  })

  it.each(['', ' \n'])('replaces the content %j by "(deleted)"', (content) => {
    const bakery = openBakery()
    const message_id = bakery.say('othello', lunch, 'Soop')
    bakery.as('othello').call('messages.edit', { message_id, content })
    const { message } = bakery.as('othello').call('messages.get', { message_id, apply_markdown: false })
    expect(message.content).toBe('(deleted)')
  })

  it("is refused if prev_content_sha256 doesn't match the present content", () => {
    const bakery = openBakery()
    const message_id = bakery.say('othello', lunch, 'Soop 🍲')
    const prev_content_sha256 = createHash('sha256').update('Soop 🍲').digest('hex')
    bakery.as('othello').call('messages.edit', { message_id, content: 'Soup', prev_content_sha256 })
    expect(
      bakery.as('othello').refused('messages.edit', { message_id, content: 'Stew', prev_content_sha256 }),
    ).toMatchObject({
      code: 'EXPECTATION_MISMATCH',
    })
  })
})

describe('deleting a message', () => {
  it('removes it and sends an event to its recipients', () => {
    const bakery = openBakery()
    const id = bakery.say('othello', { to: [8] }, 'Oops')
    bakery.as('othello').call('messages.delete', { message_id: id })
    expect(bakery.eventsOf('delete_message')).toMatchObject([
      { message_ids: [id], message_type: 'private', audience: [8, 12] },
    ])
    expect(bakery.as('othello').refused('messages.delete', { message_id: id }).msg).toBe('Invalid message(s)')
  })

  it("is allowed to administrators, to the sender for a while, and to a bot's owner", () => {
    const bakery = openBakery()
    const own = bakery.say('othello', lunch, 'Oops')
    const ofBot = bakery.say('yeast counter', lunch, '12 g')
    bakery.as('hamlet').call('messages.delete', { message_id: ofBot })
    expect(bakery.as('hamlet').refused('messages.delete', { message_id: own }).msg).toBe(
      "You don't have permission to delete this message",
    )
    bakery.clock.advance(601_000)
    expect(bakery.as('othello').refused('messages.delete', { message_id: own }).msg).toBe(
      'The time limit for deleting this message has passed',
    )
    bakery.as('iago').call('messages.delete', { message_id: own })
  })
})
