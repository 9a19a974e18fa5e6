import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { credentialsOf } from '../../../src/simulator/realm/access/accounts.js'
import { type Bakery, levelsAround, openBakery } from './bakery.js'

type Event = { id: number; type: string } & Record<string, unknown>

/** An event queue of somebody, and how to take from it. */
function queueOf(bakery: Bakery, who: string, params: Params<'events.register'> = {}) {
  const { queue_id } = bakery.as(who).call('events.register', params)
  let last = -1
  const take = (): Event[] => {
    const { events } = bakery.as(who).call('events.get', { queue_id, last_event_id: last, dont_block: true })
    last = events.at(-1)?.id ?? last
    return events as Event[]
  }
  return { queue_id, take, of: (type: string) => take().filter((event) => event.type === type) }
}

const lunch = { channel: 'kitchen', topic: 'lunch' }
const capable = (...names: string[]) => ({
  client_capabilities: {
    notification_settings_null: true,
    ...Object.fromEntries(names.map((name) => [name, true])),
  },
})

describe('an event queue', () => {
  it('numbers its events from 0, and returns them until they are acknowledged', () => {
    const bakery = openBakery()
    const { queue_id } = bakery.as('hamlet').call('events.register')
    const take = (last_event_id: number) =>
      bakery.as('hamlet').call('events.get', { queue_id, last_event_id, dont_block: true }).events
    expect(take(-1)).toEqual([])
    bakery.say('iago', lunch, 'one')
    bakery.say('iago', lunch, 'two')
    expect(take(-1).map(({ id }) => id)).toEqual([0, 1])
    expect(take(-1).map(({ id }) => id)).toEqual([0, 1])
    expect(take(0).map(({ id }) => id)).toEqual([1])
    expect(bakery.as('hamlet').refused('events.get', { queue_id, last_event_id: -1 }).msg).toBe(
      'An event newer than -1 has already been pruned!',
    )
    expect(bakery.as('hamlet').refused('events.get', { queue_id, last_event_id: 7 }).msg).toBe(
      'Event 7 was not in this queue',
    )
  })

  it('has group events for changes of role, new accounts and deactivations', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'iago')
    const groupsNow = () => bakery.as('iago').call('userGroups.list').user_groups
    const known = new Map(groupsNow().map(({ id, members }) => [id, new Set(members)]))
    const cordelia = bakery.realm.account('cordelia').id
    bakery.as('desdemona').call('users.update', { user_id: cordelia, role: 200 })
    bakery
      .as('desdemona')
      .call('users.create', { email: 'b@x.com', full_name: 'Banquo', password: 'a long one: 12345' })
    bakery.as('iago').call('users.deactivate', { user_id: cordelia })
    bakery.as('iago').call('bots.create', { full_name: 'Hecate', short_name: 'hecate' })
    bakery.as('iago').call('users.reactivate', { user_id: cordelia })
    const events = queue.of('user_group')
    expect(events.map(({ op }) => op)).toEqual(expect.arrayContaining(['add_members', 'remove_members']))
    for (const { op, group_id: id, user_ids: ids } of events as unknown as {
      op: string
      group_id: number
      user_ids: number[]
    }[]) {
      for (const user of ids) op === 'add_members' ? known.get(id)?.add(user) : known.get(id)?.delete(user)
    }
    expect([...known].map(([id, members]) => [id, [...members].sort((a, b) => a - b)])).toEqual(
      groupsNow().map(({ id, members }) => [id, members]),
    )
  })

  it('has events when a channel becomes visible or invisible to the account', () => {
    const bakery = openBakery()
    bakery.realm.do('unsubscribe', 'cordelia', 'kitchen')
    const queue = queueOf(bakery, 'cordelia')
    const seen = () => queue.of('stream').map(({ op, stream_ids, streams }) => [op, stream_ids ?? streams])
    bakery.as('iago').call('streams.update', { stream_id: 2, is_private: true, is_default_stream: false })
    expect(seen()).toEqual([['delete', [2]]])
    bakery.as('iago').call('streams.update', { stream_id: 2, new_name: 'bakehouse' })
    expect(seen()).toEqual([])
    bakery.as('desdemona').call('users.update', { user_id: bakery.realm.account('cordelia').id, role: 200 })
    const created = ['create', expect.arrayContaining([expect.objectContaining({ stream_id: 2, name: 'bakehouse' })])]
    expect(seen()).toContainEqual(created)
    bakery.as('iago').call('streams.update', { stream_id: 2, is_private: false })
    expect(seen().map(([op]) => op)).toEqual(['update'])
  })

  it('has the new first message of both channels when messages move', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet')
    const first = bakery.as('hamlet').call('streams.get', { stream_id: 2 }).stream.first_message_id ?? 0
    bakery.as('iago').call('messages.edit', { message_id: first, stream_id: 1, topic: 'moved' })
    const told = queue.of('stream').map(({ property, stream_id, value }) => [property, stream_id, value])
    expect(told.length).toBeGreaterThan(0)
    for (const [, id, value] of told) {
      expect(value).toBe(bakery.as('hamlet').call('streams.get', { stream_id: Number(id) }).stream.first_message_id)
    }
    expect(told).toContainEqual(['first_message_id', 2, expect.any(Number)])
  })

  it('can be used only by the account that made it', () => {
    const bakery = openBakery()
    const { queue_id } = queueOf(bakery, 'hamlet')
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', msg: `Bad event queue ID: ${queue_id}`, facts: { queue_id } }
    expect(bakery.as('iago').refused('events.get', { queue_id, last_event_id: -1 })).toEqual(refusal)
    expect(bakery.as('iago').refused('events.deleteQueue', { queue_id })).toEqual(refusal)
    bakery.as('hamlet').call('events.deleteQueue', { queue_id })
    expect(bakery.as('hamlet').refused('events.get', { queue_id, last_event_id: -1 })).toEqual(refusal)
  })

  it('expires ten minutes after its last request', () => {
    const bakery = openBakery()
    const { queue_id, take } = queueOf(bakery, 'hamlet')
    bakery.clock.advance(599_000)
    expect(take()).toEqual([])
    bakery.clock.advance(599_000)
    expect(take()).toEqual([])
    bakery.clock.advance(600_000)
    expect(bakery.as('hamlet').refused('events.get', { queue_id, last_event_id: -1 }).code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it("expires after the client's idle_queue_timeout, at most a week", () => {
    const bakery = openBakery()
    const short = queueOf(bakery, 'hamlet', { idle_queue_timeout: 30 })
    const long = queueOf(bakery, 'hamlet', { event_types: ['reaction'], idle_queue_timeout: 99_999_999 })
    bakery.clock.advance(30_000)
    expect(bakery.as('hamlet').refused('events.deleteQueue', short).code).toBe('BAD_EVENT_QUEUE_ID')
    bakery.clock.advance(7 * 24 * 3_600_000 - 31_000)
    expect(long.take()).toEqual([])
    bakery.clock.advance(7 * 24 * 3_600_000)
    expect(bakery.as('hamlet').refused('events.deleteQueue', long).code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it('expires after the time in the assumption', () => {
    const bakery = openBakery({ assumptions: { queueSeconds: 5 } })
    const queue = queueOf(bakery, 'hamlet')
    bakery.clock.advance(5_000)
    expect(bakery.as('hamlet').refused('events.deleteQueue', queue).code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it.each<[readonly [string, string], string]>([
    [['has', 'link'], 'Operator has not supported.'],
    [['dm', 'hamlet@example.com'], 'Operator dm not supported.'],
    [['-topic', 'lunch'], 'Operator -topic not supported.'],
    [['is', 'followed'], 'Operand followed not supported.'],
  ])('refuses the narrow %j', (term, msg) => {
    const refusal = openBakery()
      .as('hamlet')
      .refused('events.register', { narrow: [term] })
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', msg })
  })
})

describe('the messages of an event queue', () => {
  it.each([
    ['as Markdown', {}, 'Hi **you**'],
    ['as HTML', { apply_markdown: true }, '<p>Hi <strong>you</strong></p>'],
  ])('have their content %s', (_, params, content) => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet', params)
    const id = bakery.say('iago', lunch, 'Hi **you**')
    expect(queue.take()).toMatchObject([
      {
        id: 0,
        type: 'message',
        flags: [],
        message: { id, content, type: 'stream', subject: 'lunch', avatar_url: null },
      },
    ])
  })

  it('have avatar URLs with `client_gravatar: false`', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet', { client_gravatar: false })
    bakery.say('iago', lunch, 'Hi')
    expect(queue.take()).toMatchObject([{ message: { avatar_url: expect.stringContaining('https://') } }])
  })

  it('are those that the account receives', () => {
    const bakery = openBakery()
    const hamlet = queueOf(bakery, 'hamlet', { event_types: ['message'] })
    const othello = queueOf(bakery, 'othello', { event_types: ['message'] })
    bakery.say('iago', { channel: 'books', topic: 'march' }, 'Secret')
    bakery.say('iago', { channel: 'suppliers', topic: 'flour' }, 'For subscribers')
    bakery.say('iago', { to: [10] }, 'For Hamlet')
    const contents = (events: Event[]) => events.map(({ message }) => (message as { content: string }).content)
    expect(contents(hamlet.take())).toEqual(['For subscribers', 'For Hamlet'])
    expect(contents(othello.take())).toEqual([])
  })

  it('are those of all public channels with all_public_streams, which guests may not use', () => {
    const bakery = openBakery()
    const othello = queueOf(bakery, 'othello', { event_types: ['message'], all_public_streams: true })
    bakery.say('iago', { channel: 'books', topic: 'march' }, 'Secret')
    bakery.say('iago', { channel: 'suppliers', topic: 'flour' }, 'Public')
    expect(othello.take()).toMatchObject([{ message: { content: 'Public' }, flags: [] }])
    const all = { all_public_streams: true }
    expect(bakery.as('polonius').refused('events.register', all).msg).toBe('User not authorized for this query')
  })

  it("include mentions of a bot that isn't subscribed, unless it is an outgoing webhook", () => {
    const bakery = openBakery()
    const yeast = queueOf(bakery, 'yeast counter', { event_types: ['message'] })
    const echo = queueOf(bakery, 'echo', { event_types: ['message'] })
    bakery.say('hamlet', lunch, 'Hi @**Yeast Counter** and @**Echo**')
    bakery.say('hamlet', lunch, 'Hi nobody')
    bakery.say('hamlet', { to: [20] }, 'Hi Echo')
    expect(yeast.take()).toMatchObject([{ flags: ['mentioned'] }])
    expect(echo.take()).toMatchObject([{ message: { content: 'Hi Echo' }, flags: [] }])
  })

  it.each([
    ['a pair', [['channel', 'kitchen']], ['one', 'two']],
    [
      'two pairs',
      [
        ['stream', 'kitchen'],
        ['topic', 'oven'],
      ],
      ['two'],
    ],
    ['the name of a channel in another case', [['channel', 'KITCHEN']], ['one', 'two']],
    ['the ID of a channel, treated as a name', [['channel', '2']], []],
    ['a sender', [['sender', 'iago@example.com']], ['one', 'two', 'three', 'four']],
    ['an unknown `is` operand', [['is', 'odd']], ['one', 'two', 'three', 'four']],
  ] as const)('match a narrow given as %s', (_, narrow, contents) => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet', { narrow: structuredClone(narrow) as never })
    bakery.say('iago', lunch, 'one')
    bakery.say('iago', { channel: 'kitchen', topic: 'oven' }, 'two')
    bakery.say('iago', { channel: 'general', topic: 'oven' }, 'three')
    bakery.say('iago', { to: [10] }, 'four')
    expect(queue.of('message').map(({ message }) => (message as { content: string }).content)).toEqual(contents)
  })

  it('have local_message_id only in the queue that sent them', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet', { event_types: ['message'] })
    const other = queueOf(bakery, 'hamlet', { event_types: ['message'] })
    const local = { queue_id: queue.queue_id, local_id: '12.01' }
    bakery.as('hamlet').call('messages.send', { type: 'channel', to: 2, topic: 'lunch', content: 'Hi', ...local })
    expect(queue.take()).toMatchObject([{ local_message_id: '12.01' }])
    expect(other.take()[0]).not.toHaveProperty('local_message_id')
  })

  it('show the empty topic by its display name without the capability empty_topic_name', () => {
    const bakery = openBakery()
    const older = queueOf(bakery, 'hamlet')
    const newer = queueOf(bakery, 'hamlet', capable('empty_topic_name'))
    bakery.say('iago', { channel: 'kitchen', topic: '' }, 'Hi')
    expect(older.take()).toMatchObject([{ message: { subject: 'general chat' } }])
    expect(newer.take()).toMatchObject([{ message: { subject: '' } }])
  })
})

describe('the events of an event queue', () => {
  it('are limited to event_types', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet', { event_types: ['reaction'] })
    bakery.say('iago', lunch, 'Hi')
    bakery.as('iago').call('reactions.add', { message_id: 105, emoji_name: 'heart' })
    expect(queue.take()).toEqual([
      {
        id: 0,
        type: 'reaction',
        op: 'add',
        user_id: 8,
        message_id: 105,
        emoji_name: 'heart',
        emoji_code: '2764',
        reaction_type: 'unicode_emoji',
      },
    ])
  })

  it('report deleted messages singly without the capability bulk_message_deletion', () => {
    const bakery = openBakery()
    const older = queueOf(bakery, 'hamlet', { event_types: ['delete_message'] })
    const newer = queueOf(bakery, 'hamlet', { event_types: ['delete_message'], ...capable('bulk_message_deletion') })
    bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'lunch' })
    const place = { message_type: 'stream', stream_id: 2, topic: 'lunch' }
    expect(older.take()).toMatchObject([
      { message_id: 105, ...place },
      { message_id: 106, ...place },
    ])
    expect(newer.take()).toMatchObject([{ message_ids: [105, 106], ...place }])
  })

  it("report a channel's new oldest message from their level on", () => {
    const { before, since } = levelsAround('firstMessageIdEvent')
    const told = (bakery: Bakery) => {
      const queue = queueOf(bakery, 'hamlet', { event_types: ['stream'] })
      bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'oven #12' })
      return queue.take()
    }
    expect(told(before)).toEqual([])
    expect(told(since)).toEqual([
      { id: 0, type: 'stream', op: 'update', property: 'first_message_id', value: 105, stream_id: 2, name: 'kitchen' },
    ])
  })

  it('about private conversations go only to participants', () => {
    const bakery = openBakery()
    const hamlet = queueOf(bakery, 'hamlet')
    const desdemona = queueOf(bakery, 'desdemona')
    bakery.as('iago').call('reactions.add', { message_id: 109, emoji_name: 'heart' })
    bakery.as('iago').call('messages.edit', { message_id: 109, topic: 'april' })
    bakery.as('iago').call('messages.delete', { message_id: 109 })
    expect(hamlet.take()).toEqual([])
    const types = desdemona.take().map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['reaction', 'update_message', 'delete_message']))
  })

  it('show real addresses only to accounts that may see them', () => {
    const bakery = openBakery()
    const iago = queueOf(bakery, 'iago', { event_types: ['presence'] })
    const hamlet = queueOf(bakery, 'hamlet', { event_types: ['presence'] })
    const newer = queueOf(bakery, 'hamlet', { event_types: ['presence'], ...capable('simplified_presence_events') })
    bakery.as('cordelia').call('presence.report', { status: 'active' })
    expect(iago.take()).toMatchObject([{ user_id: 11, email: 'cordelia@example.com' }])
    expect(hamlet.take()).toMatchObject([
      { email: 'user11@bakery.example.com', presence: { website: { status: 'active' } } },
    ])
    const now = bakery.clock.now() / 1000
    expect(newer.take()).toEqual([
      { id: 0, type: 'presence', presences: { 11: { active_timestamp: now, idle_timestamp: now } } },
    ])
  })

  it('include a mention in a private channel for a bot, and for nobody else outside it', () => {
    const bakery = openBakery()
    const bot = queueOf(bakery, 'yeast counter', { event_types: ['message'] })
    const hamlet = queueOf(bakery, 'hamlet', { event_types: ['message'] })
    const text = '@**Yeast Counter** and @**Hamlet**: rise'
    bakery.say('desdemona', { channel: 'books', topic: 'march' }, text)
    expect(bot.take()).toMatchObject([{ message: { content: text }, flags: ['mentioned'] }])
    expect(hamlet.take()).toEqual([])
  })

  it('omit muted_topics for clients that ask for user_topic', () => {
    const bakery = openBakery()
    const all = queueOf(bakery, 'hamlet')
    const newer = queueOf(bakery, 'hamlet', { event_types: ['user_topic', 'muted_topics'] })
    const older = queueOf(bakery, 'hamlet', { event_types: ['muted_topics'] })
    bakery.as('hamlet').call('topics.setVisibility', { stream_id: 2, topic: 'lunch', visibility_policy: 1 })
    expect(all.take().map(({ type }) => type)).toEqual(['muted_topics', 'user_topic'])
    expect(newer.take().map(({ type }) => type)).toEqual(['user_topic'])
    expect(older.take()).toMatchObject([{ muted_topics: [['kitchen', 'lunch', expect.any(Number)]] }])
  })

  it('omit linkifiers without the capability linkifier_url_template', () => {
    const bakery = openBakery()
    const older = queueOf(bakery, 'hamlet', { event_types: ['realm_linkifiers'] })
    const newer = queueOf(bakery, 'hamlet', { event_types: ['realm_linkifiers'], ...capable('linkifier_url_template') })
    bakery.as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [3, 1, 2] })
    expect(older.take()).toMatchObject([{ realm_linkifiers: [] }])
    expect(newer.take()).toMatchObject([{ realm_linkifiers: [{ id: 3 }, { id: 1 }, { id: 2 }] }])
  })

  it('report a deactivated group as removed without the capability for it', () => {
    const bakery = openBakery()
    const older = queueOf(bakery, 'hamlet', { event_types: ['user_group'] })
    const newer = queueOf(bakery, 'hamlet', { event_types: ['user_group'], ...capable('include_deactivated_groups') })
    bakery.as('desdemona').call('userGroups.deactivate', { user_group_id: 22 })
    expect(older.take()).toMatchObject([{ op: 'remove', group_id: 22 }])
    expect(newer.take()).toMatchObject([{ op: 'update', group_id: 22, data: { deactivated: true } }])
  })

  it('report an archived channel as deleted without the capability for it', () => {
    const bakery = openBakery()
    const older = queueOf(bakery, 'hamlet', { event_types: ['stream'] })
    const newer = queueOf(bakery, 'hamlet', { event_types: ['stream'], ...capable('archived_channels') })
    bakery.realm.do('changeChannel', 'kitchen', { is_archived: true })
    expect(older.take()).toMatchObject([{ op: 'delete', stream_ids: [2] }])
    expect(newer.take()).toMatchObject([{ op: 'update', property: 'is_archived', value: true }])
  })

  it('never include deliveries to bots', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'iago')
    bakery.say('hamlet', lunch, '@**Echo** hi')
    expect(queue.take().map(({ type }) => type)).toEqual(['message'])
  })

  it('end for a deactivated account', () => {
    const bakery = openBakery()
    const queue = queueOf(bakery, 'hamlet', { event_types: ['message'] })
    bakery.as('desdemona').call('users.deactivate', { user_id: 10 })
    bakery.say('iago', lunch, 'Hi')
    expect(queue.take()).toEqual([])
  })
})

