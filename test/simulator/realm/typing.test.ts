import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

describe('a typing notification', () => {
  it('is sent to all participants of a direct conversation', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('typing.send', { op: 'start', to: [8, 12] })
    expect(eventsOf('typing')).toMatchObject([
      {
        op: 'start',
        message_type: 'direct',
        audience: [8, 10, 12],
        sender: { user_id: 10, email: 'hamlet@example.com' },
        recipients: [{ user_id: 8 }, { user_id: 10 }, { user_id: 12 }],
      },
    ])
  })

  it("is sent to the channel's other subscribers", () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('typing.send', { op: 'stop', type: 'channel', stream_id: 3, topic: 'flour' })
    expect(eventsOf('typing')).toMatchObject([
      { op: 'stop', message_type: 'stream', audience: [7, 8, 9], stream_id: 3, topic: 'flour' },
    ])
  })

  it('about a channel is sent only to clients with the capability for it', () => {
    const { as } = openBakery()
    const queue = (capabilities: Record<string, boolean>) =>
      as('iago').call('events.register', {
        client_capabilities: { notification_settings_null: true, ...capabilities },
      }).queue_id
    const [older, newer] = [queue({}), queue({ stream_typing_notifications: true })]
    as('hamlet').call('typing.send', { op: 'start', type: 'stream', stream_id: 2, topic: '' })
    as('hamlet').call('typing.send', { op: 'start', to: [8] })
    const types = (queue_id: string) =>
      as('iago')
        .call('events.get', { queue_id, last_event_id: -1, dont_block: true })
        .events.map((event) => (event.type === 'typing' ? [event.message_type, event.topic] : []))
    expect(types(older)).toEqual([['direct', undefined]])
    expect(types(newer)).toEqual([
      ['stream', 'general chat'],
      ['direct', undefined],
    ])
  })

  it('about an edit names the message, and where it is', () => {
    const { as, eventsOf, say } = openBakery()
    const [there, here] = [
      say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Soup'),
      say('hamlet', { to: [8] }, 'Hi'),
    ]
    as('hamlet').call('typing.sendForEdit', { message_id: there, op: 'start' })
    as('hamlet').call('typing.sendForEdit', { message_id: here, op: 'stop' })
    const inChannel = { type: 'channel', channel_id: 2, topic: 'lunch' }
    expect(eventsOf('typing_edit_message')).toMatchObject([
      {
        op: 'start',
        sender_id: 10,
        message_id: there,
        recipient: inChannel,
        audience: expect.arrayContaining([8, 10]),
      },
      { op: 'stop', message_id: here, recipient: { type: 'direct', user_ids: [8, 10] }, audience: [8, 10] },
    ])
    expect(as('iago').refused('typing.sendForEdit', { message_id: there, op: 'start' }).msg).toBe(
      "You don't have permission to edit this message",
    )
  })

  it('is sent only by those who want to show it, to those who want to see it', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('settings.update', { receives_typing_notifications: false })
    as('hamlet').call('typing.send', { op: 'start', to: [8] })
    as('hamlet').call('typing.send', { op: 'start', type: 'channel', stream_id: 3, topic: 'flour' })
    expect(eventsOf('typing').map(({ audience }) => audience)).toEqual([[10], [7, 9]])
    as('hamlet').call('settings.update', {
      send_private_typing_notifications: false,
      send_stream_typing_notifications: false,
    })
    expect(as('hamlet').refused('typing.send', { op: 'start', to: [8] }).msg).toBe(
      'User has disabled typing notifications for direct messages',
    )
    const inChannel = { op: 'start', type: 'channel', stream_id: 3, topic: 'flour' } as const
    expect(as('hamlet').refused('typing.send', inChannel).msg).toBe(
      'User has disabled typing notifications for channel messages',
    )
  })

  it.each([
    ['no recipients', { op: 'start' }, "Missing 'to' argument"],
    ['an empty list', { op: 'start', to: [] }, "Empty 'to' list"],
    ['an unknown user', { op: 'start', to: [99] }, 'Invalid user ID 99'],
    ['a deactivated user', { op: 'start', to: [14] }, "'prospero@example.com' is no longer using the service."],
    ['no channel', { op: 'start', type: 'channel', topic: 'x' }, "Missing 'stream_id' argument"],
    ['no topic', { op: 'start', type: 'channel', stream_id: 2 }, 'Missing topic'],
    ['a private channel', { op: 'start', type: 'channel', stream_id: 4, topic: 'x' }, 'Invalid channel ID'],
    ['an archived channel', { op: 'start', type: 'channel', stream_id: 5, topic: 'x' }, 'Invalid channel ID'],
  ] as const)('to %s is refused', (_, params, msg) => {
    expect(
      openBakery()
        .as('hamlet')
        .refused('typing.send', structuredClone(params) as never).msg,
    ).toBe(msg)
  })
})
