import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { watch } from './levels/seeing.js'
import { opener, type Service } from './ways.js'

const open = opener()

type Term = readonly [operator: string, operand: string]
interface Listed {
  readonly id: number
  readonly flags: readonly string[]
}

/** The messages that `GET /messages` lists for somebody. */
async function list({ call }: Service, who: string, narrow: readonly (Term | object)[]): Promise<readonly Listed[]> {
  const fields = { anchor: 'newest', num_before: '1000', num_after: '0', narrow: JSON.stringify(narrow) }
  const { body } = await call(who, 'GET', '/messages', fields)
  if (body.result !== 'success') throw new Error(String(body.msg))
  return body.messages as readonly Listed[]
}

/** The flags of a message in a listing; `-` if it isn't there. */
async function listed(service: Service, who: string, narrow: readonly (Term | object)[], id: number) {
  const found = (await list(service, who, narrow)).find((message) => message.id === id)
  return found === undefined ? '-' : found.flags.join(' ')
}

/** `yes`, or why a call is refused. */
async function answer({ call }: Service, who: string, method: string, path: string, fields = {}): Promise<string> {
  const { body } = await call(who, method, path, fields)
  return body.result === 'success' ? 'yes' : String(body.msg)
}

async function send({ call }: Service, who: string, to: string | number[], content: string): Promise<number> {
  const place: Record<string, string> =
    typeof to === 'string' ? { type: 'stream', to, topic: 'flour' } : { type: 'private', to: `[${to}]` }
  const { body } = await call(who, 'POST', '/messages', { ...place, content })
  if (body.result !== 'success') throw new Error(String(body.msg))
  return Number(body.id)
}

const invalid = 'Invalid message(s)'
const yeast = 'Yeast Counter'

describe('GET /messages', () => {
  // Of a message in a public channel: to a subscriber; to a member, a bot and a guest who aren't subscribed.
  it.each<[narrow: readonly (Term | object)[], hamlet: string, othello: string, yeast: string, polonius: string]>([
    [[], '', '-', '-', '-'],
    [[['sender', 'iago@example.com']], '', '-', '-', '-'],
    [[['topic', 'flour']], '', '-', '-', '-'],
    [[['search', 'came']], '', '-', '-', '-'],
    [[['in', 'home']], '', '-', '-', '-'],
    [[['is', 'resolved']], '-', '-', '-', '-'],
    [[['channel', 'suppliers']], '', 'read historical', 'read historical', '-'],
    [[{ operator: 'channel', operand: 3 }], '', 'read historical', 'read historical', '-'],
    [[['stream', 'suppliers']], '', 'read historical', 'read historical', '-'],
    [[['channels', 'public']], '', 'read historical', 'read historical', '-'],
    [[['streams', 'public']], '', 'read historical', 'read historical', '-'],
    [
      [
        ['channel', 'suppliers'],
        ['topic', 'flour'],
      ],
      '',
      'read historical',
      'read historical',
      '-',
    ],
    [
      [
        ['channel', 'suppliers'],
        ['search', 'came'],
      ],
      '',
      'read historical',
      'read historical',
      '-',
    ],
    [
      [
        ['channel', 'suppliers'],
        ['is', 'unread'],
      ],
      '',
      '-',
      '-',
      '-',
    ],
    [[['channels', 'public'], { operator: 'is', operand: 'mentioned', negated: true }], '', '-', '-', '-'],
    [[{ operator: 'channel', operand: 'general', negated: true }], '', '-', '-', '-'],
    [[{ operator: 'channels', operand: 'public', negated: true }], '-', '-', '-', '-'],
  ])('with %j lists copies, and history only in public channels', async (narrow, ...flags) => {
    for (const featureLevel of [387, 496]) {
      const service = await open({ featureLevel })
      const id = await send(service, 'iago', 'suppliers', 'It came')
      const seen = ['hamlet', 'othello', yeast, 'polonius'].map((who) => listed(service, who, narrow, id))
      expect(await Promise.all(seen)).toEqual(flags)
    }
  })

  it('with `with` lists the topic of a public channel with its history', async () => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'It came')
    expect(await listed(service, 'othello', [{ operator: 'with', operand: id }], id)).toBe('read historical')
  })

  it.each([100, 200, 300])('at level %i lists no history without a channel either', async (featureLevel) => {
    const service = await open({ featureLevel })
    const id = await send(service, 'iago', 'suppliers', 'It came')
    expect(await listed(service, yeast, [], id)).toBe('-')
    expect(await listed(service, yeast, [['stream', 'suppliers']], id)).toBe('read historical')
  })

  it('by IDs lists only copies', async () => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'It came')
    const ids = async (who: string, more = {}) => {
      const { body } = await service.call(who, 'GET', '/messages', { message_ids: `[${id}]`, ...more })
      return (body.messages as readonly Listed[]).length
    }
    expect(await ids('hamlet')).toBe(1)
    expect(await ids('othello')).toBe(0)
    expect(await ids('othello', { narrow: '[["channel","suppliers"]]' })).toBe(1)
    expect(await answer(service, 'othello', 'GET', `/messages/${id}`)).toBe('yes')
    expect(await answer(service, 'polonius', 'GET', `/messages/${id}`)).toBe(invalid)
  })

  it('selects the same messages as a change of flags in the same narrow', async () => {
    const service = await open()
    await send(service, 'iago', 'suppliers', 'It came')
    const mark = async (narrow: readonly Term[]) => {
      const fields = { anchor: 'newest', num_before: '10', num_after: '0', op: 'add', flag: 'starred' }
      const more = { narrow: JSON.stringify(narrow) }
      return (await service.call('othello', 'POST', '/messages/flags/narrow', { ...fields, ...more })).body
    }
    expect(await mark([['topic', 'flour']])).toMatchObject({ processed_count: 0, updated_count: 0 })
    expect(await mark([['channel', 'suppliers']])).toMatchObject({ processed_count: 1, updated_count: 1 })
    expect(await mark([['topic', 'flour']])).toMatchObject({ processed_count: 1, updated_count: 0 })
  })
})