describe('registering an event queue', () => {
  it('returns the settings of the organisation and the account', () => {
    const bakery = openBakery({ assumptions: { messageLength: 500, topicLength: 30 } })
    expect(bakery.as('hamlet').call('events.register')).toMatchObject({
      last_event_id: -1,
      event_queue_longpoll_timeout_seconds: 90,
      svc_feature_level: bakery.realm.featureLevel,
      max_message_id: 108,
      max_message_length: 500,
      max_topic_length: 30,
      realm_empty_topic_display_name: 'general chat',
      realm_name: 'Oberon Bakery',
      realm_url: 'https://bakery.example.com',
      user_id: 10,
      email: 'hamlet@example.com',
      muted_users: [],
      subscriptions: [{ stream_id: 1 }, { stream_id: 2 }, { stream_id: 3 }],
    })
  })

  it('returns the data of the requested types', () => {
    const bakery = openBakery()
    const names = (params: Params<'events.register'>) =>
      Object.keys(bakery.as('hamlet').call('events.register', params))
    const always = [
      'queue_id',
      'last_event_id',
      'idle_queue_timeout_secs',
      'svc_version',
      'svc_feature_level',
      'svc_merge_base',
    ]
    expect(names({ event_types: ['message'] })).toEqual([...always, 'max_message_id'])
    expect(names({ event_types: ['message'], fetch_event_types: ['muted_users'] })).toEqual([...always, 'muted_users'])
    expect(names({ event_types: ['message'], fetch_event_types: [] })).toEqual(always)
    expect(names({ event_types: ['no such type'] })).toEqual(always)
  })

  it('returns bots, with their tokens, only to their owner and administrators', () => {
    const bakery = openBakery()
    const bots = (who: string) =>
      bakery.as(who).call('events.register', { fetch_event_types: ['realm_bot'] }).realm_bots as Record<
        string,
        unknown
      >[]
    const echo = credentialsOf(bakery.realm.world, 'echo')
    expect(bots('hamlet').map(({ user_id }) => user_id)).toEqual([21, 22, 25])
    expect(bots('othello')).toEqual([])
    expect(bots('iago').find(({ user_id }) => user_id === 20)).toMatchObject({
      services: [{ base_url: '', interface: 1, token: echo.token }],
    })
  })

  it('returns the unread messages by conversation', () => {
    const bakery = openBakery()
    const before = bakery.as('hamlet').call('events.register').unread_msgs as { count: number }
    bakery.say('iago', { channel: 'kitchen', topic: 'new' }, '@**Hamlet**')
    bakery.say('iago', { to: [10] }, 'Hi')
    const { unread_msgs } = bakery.as('hamlet').call('events.register')
    expect(unread_msgs).toMatchObject({ count: before.count + 2, mentions: [111] })
    expect((unread_msgs as { streams: unknown[] }).streams).toContainEqual({
      stream_id: 2,
      topic: 'new',
      unread_message_ids: [111],
    })
  })

  it('returns no linkifiers without the capability linkifier_url_template', () => {
    const bakery = openBakery()
    const linkifiers = (params: Params<'events.register'>) =>
      (bakery.as('hamlet').call('events.register', params).realm_linkifiers as unknown[]).length
    expect(linkifiers({})).toBe(0)
    expect(linkifiers(capable('linkifier_url_template'))).toBe(3)
  })
})
