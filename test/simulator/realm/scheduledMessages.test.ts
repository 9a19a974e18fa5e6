import { describe, expect, it } from 'vitest'
import { type Clock, virtualClock } from '../../../src/simulator/base/clock.js'
import { markdownIn } from '../../../src/simulator/realm/shapes/message.js'
import { type Bakery, directPlaceOf, openBakery, opening } from './bakery.js'

const hour = 60 * 60

const list = (bakery: Bakery, who = 'iago') => bakery.as(who).call('scheduledMessages.list').scheduled_messages

const one = (bakery: Bakery, id: number, who = 'iago') =>
  list(bakery, who).find((message) => message.scheduled_message_id === id)

describe('editing a scheduled message', () => {
  it('updates its time, content and topic', () => {
    const bakery = openBakery()
    const change = { content: 'Lunch *soon*  \n', topic: 'supper', scheduled_delivery_timestamp: opening + 2 * hour }
    expect(bakery.as('iago').call('scheduledMessages.edit', { scheduled_message_id: 1, ...change })).toEqual({})
    expect(one(bakery, 1)).toEqual({
      scheduled_message_id: 1,
      type: 'stream',
      to: 2,
      topic: 'supper',
      content: 'Lunch *soon*',
      rendered_content: '<p>Lunch <em>soon</em></p>',
      scheduled_delivery_timestamp: opening + 2 * hour,
      failed: false,
    })
    expect(bakery.eventsOf('scheduled_messages')).toMatchObject([
      { op: 'update', audience: [8], scheduled_message: { scheduled_message_id: 1, topic: 'supper' } },
    ])
  })

  it('changes a channel message to a direct one and back', () => {
    const bakery = openBakery()
    const edit = bakery.as('iago')
    edit.call('scheduledMessages.edit', { scheduled_message_id: 1, type: 'direct', to: [12, 10, 12], topic: 'ignored' })
    expect(one(bakery, 1)).toMatchObject({ type: 'private', to: [12, 10] })
    expect(one(bakery, 1)).not.toHaveProperty('topic')
    edit.call('scheduledMessages.edit', { scheduled_message_id: 1, type: 'channel', to: 1, topic: 'back' })
    expect(one(bakery, 1)).toMatchObject({ type: 'stream', to: 1, topic: 'back' })
  })

  it('interprets `to` by the present type if none is given', () => {
    const bakery = openBakery()
    bakery.as('iago').call('scheduledMessages.edit', { scheduled_message_id: 1, to: 3 })
    expect(one(bakery, 1)).toMatchObject({ type: 'stream', to: 3, topic: 'lunch' })
    bakery.as('iago').call('scheduledMessages.edit', { scheduled_message_id: 2, to: [9] })
    expect(one(bakery, 2)).toMatchObject({ type: 'private', to: [9] })
  })

  it('truncates content and topics that are too long', () => {
    const bakery = openBakery()
    const change = { content: 'x'.repeat(10_001), topic: '🍞'.repeat(61) }
    bakery.as('iago').call('scheduledMessages.edit', { scheduled_message_id: 1, ...change })
    const edited = one(bakery, 1)
    expect(edited?.content).toHaveLength(10_000)
    expect(edited?.content).toMatch(/x\n\[message truncated\]$/)
    expect(edited).toMatchObject({ topic: `${'🍞'.repeat(57)}...` })
  })

  it.each([
    ['(no topic)', ''],
    ['general chat', ''],
    ['  general chat ', ''],
    ['General chat', 'General chat'],
  ])('stores the topic %j as %j', (given, kept) => {
    const bakery = openBakery()
    bakery.as('iago').call('scheduledMessages.edit', { scheduled_message_id: 1, topic: given })
    expect(one(bakery, 1)).toMatchObject({ topic: kept })
  })

  it.each(['', '(no topic)', 'general chat'])('refuses the empty topic %j together with a new type', (topic) => {
    const change = { scheduled_message_id: 2, type: 'channel', to: 2, topic } as const
    expect(openBakery().as('iago').refused('scheduledMessages.edit', change).msg).toBe("Topic can't be empty!")
  })

  const future = opening + hour
  it.each([
    ['nothing', {}, 'Nothing to change'],
    ['a type without recipients', { type: 'direct' }, 'Recipient required when updating type of scheduled message.'],
    [
      'a channel without a topic',
      { type: 'stream', to: 2 },
      'Topic required when updating scheduled message type to channel.',
    ],
    ['the present time', { scheduled_delivery_timestamp: opening }, 'Scheduled delivery time must be in the future.'],
    ['account IDs for a channel message', { to: [8] }, 'Invalid data type for channel ID'],
    ['a channel ID for a direct message', { type: 'direct', to: 2 }, 'Invalid data type for recipients'],
    ['no recipients', { type: 'private', to: [] }, 'Message must have recipients'],
    ['an unknown user', { type: 'direct', to: [10, 999] }, 'Invalid user ID 999'],
    ['blank content', { content: ' \n ' }, 'Message must not be empty'],
    ['a null byte in the content', { content: 'a\0b' }, 'Message must not contain null bytes'],
    ['a topic with a control character', { topic: 'lu\u0007nch' }, 'Invalid character in topic, at position 3!'],
    ['an unknown channel', { to: 999 }, "Channel with ID '999' does not exist"],
    ['an archived channel', { to: 5 }, "Not authorized to send to channel 'old-branch'"],
    ['a deactivated user', { type: 'direct', to: [14] }, "'prospero@example.com' is no longer using the service."],
  ])('refuses %s', (_, change, msg) => {
    const bakery = openBakery()
    const before = list(bakery)
    const params = { scheduled_message_id: 1, ...change } as { scheduled_message_id: number }
    expect(bakery.as('iago').refused('scheduledMessages.edit', params).msg).toBe(msg)
    expect(list(bakery)).toEqual(before)
  })

  it("with new content is refused if the destination can't be sent to", () => {
    const bakery = openBakery()
    const { call, refused } = bakery.as('iago')
    const content = { scheduled_message_id: 1, content: 'Later' }
    bakery.realm.do('changeChannel', 'kitchen', { is_archived: true })
    expect(refused('scheduledMessages.edit', content).msg).toBe("Not authorized to send to channel 'kitchen'")
    expect(one(bakery, 1)?.content).not.toBe('Later')
    call('scheduledMessages.edit', { scheduled_message_id: 1, scheduled_delivery_timestamp: future })
    bakery.realm.do('changeChannel', 'kitchen', { is_archived: false })
    call('scheduledMessages.edit', content)
    call('scheduledMessages.edit', { scheduled_message_id: 1, type: 'direct', to: [10] })
    bakery.as('desdemona').call('users.deactivate', { user_id: 10 })
    expect(refused('scheduledMessages.edit', content).msg).toContain('is no longer using the service.')
  })

  it("has the channel's ID in the error for an unknown channel", () => {
    const refused = openBakery().as('iago').refused('scheduledMessages.edit', { scheduled_message_id: 1, to: 999 })
    expect(refused).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', facts: { stream_id: 999 } })
  })

  it('is refused for messages of others, and for unknown ones', () => {
    const params = { scheduled_message_id: 1, content: 'Mine' }
    for (const who of ['hamlet', 'desdemona']) {
      expect(openBakery().as(who).refused('scheduledMessages.edit', params).msg).toBe(
        'Scheduled message does not exist',
      )
    }
    const unknown = { scheduled_message_id: 99, scheduled_delivery_timestamp: future }
    expect(openBakery().as('iago').refused('scheduledMessages.edit', unknown).msg).toBe(
      'Scheduled message does not exist',
    )
  })

  it('checks the time before it looks for the message', () => {
    const params = { scheduled_message_id: 99, scheduled_delivery_timestamp: opening }
    expect(openBakery().as('iago').refused('scheduledMessages.edit', params).msg).toBe(
      'Scheduled delivery time must be in the future.',
    )
  })

  it('reactivates a failed message only with a new time', () => {
    const bakery = openBakery()
    const iago = bakery.as('iago')
    expect(one(bakery, 3)?.failed).toBe(true)
    expect(iago.refused('scheduledMessages.edit', { scheduled_message_id: 3, to: 1 }).msg).toBe(
      'Scheduled delivery time must be in the future.',
    )
    iago.call('scheduledMessages.edit', { scheduled_message_id: 3, to: 1, scheduled_delivery_timestamp: future })
    expect(one(bakery, 3)?.failed).toBe(false)
    bakery.clock.advance(hour * 1000)
    expect(one(bakery, 3)).toBeUndefined()
    expect(markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 1, topic: 'closing' })).toHaveLength(1)
  })

  it('is refused for one that was sent', () => {
    const bakery = openBakery()
    bakery.clock.advance(hour * 1000)
    expect(bakery.as('iago').refused('scheduledMessages.edit', { scheduled_message_id: 1, content: 'Late' }).msg).toBe(
      'Scheduled message was already sent',
    )
  })
})