describe('a copy', () => {
  // Who gets a copy of a message to a channel that they aren't in, if it mentions them: flags of the event, and in a listing.
  it.each([
    [yeast, '@**Yeast Counter** look', 'mentioned', 'mentioned'],
    [yeast, '@_**Yeast Counter** look', 'no event', '-'],
    [yeast, '@**all** look', 'no event', '-'],
    ['othello', '@**Othello** look', 'no event', '-'],
    ['Oven Alarm', '@**Oven Alarm** look', 'no event', '-'],
    ['echo', '@**Echo** look', 'no event', '-'],
    ['Timer', '@**Timer** look', 'no event', '-'],
  ])(
    'of a message to a channel that %s isn\'t in, with "%s", has these flags: %s',
    async (who, text, flags, inListing) => {
      const service = await open()
      const read = who === 'Oven Alarm' ? async () => [] : await watch(service, who, 'message')
      const id = await send(service, 'iago', 'suppliers', text)
      const event = (await read()).find(({ message }) => (message as Listed).id === id)
      expect(event === undefined ? 'no event' : (event.flags as string[]).join(' ')).toBe(flags)
      if (who === 'Oven Alarm') return
      expect(await listed(service, who, [['is', 'mentioned']], id)).toBe(inListing)
    },
  )

  it.each(['books', 'suppliers'])('in #%s gives a mentioned bot the events of its changes', async (channel) => {
    const service = await open()
    const read = await watch(service, yeast, 'update_message', 'delete_message')
    const id = await send(service, 'iago', channel, '@**Yeast Counter** look')
    for (const content of ['@**Yeast Counter** see', 'never mind']) {
      await service.call('iago', 'PATCH', `/messages/${id}`, { content })
    }
    expect((await read()).map(({ type, flags }) => [type, flags])).toEqual([
      ['update_message', ['mentioned']],
      ['update_message', []],
    ])
    expect(await listed(service, yeast, [['is', 'mentioned']], id)).toBe('-')
    await service.call('iago', 'DELETE', `/messages/${id}`)
    // Of a private channel only subscribers hear.
    expect((await read()).slice(2).map(({ type }) => type)).toEqual(channel === 'books' ? [] : ['delete_message'])
  })

  it('is made for a mention in a new message, not for one added by an edit', async () => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'look')
    const read = await watch(service, yeast, 'update_message', 'message')
    await service.call('iago', 'PATCH', `/messages/${id}`, { content: '@**Yeast Counter** look' })
    expect(await read()).toEqual([])
    expect(await listed(service, yeast, [['channel', 'suppliers']], id)).toBe('read historical')
  })

  it.each<[what: string, method: string, path: string, fields: Record<string, string>, flags: string]>([
    ['a reaction', 'POST', '/messages/111/reactions', { emoji_name: 'tada' }, 'read historical'],
    ['a star', 'POST', '/messages/flags', { messages: '[111]', op: 'add', flag: 'starred' }, 'read historical starred'],
    ['reading it', 'POST', '/messages/flags', { messages: '[111]', op: 'add', flag: 'read' }, '-'],
    ['removing a star', 'POST', '/messages/flags', { messages: '[111]', op: 'remove', flag: 'starred' }, '-'],
    ['marking it unread', 'POST', '/messages/flags', { messages: '[111]', op: 'remove', flag: 'read' }, '-'],
    ['fetching it', 'GET', '/messages/111', {}, '-'],
  ])('made by %s by an unsubscribed member is listed as "%s"', async (_, method, path, fields, flags) => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'It came')
    expect(await answer(service, 'othello', method, path, fields)).toBe('yes')
    expect(await listed(service, 'othello', [], id)).toBe(flags)
    // Only those with a copy hear of what happens to it.
    const read = await watch(service, 'othello', 'reaction', 'update_message', 'delete_message')
    await service.call('iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' })
    await service.call('iago', 'PATCH', `/messages/${id}`, { content: 'It left' })
    await service.call('iago', 'DELETE', `/messages/${id}`)
    const types = (await read()).map(({ type }) => type)
    expect(types).toEqual(flags === '-' ? [] : ['reaction', 'update_message', 'delete_message'])
  })

  it('is made unread when a new subscriber marks an earlier message as unread', async () => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'It came')
    service.simulator.realm.do('subscribe', 'othello', 'suppliers')
    await service.call('othello', 'POST', '/messages/flags', { messages: `[${id}]`, op: 'remove', flag: 'read' })
    expect(await listed(service, 'othello', [['is', 'unread']], id)).toBe('historical')
  })

  it.each([
    ['add', 'starred', invalid],
    ['add', 'read', 'yes'],
    ['remove', 'starred', 'yes'],
  ])(
    "of a message that doesn't exist can't be starred, but is otherwise accepted: %s %s",
    async (op, flag, expected) => {
      const fields = { messages: '[999]', op, flag }
      expect(await answer(await open(), 'othello', 'POST', '/messages/flags', fields)).toBe(expected)
    },
  )

  it('stays with a subscriber who leaves a public channel', async () => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'It came')
    service.simulator.realm.do('unsubscribe', 'hamlet', 'suppliers')
    expect(await listed(service, 'hamlet', [], id)).toBe('')
    const read = await watch(service, 'hamlet', 'update_message', 'message')
    await service.call('iago', 'PATCH', `/messages/${id}`, { content: 'It left' })
    await send(service, 'iago', 'suppliers', 'More')
    expect((await read()).map(({ type }) => type)).toEqual(['update_message'])
  })

  it('is not made for a deactivated subscriber', async () => {
    const service = await open()
    await service.call('iago', 'DELETE', '/users/12')
    const id = await send(service, 'iago', 'kitchen', 'Soup')
    await service.call('iago', 'POST', '/users/12/reactivate')
    expect(await listed(service, 'othello', [], id)).toBe('-')
    expect(await listed(service, 'othello', [['channel', 'kitchen']], id)).toBe('read historical')
  })

  it('is removed and made as accounts lose and gain access to a moved message', async () => {
    const service = await open()
    const id = await send(service, 'iago', 'suppliers', 'It came')
    const leaver = await watch(service, 'hamlet', 'update_message', 'delete_message')
    const stayer = await watch(service, 'desdemona', 'update_message', 'delete_message')
    await service.call('iago', 'PATCH', `/messages/${id}`, { stream_id: '4' })
    expect((await leaver()).map(({ type }) => type)).toEqual(['delete_message'])
    expect((await stayer()).map(({ type }) => type)).toEqual(['update_message'])
    expect(await answer(service, 'hamlet', 'GET', `/messages/${id}`)).toBe(invalid)
    expect(await listed(service, 'desdemona', [], id)).toBe('')
    await service.call('iago', 'PATCH', `/messages/${id}`, { stream_id: '3' })
    expect(await listed(service, 'hamlet', [], id)).toBe('-')
    expect(await listed(service, 'hamlet', [['channel', 'suppliers']], id)).toBe('read historical')
  })
})

