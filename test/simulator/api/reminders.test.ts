import { beforeEach, describe, expect, it } from 'vitest'
import { opener, type Service } from '../ways.js'

describe('a reminder', () => {
  const open = opener()
  let service: Service
  const start = 1_772_442_000
  beforeEach(async () => {
    service = await open({ clock: 'frozen' })
  })

  const now = () => Math.floor(service.simulator.clock.now() / 1000)
  const remind = (who: string, fields: Record<string, string>) => service.call(who, 'POST', '/reminders', fields)
  const listed = async (who: string) => (await service.call(who, 'GET', '/reminders')).body.reminders as object[]
  /** What the server's own bot has written to Hamlet. */
  const received = async () => {
    const narrow = JSON.stringify([['sender', 'notification-bot@system.example.com']])
    const fields = { anchor: 'newest', num_before: '10', num_after: '0', narrow, apply_markdown: 'false' }
    const { body } = await service.call('hamlet', 'GET', '/messages', fields)
    return (body.messages as { content: string; flags: string[] }[]).map(({ content, flags }) => ({ content, flags }))
  }

  it('arrives from the server’s own bot when its time comes, once and unread', async () => {
    const { body } = await remind('hamlet', {
      message_id: '105',
      scheduled_delivery_timestamp: String(now() + 3600),
      note: 'Ask the cook',
    })
    expect(body).toMatchObject({ result: 'success', reminder_id: 4 })
    await service.simulator.advance('59m')
    expect(await received()).toEqual([])
    await service.simulator.advance('2m')
    const content = [
      'You requested a reminder for #**kitchen>lunch@105**. Note:',
      ' > Ask the cook',
      '',
      `@_**Othello|12** [said](${service.simulator.url}/#narrow/channel/2-kitchen/topic/lunch/near/105):`,
      '```quote',
      'Soup?',
      '```',
    ].join('\n')
    expect(await received()).toEqual([{ content, flags: [] }])
    await service.simulator.advance('1d')
    expect(await received()).toHaveLength(1)
    expect(await listed('hamlet')).toEqual([])
  })

  it('is listed for its owner alone until it is sent or deleted, apart from scheduled messages', async () => {
    const due = now() + 3600
    await remind('hamlet', { message_id: '105', scheduled_delivery_timestamp: String(due) })
    expect(await listed('hamlet')).toMatchObject([
      { reminder_id: 4, type: 'private', to: [10], failed: false, reminder_target_message_id: 105 },
    ])
    expect(await listed('iago')).toEqual([])
    expect((await service.call('hamlet', 'GET', '/scheduled_messages')).body.scheduled_messages).toEqual([])
    expect(await service.call('hamlet', 'DELETE', '/scheduled_messages/4')).toMatchObject({ status: 404 })
    expect(await service.call('iago', 'DELETE', '/reminders/4')).toMatchObject({
      status: 404,
      body: { msg: 'Reminder does not exist' },
    })
    expect(await service.call('hamlet', 'DELETE', '/reminders/1')).toMatchObject({ status: 404 })
    expect((await service.call('hamlet', 'DELETE', '/reminders/4')).body.result).toBe('success')
    await service.simulator.advance('2h')
    expect(await received()).toEqual([])
  })

  it('tells its owner’s clients that it came and went', async () => {
    const fields = { event_types: '["reminders"]', fetch_event_types: '["reminders"]' }
    const { body } = await service.call('hamlet', 'POST', '/register', fields)
    expect(body).toMatchObject({ reminders: [] })
    await remind('hamlet', { message_id: '105', scheduled_delivery_timestamp: String(now() + 60) })
    await service.simulator.advance('2m')
    const queue = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' }
    const { events } = (await service.call('hamlet', 'GET', '/events', queue)).body
    expect(events).toMatchObject([
      { type: 'reminders', op: 'add', reminders: [{ reminder_id: 4 }] },
      { type: 'reminders', op: 'remove', reminder_id: 4 },
    ])
  })

  it('survives a restart from a checkpoint, and the deletion of its message', async () => {
    await remind('hamlet', { message_id: '105', scheduled_delivery_timestamp: String(now() + 3600) })
    service.simulator.checkpoint('asked')
    await service.simulator.advance('2h')
    service.simulator.restore('asked')
    await service.call('iago', 'DELETE', '/messages/105')
    expect(await received()).toEqual([])
    await service.simulator.advance('2h')
    expect(await received()).toMatchObject([{ content: expect.stringContaining('Soup?') }])
  })

  it('of a poll or of a direct message says so', async () => {
    const due = String(start + 10 * 365 * 86_400)
    const content = '/poll Soup or bread?\nSoup\nBread'
    const { body } = await service.call('iago', 'POST', '/messages', { type: 'direct', to: '[10]', content })
    await remind('hamlet', { message_id: String(body.id), scheduled_delivery_timestamp: due })
    expect(await listed('hamlet')).toMatchObject([
      {
        content: [
          'You requested a reminder for the following direct message.',
          '',
          `@_**Iago|8** [sent](${service.simulator.url}/#narrow/dm/8,10-pm/near/${String(body.id)}) a poll.`,
        ].join('\n'),
      },
    ])
  })

  it('quotes a long message as far as it fits', async () => {
    const sent = { type: 'stream', to: 'kitchen', topic: 'lunch', content: 'a'.repeat(10_000) }
    const { body } = await service.call('iago', 'POST', '/messages', sent)
    const due = String(now() + 60)
    await remind('hamlet', { message_id: String(body.id), scheduled_delivery_timestamp: due })
    const [{ content = '' } = {}] = (await listed('hamlet')) as { content?: string }[]
    expect(content).toHaveLength(10_000)
    expect(content).toMatch(/a\n\[message truncated\]\n```$/)
  })

  it.each([
    [
      'a time that is over',
      { message_id: '105', scheduled_delivery_timestamp: '1000' },
      'Scheduled delivery time must be in the future.',
    ],
    [
      'a message that is not there',
      { message_id: '999', scheduled_delivery_timestamp: '4000000000' },
      'Invalid message(s)',
    ],
    ['no message', { scheduled_delivery_timestamp: '4000000000' }, "Missing 'message_id' argument"],
    [
      'a note that is too long',
      { message_id: '105', scheduled_delivery_timestamp: '4000000000', note: 'x'.repeat(501) },
      'Maximum reminder note length: 500 characters',
    ],
  ])('is refused for %s', async (_, fields, msg) => {
    expect(await remind('hamlet', fields)).toMatchObject({ status: 400, body: { msg } })
  })

  it('of a message that the caller may not read is refused', async () => {
    const { body } = await service.call('iago', 'POST', '/messages', { type: 'direct', to: '[7]', content: 'Psst' })
    const fields = { message_id: String(body.id), scheduled_delivery_timestamp: '4000000000' }
    expect((await remind('hamlet', fields)).body.msg).toBe('Invalid message(s)')
  })
})

describe('older servers', () => {
  const open = opener()

  it('have reminders from level 381 on, their list from 399 on, and notes from 415 on', async () => {
    const fields = { message_id: '105', scheduled_delivery_timestamp: '4000000000', note: 'Ask' }
    const before = await open({ featureLevel: 380 })
    expect(await before.call('hamlet', 'POST', '/reminders', fields)).toMatchObject({ status: 404 })
    const first = await open({ featureLevel: 381, strict: false })
    expect((await first.call('hamlet', 'POST', '/reminders', fields)).body).toMatchObject({
      reminder_id: 4,
      ignored_parameters_unsupported: ['note'],
    })
    expect(await first.call('hamlet', 'GET', '/reminders')).toMatchObject({ status: 405 })
    const listing = await open({ featureLevel: 399 })
    expect(await listing.call('hamlet', 'GET', '/reminders')).toMatchObject({ status: 200 })
  })
})