describe('a scheduled message', () => {
  it('can be created, listed by time, and deleted', () => {
    const bakery = openBakery()
    const othello = bakery.as('othello')
    const due = opening + hour
    const first = othello.call('scheduledMessages.create', {
      type: 'direct',
      to: [12, 8],
      content: 'Later',
      scheduled_delivery_timestamp: due + 1,
    }).scheduled_message_id
    const second = othello.call('scheduledMessages.create', {
      type: 'stream',
      to: 1,
      topic: 'lunch',
      content: 'Sooner',
      scheduled_delivery_timestamp: due,
    }).scheduled_message_id
    expect(list(bakery, 'othello')).toMatchObject([
      { scheduled_message_id: second, type: 'stream', to: 1, topic: 'lunch' },
      { scheduled_message_id: first, type: 'private', to: [8] },
    ])
    othello.call('scheduledMessages.delete', { scheduled_message_id: second })
    expect(list(bakery, 'othello')).toHaveLength(1)
    expect(othello.refused('scheduledMessages.delete', { scheduled_message_id: second }).msg).toBe(
      'Scheduled message does not exist',
    )
    expect(bakery.as('iago').refused('scheduledMessages.delete', { scheduled_message_id: first }).msg).toBe(
      'Scheduled message does not exist',
    )
    bakery.clock.advance(hour * 1000)
    expect(markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 1, topic: 'lunch' })).toEqual([])
  })

  it.each([
    [
      'a time that has passed',
      { scheduled_delivery_timestamp: opening - 1 },
      'Scheduled delivery time must be in the future.',
    ],
    ['a channel without a topic', { topic: undefined }, 'Missing topic'],
    ['a channel name instead of an ID', { to: 'kitchen' }, 'Invalid data type for channel ID'],
    ['empty content', { content: '' }, 'Message must not be empty'],
    ['a private channel without a subscription', { to: 4 }, "Not authorized to send to channel 'books'"],
  ])('is not created with %s', (_, wrong, msg) => {
    const right = { type: 'channel', to: 2, topic: 'lunch', content: 'Hi', scheduled_delivery_timestamp: opening + 9 }
    const params = { ...right, ...wrong } as {
      type: 'channel'
      to: number
      content: string
      scheduled_delivery_timestamp: number
    }
    expect(openBakery().as('hamlet').refused('scheduledMessages.create', params).msg).toBe(msg)
  })

  it('is sent at its time by its sender, and removed from the list', () => {
    const bakery = openBakery()
    bakery.clock.advance(hour * 1000 - 1)
    expect(one(bakery, 1)).toBeDefined()
    bakery.clock.advance(1)
    expect(one(bakery, 1)).toBeUndefined()
    expect(markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 2, topic: 'lunch' }).at(-1)).toMatchObject({
      sender_id: 8,
      content: 'Lunch in ten minutes',
      timestamp: opening + hour,
    })
    expect(bakery.eventsOf('scheduled_messages')).toMatchObject([{ op: 'remove', scheduled_message_id: 1 }])
  })

  it.each([
    [undefined, []],
    [true, ['read']],
    [false, []],
  ])('is marked as read for its sender only if it says so: read_by_sender %s', (read_by_sender, flags) => {
    const bakery = openBakery()
    const othello = bakery.as('othello')
    const params = { type: 'stream', to: 2, topic: 'note', content: 'Buy rye', read_by_sender } as const
    othello.call('scheduledMessages.create', { ...params, scheduled_delivery_timestamp: opening + 60 })
    bakery.clock.advance(60_000)
    const { messages } = othello.call('messages.list', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages).toMatchObject([{ content: '<p>Buy rye</p>', flags }])
  })

  it('triggers mentioned bots when it is sent', () => {
    const bakery = openBakery()
    const params = { type: 'stream', to: 2, topic: 'echo', content: '@**Echo** hi' } as const
    bakery.as('othello').call('scheduledMessages.create', { ...params, scheduled_delivery_timestamp: opening + 60 })
    expect(bakery.eventsOf('outgoing webhook')).toHaveLength(0)
    bakery.clock.advance(60_000)
    expect(bakery.eventsOf('outgoing webhook')).toMatchObject([{ bot: 20, trigger: 'mention' }])
  })

  it("fails if it can't be sent, and its sender gets a notice", () => {
    const bakery = openBakery()
    bakery.realm.do('changeChannel', 'kitchen', { is_archived: true })
    bakery.clock.advance(hour * 1000)
    expect(one(bakery, 1)).toMatchObject({ failed: true })
    expect(bakery.eventsOf('scheduled_messages')).toMatchObject([{ op: 'update', scheduled_message: { failed: true } }])
    const notices = markdownIn(bakery.realm.world, directPlaceOf(bakery, ['iago', 'notification bot']))
    expect(notices.map((notice) => notice.content)).toEqual([
      "The message you scheduled for <time:2026-03-02 06:00:00+00:00>  was not sent because of the following error:\n\n> Not authorized to send to channel 'kitchen'\n\n[View scheduled messages](#scheduled)",
    ])
    bakery.clock.advance(hour * 1000)
    expect(one(bakery, 1)).toMatchObject({ failed: true })
  })

  it('of a deactivated account is not sent', () => {
    const bakery = openBakery()
    bakery.as('desdemona').call('users.deactivate', { user_id: 8 })
    bakery.clock.advance(8 * hour * 1000)
    expect(bakery.eventsOf('message')).toEqual([])
  })

  it('fails if the server is much too late to send it', () => {
    const clock = virtualClock()
    const later: Clock['later'] = (wait, action, how) => clock.later(wait + 601_000, action, how)
    const bakery = openBakery({ clock: { now: clock.now, later } })
    clock.advance((hour + 601) * 1000)
    expect(one(bakery, 1)).toMatchObject({ failed: true })
    const [notice] = markdownIn(bakery.realm.world, directPlaceOf(bakery, ['iago', 'notification bot']))
    expect(notice?.content).toContain('> Message could not be sent at the scheduled time.')
  })
})