describe('a private channel', () => {
  const created = async (shared: boolean | undefined) => {
    const service = await open()
    const history: Record<string, string> =
      shared === undefined ? {} : { history_public_to_subscribers: String(shared) }
    const fields = { subscriptions: '[{"name":"cellar"}]', invite_only: 'true', principals: '[8,10]' }
    await service.call('iago', 'POST', '/users/me/subscriptions', { ...fields, ...history })
    const id = await send(service, 'iago', 'cellar', 'Before')
    const subscribe = { subscriptions: '[{"name":"cellar"}]', principals: '[12]' }
    await service.call('iago', 'POST', '/users/me/subscriptions', subscribe)
    return { service, id }
  }

  it.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])('with shared history %s shows it to new subscribers: %s', async (given, isShown) => {
    const { service, id } = await created(given)
    const read = await watch(service, 'othello', 'update_message', 'reaction')
    expect(await listed(service, 'othello', [['channel', 'cellar']], id)).toBe(isShown ? 'read historical' : '-')
    expect(await answer(service, 'othello', 'GET', `/messages/${id}`)).toBe(isShown ? 'yes' : invalid)
    await service.call('iago', 'PATCH', `/messages/${id}`, { content: 'Edited' })
    await service.call('iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' })
    expect((await read()).map(({ type, flags }) => [type, flags])).toEqual(
      isShown
        ? [
            ['update_message', ['read']],
            ['reaction', undefined],
          ]
        : [],
    )
    const next = await send(service, 'iago', 'cellar', 'After')
    expect(await listed(service, 'othello', [], next)).toBe('')
    const { body } = await service.call(
      'othello',
      'GET',
      `/users/me/${service.simulator.realm.channel('cellar').id}/topics`,
    )
    const notices = { name: 'channel events', max_id: expect.any(Number) }
    expect(body.topics).toEqual([{ name: 'flour', max_id: next }, ...(isShown ? [notices] : [])])
  })

  it('hides its messages from those who left it, and shows those they had if they return', async () => {
    const { service, id } = await created(false)
    service.simulator.realm.do('unsubscribe', 'hamlet', 'cellar')
    const missed = await send(service, 'iago', 'cellar', 'Meanwhile')
    expect(await listed(service, 'hamlet', [], id)).toBe('-')
    expect(await answer(service, 'hamlet', 'GET', `/messages/${id}`)).toBe(invalid)
    service.simulator.realm.do('subscribe', 'hamlet', 'cellar')
    expect(await listed(service, 'hamlet', [], id)).toBe('')
    expect(await answer(service, 'hamlet', 'GET', `/messages/${missed}`)).toBe(invalid)
  })

  it('can have its history shared or hidden by an administrator', async () => {
    const { service, id } = await created(false)
    const path = `/streams/${service.simulator.realm.channel('cellar').id}`
    const set = (fields: Record<string, string>) => answer(service, 'iago', 'PATCH', path, fields)
    expect(await set({ history_public_to_subscribers: 'true' })).toBe('yes')
    expect(await answer(service, 'othello', 'GET', `/messages/${id}`)).toBe('yes')
    expect(await set({ is_private: 'true' })).toBe('yes')
    expect(await answer(service, 'othello', 'GET', `/messages/${id}`)).toBe(invalid)
    expect(await set({ is_private: 'false', history_public_to_subscribers: 'false' })).toBe('Invalid parameters')
  })
})

describe('an archived channel', () => {
  it.each<[what: string, method: string, path: string, fields: Record<string, string>, says: string]>([
    ['read', 'GET', '/messages/111', {}, 'yes'],
    ['starred', 'POST', '/messages/flags', { messages: '[111]', op: 'add', flag: 'starred' }, 'yes'],
    ['edited', 'PATCH', '/messages/111', { content: 'It left' }, invalid],
    ['deleted', 'DELETE', '/messages/111', {}, invalid],
    ['reacted to', 'POST', '/messages/111/reactions', { emoji_name: 'tada' }, invalid],
  ])('has messages that can be %s, or not', async (_, method, path, fields, says) => {
    const service = await open()
    await send(service, 'iago', 'suppliers', 'It came')
    service.simulator.realm.do('changeChannel', 'suppliers', { is_archived: true })
    expect(await answer(service, 'iago', method, path, fields)).toBe(says)
  })
})

describe('outgoing-webhook and embedded bots', () => {
  it.each([
    [200, false],
    [300, false],
    [387, true],
    [496, true],
  ])('at level %i keep copies of messages: %s', async (featureLevel, keeps) => {
    const service = await open({ featureLevel })
    const { simulator } = service
    simulator.connect('echo', async () => Response.json({ response_not_required: true }))
    simulator.realm.do('subscribe', 'echo', 'kitchen')
    const read = await watch(service, 'echo', 'message', 'update_message_flags')
    const toBot = await send(service, 'iago', [20], 'hi')
    const ofBot = await send(service, 'echo', [8], 'hello')
    const inChannel = await send(service, 'iago', 'kitchen', 'Soup')
    const mention = await send(service, 'iago', 'kitchen', '@**Echo** soup')
    await simulator.idle()
    const events = await read()

    // Their queues get messages at every level.
    const heard = events.filter(({ type }) => type === 'message')
    expect(heard.map(({ message, flags }) => [(message as Listed).id, flags])).toEqual([
      [toBot, []],
      [ofBot, []],
      [inChannel, []],
      [mention, keeps ? ['mentioned'] : []],
    ])
    // What was posted to the bot is marked as read.
    const marked = events.filter(({ type }) => type === 'update_message_flags')
    expect(marked.flatMap(({ messages, flag }) => [[flag, messages]])).toEqual(
      keeps
        ? [
            ['read', [toBot]],
            ['read', [mention]],
          ]
        : [],
    )

    const expected = keeps ? 'yes' : invalid
    for (const id of [toBot, ofBot]) {
      expect(await answer(service, 'echo', 'GET', `/messages/${id}`)).toBe(expected)
      const react = answer(service, 'echo', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
      expect(await react).toBe(expected)
    }
    expect(await answer(service, 'echo', 'PATCH', `/messages/${ofBot}`, { content: 'good day' })).toBe(expected)
    const ids = (await list(service, 'echo', [{ operator: 'pm-with', operand: [8] }])).map(({ id }) => id)
    expect(ids).toEqual(keeps ? [toBot, ofBot] : [])
    expect(await answer(service, 'echo', 'DELETE', `/messages/${ofBot}`)).toBe(expected)
    const history = keeps ? '' : 'read historical'
    expect(await listed(service, 'echo', [['stream', 'kitchen']], inChannel)).toBe(history)
    expect(await answer(service, 'iago', 'GET', `/messages/${ofBot}`)).toBe(keeps ? invalid : 'yes')
  })

  it('have no copies of messages from before an upgrade of the server', async () => {
    const service = await open({ featureLevel: 300 })
    const id = await send(service, 'iago', [20], 'hi')
    service.simulator.setFeatureLevel(496)
    expect(await answer(service, 'echo', 'GET', `/messages/${id}`)).toBe(invalid)
  })

  it('of the embedded type get their messages marked as read', async () => {
    const service = await open()
    const id = await send(service, 'iago', [23], 'hi')
    expect(await listed(service, 'Timer', [['is', 'dm']], id)).toBe('read')
  })
})

describe('an event queue for all public channels', () => {
  it('gets new messages without flags, and no changes of messages', async () => {
    const service = await open()
    const { body } = await service.call('othello', 'POST', '/register', { all_public_streams: 'true' })
    const id = await send(service, 'iago', 'suppliers', 'It came')
    await send(service, 'iago', 'books', 'Secret')
    await service.call('iago', 'PATCH', `/messages/${id}`, { content: 'It left' })
    await service.call('iago', 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' })
    const query = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' }
    const events = (await service.call('othello', 'GET', '/events', query)).body.events as readonly object[]
    expect(events).toMatchObject([{ type: 'message', message: { id }, flags: [] }])
  })

  it('is refused to guests', async () => {
    const fields = { all_public_streams: 'true' }
    const service = await open()
    expect(await answer(service, 'polonius', 'POST', '/register', fields)).toBe('User not authorized for this query')
    expect(await answer(service, 'polonius', 'POST', '/register', { all_public_streams: 'false' })).toBe('yes')
  })
})

describe('subscription events', () => {
  it("report an account's own subscription to it only once", async () => {
    const service = await open()
    const own = await watch(service, 'othello', 'subscription')
    const other = await watch(service, 'hamlet', 'subscription')
    const fields = { subscriptions: '[{"name":"suppliers"}]' }
    await service.call('othello', 'POST', '/users/me/subscriptions', fields)
    await service.call('othello', 'DELETE', '/users/me/subscriptions', { subscriptions: '["suppliers"]' })
    expect((await own()).map(({ op }) => op)).toEqual(['add', 'remove'])
    expect((await other()).map(({ op }) => op)).toEqual(['peer_add', 'peer_remove'])
  })
})

describe('the copies of a large channel', () => {
  const members = Array.from({ length: 1_000 }, (_, at) => ({ full_name: `Member ${at}` }))

  it.each([300, 496])('share one list of receivers at level %i', async (featureLevel) => {
    const { simulator } = await open({ featureLevel })
    for (const member of members) simulator.realm.do('addUser', member)
    simulator.realm.do('subscribe', 'echo', 'kitchen')
    for (let at = 0; at < 5; at += 1)
      simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Yeast Counter** hi')
    const { messages } = simulator.realm.snapshot()
    const receivers = [...messages.values()].slice(-5).map((message) => message.receivers)
    expect(receivers[0]?.length).toBeGreaterThan(1_000)
    expect(new Set(receivers).size).toBe(1)
  })

  it('are restored from a data directory', async () => {
    const data = mkdtempSync(join(tmpdir(), 'earshot-copies-'))
    try {
      const before = await openSimulator({ data, clock: 'frozen' })
      const id = before.say('iago', { channel: 'suppliers', topic: 'flour' }, '@**Yeast Counter** look')
      await before.close()
      const after = await openSimulator({ data, clock: 'frozen' })
      const message = after.realm.snapshot().messages.get(id)
      expect(message).toMatchObject({ receivers: [7, 8, 9, 10], mentionedBots: [21] })
      await after.close()
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  })
})
