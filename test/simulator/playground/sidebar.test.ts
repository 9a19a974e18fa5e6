import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Row, sidebarRows } from '../../../src/simulator/playground/page/chat/sidebar/rows.js'
import type {
  Policy,
  SeenChannel,
  SeenPerson,
  SeenTopic,
  View,
} from '../../../src/simulator/playground/page/chat/sidebar/view.js'
import { viewOf } from '../../../src/simulator/playground/page/chat/sidebar/viewOf.js'
import { rowWords } from '../../../src/simulator/playground/page/chat/sidebar/words.js'
import { stateFrom, withConversations, withTopics } from '../../../src/simulator/playground/page/chat/state.js'
import { presenceOf } from '../../../src/simulator/playground/presence.js'

const person = (id: number, name: string, facts: Partial<SeenPerson> = {}): SeenPerson => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  isBot: false,
  isConnected: false,
  isActive: true,
  isDeleted: false,
  isSystem: false,
  presence: 'offline',
  ...facts,
})
const channel = (id: number, name: string, facts: Partial<SeenChannel> = {}): SeenChannel => ({
  id,
  name,
  folderId: null,
  isSubscribed: true,
  isMuted: false,
  isPrivate: false,
  topics: [],
  areTopicsListed: true,
  ...facts,
})
const topic = (
  name: string,
  newest: number,
  policy: Policy = 'neutral',
  facts: Partial<SeenTopic> = {},
): SeenTopic => ({
  name,
  title: name,
  newest,
  policy,
  unread: 0,
  isMentioned: false,
  ...facts,
})
const folder = (id: number, name: string, order: number, isArchived = false) => ({ id, name, order, isArchived })

interface Parts extends Partial<Omit<View, 'people' | 'mutedUsers' | 'shown'>> {
  readonly people?: readonly SeenPerson[]
  readonly muted?: readonly number[]
  readonly shown?: readonly string[]
}

function view({ people = [], muted = [], shown = [], ...parts }: Parts): View {
  return {
    ownId: 10,
    channels: [],
    folders: [],
    conversations: [],
    ...parts,
    people: new Map(people.map((one) => [one.id, one])),
    mutedUsers: new Set(muted),
    shown: new Set(shown),
  }
}

/** The lines, indented by their level. */
function lines(seen: View, { opened = {}, typed = '' }: { opened?: Record<string, boolean>; typed?: string } = {}) {
  return sidebarRows(seen, new Map(Object.entries(opened)), typed).map(
    (row) => `${'  '.repeat(row.level - 1)}${text(row)}`,
  )
}

function text(row: Row): string {
  if (row.kind === 'section') return `${row.title} (${row.count})`
  if (row.kind === 'fold') return `… ${row.title}`
  if (row.kind === 'channel')
    return `#${row.channel.name}${row.unread > 0 ? ` ${row.unread}` : ''}${row.isMentioned ? ' @' : ''}`
  if (row.kind === 'topic') return row.topic.name
  if (row.kind === 'direct') return row.title
  return row.person.name
}

const hamlet = person(10, 'Hamlet')

describe('channels in the sidebar', () => {
  const folders = [folder(1, 'Kitchen', 1), folder(2, 'Front', 0), folder(3, 'Closed', 2, true)]

  it('stand under their folders in the order of these, and last those in none, or in one that is archived', () => {
    const channels = [
      channel(1, 'zebra'),
      channel(2, 'ovens', { folderId: 1 }),
      channel(3, 'till', { folderId: 2 }),
      channel(4, 'attic', { folderId: 3 }),
      channel(5, 'Dough', { folderId: 1 }),
      channel(6, 'room 10'),
      channel(7, 'room 9'),
    ]
    expect(lines(view({ channels, folders }))).toEqual([
      'Front (1)',
      '  #till',
      'Kitchen (2)',
      '  #Dough',
      '  #ovens',
      'Channels (4)',
      '  #attic',
      '  #room 9',
      '  #room 10',
      '  #zebra',
      'People (0)',
    ])
  })

  it('are last when they are muted, and by themselves when nobody subscribed to them', () => {
    const channels = [channel(1, 'a', { isMuted: true }), channel(2, 'b'), channel(3, 'c', { isSubscribed: false })]
    expect(lines(view({ channels }))).toEqual(['Channels (2)', '  #b', '  #a', 'Not subscribed (1)', 'People (0)'])
    expect(lines(view({ channels }), { opened: { unsubscribed: true } })).toContain('  #c')
  })

  it('show their topics at once where they are few or one is being read, and otherwise when they are opened', () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      channel(index + 1, `c${index + 1}`, { topics: [topic('t', index)] }),
    )
    expect(lines(view({ channels: many.slice(0, 2) }))).toEqual([
      'Channels (2)',
      '  #c1',
      '    t',
      '  #c2',
      '    t',
      'People (0)',
    ])
    expect(lines(view({ channels: many })).filter((line) => line.endsWith(' t'))).toEqual([])
    const shown = view({ channels: many, shown: ['channel/4/t'] })
    expect(lines(shown).slice(4, 6)).toEqual(['  #c4', '    t'])
    expect(lines(shown, { opened: { 'channel 4': false, 'channel 1': true } }).slice(0, 6)).toEqual([
      'Channels (9)',
      '  #c1',
      '    t',
      '  #c2',
      '  #c3',
      '  #c4',
    ])
  })
})

describe('topics in the sidebar', () => {
  const topicsOf = (topics: readonly SeenTopic[], more: Parts = {}, facts: Partial<SeenChannel> = {}) =>
    lines(view({ channels: [channel(3, 'kitchen', { topics, ...facts })], ...more }), { opened: { 'channel 3': true } })
      .slice(2, -1)
      .map((line) => line.trim())

  it('are the newest five, the newest first, and the others behind a line that says how many', () => {
    const topics = [1, 7, 3, 5, 2, 6, 4].map((newest) => topic(`t${newest}`, newest))
    expect(topicsOf(topics)).toEqual(['t7', 't6', 't5', 't4', 't3', '… 2 more'])
  })

  it('are shown in any case when followed, when they mention the person, and when being read', () => {
    const old = [
      topic('followed', 3, 'followed'),
      topic('mention', 2, 'neutral', { isMentioned: true }),
      topic('read', 1),
    ]
    const topics = [...[9, 8, 7, 6, 5, 4].map((newest) => topic(`t${newest}`, newest)), ...old]
    expect(topicsOf(topics, { shown: ['channel/3/read'] })).toEqual([
      't9',
      't8',
      't7',
      't6',
      't5',
      'followed',
      'mention',
      'read',
      '… 1 more',
    ])
  })

  it('are folded under a count when muted, but for one that is being read', () => {
    const topics = [topic('a', 3, 'muted'), topic('b', 2), topic('c', 1, 'muted')]
    expect(topicsOf(topics)).toEqual(['b', '… 2 muted'])
    expect(topicsOf(topics, { shown: ['channel/3/a'] })).toEqual(['a', 'b', '… 1 muted'])
  })

  it('of a muted channel are muted unless unmuted or followed', () => {
    const topics = [
      topic('neutral', 4),
      topic('unmuted', 3, 'unmuted'),
      topic('followed', 2, 'followed'),
      topic('muted', 1, 'muted'),
    ]
    expect(topicsOf(topics, {}, { isMuted: true })).toEqual(['unmuted', 'followed', '… 2 muted'])
  })

  it('count as unread for their channel unless they are muted', () => {
    const topics = [topic('a', 2, 'neutral', { unread: 3 }), topic('b', 1, 'muted', { unread: 5 })]
    expect(lines(view({ channels: [channel(3, 'kitchen', { topics })] }))[1]).toBe('  #kitchen 3')
  })

  it('are all there once, whatever their policies', () => {
    const policies = fc.constantFrom<Policy>('neutral', 'muted', 'unmuted', 'followed')
    fc.assert(
      fc.property(fc.array(policies, { maxLength: 20 }), fc.boolean(), (all, isMuted) => {
        const topics = all.map((policy, index) => topic(`t${index}`, index, policy))
        const opened = new Map([
          ['channel 3', true],
          ['more 3', true],
          ['muted 3', true],
        ])
        const rows = sidebarRows(view({ channels: [channel(3, 'k', { topics, isMuted })] }), opened, '')
        const names = rows.flatMap((row) => (row.kind === 'topic' ? [row.topic.name] : []))
        expect(names.toSorted()).toEqual(topics.map(({ name }) => name).toSorted())
      }),
    )
  })
})

describe('direct conversations in the sidebar', () => {
  const people = [hamlet, person(8, 'Iago'), person(11, 'Cordelia'), person(12, 'Othello')]
  const talk = (newest: number, ...userIds: readonly number[]) => ({ userIds, newest, unread: 0 })
  const direct = (seen: View, opened = {}) =>
    lines(seen, { opened: { people: false, ...opened } })
      .slice(1, -1)
      .map((line) => line.trim())

  it('come the newest first, with those of groups and the one with oneself among them', () => {
    const conversations = [talk(1, 8), talk(3, 8, 11), talk(2, 10)]
    expect(direct(view({ people, conversations }))).toEqual(['Iago, Cordelia', 'Hamlet (you)', 'Iago'])
  })

  it('leave out a muted user, who is nobody in particular in those of groups', () => {
    const conversations = [talk(3, 11), talk(2, 8, 11), talk(1, 8)]
    expect(direct(view({ people, conversations, muted: [11] }))).toEqual(['Iago, Muted user', 'Iago'])
  })

  it('are eight at first, and more where something is unread', () => {
    const conversations = Array.from({ length: 12 }, (_, index) => ({
      ...talk(index, 100 + index),
      unread: index === 0 ? 1 : 0,
    }))
    expect(direct(view({ people, conversations })).slice(-3)).toEqual(['User 104', 'User 100', '… 3 more'])
    expect(direct(view({ people, conversations }), { 'more direct': true })).toHaveLength(13)
  })
})

describe('people in the sidebar', () => {
  const names = (seen: View, opened = {}) =>
    lines(seen, { opened })
      .slice(1)
      .map((line) => line.trim())

  it('are bots that are connected, then people by presence, then other bots', () => {
    const people = [
      person(1, 'Zoe', { presence: 'active' }),
      person(2, 'Anna'),
      person(3, 'Ben', { presence: 'idle' }),
      person(4, 'Bare', { isBot: true }),
      person(5, 'Echo', { isBot: true, isConnected: true }),
      person(6, 'Abe', { presence: 'active' }),
    ]
    expect(names(view({ people }))).toEqual(['Echo', 'Abe', 'Zoe', 'Ben', 'Anna', 'Bare'])
  })

  it('are without muted and deactivated ones, which stand under a count each', () => {
    const people = [
      hamlet,
      person(11, 'Cordelia', { presence: 'active' }),
      person(16, 'Deleted user 16', { isActive: false, isDeleted: true }),
      person(14, 'Prospero', { isActive: false }),
    ]
    const seen = view({ people, muted: [11] })
    expect(lines(seen)).toEqual(['People (1)', '  Hamlet', '  … 1 muted', '  … 2 deactivated'])
    expect(names(seen, { 'gone people': true, 'muted people': true })).toEqual([
      'Hamlet',
      '… 1 muted',
      'Cordelia',
      '… 2 deactivated',
      'Prospero',
      'Deleted user 16',
    ])
  })
})

describe('what is looked for in the sidebar', () => {
  const seen = view({
    people: [hamlet, person(8, 'Iago'), person(11, 'Cordélia'), person(14, 'Old Iago', { isActive: false })],
    muted: [11],
    channels: [
      channel(1, 'general', { topics: [topic('greetings', 1), topic('iago is late', 2, 'muted')] }),
      channel(2, 'Iago’s corner', { isSubscribed: false, areTopicsListed: false }),
    ],
    conversations: [
      { userIds: [8], newest: 1, unread: 0 },
      { userIds: [11], newest: 2, unread: 0 },
    ],
  })

  it('is found wherever it stands, nothing of it folded away', () => {
    expect(lines(seen, { typed: 'IAGO' })).toEqual([
      'Channels (2)',
      '  #general',
      '    iago is late',
      '  #Iago’s corner',
      'Direct messages (1)',
      '  Iago',
      'People (2)',
      '  Iago',
      '  Old Iago',
    ])
  })

  it.each([
    ['general greet', ['Channels (1)', '  #general', '    greetings']],
    ['ham let', ['People (1)', '  Hamlet']],
    ['cordelia', []],
    ['nothing like it', []],
    ['  ', lines(seen)],
  ])('for %j is %j', (typed, expected) => {
    expect(lines(seen, { typed })).toEqual(expected)
  })

  it('never says the name of a muted user', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'cordelia@exmp. ') }), (typed) => {
        expect(lines(seen, { typed }).join()).not.toContain('Cordélia')
      }),
    )
  })
})

describe('a line of the sidebar', () => {
  it('has a key of its own and its place among those beside it', () => {
    const topics = [topic('a', 2), topic('b', 1)]
    const people = Array.from({ length: 50 }, (_, index) => person(index, `p${index}`, { isActive: index % 3 > 0 }))
    const rows = sidebarRows(
      view({ people, muted: [1, 4], channels: [channel(1, 'x', { topics }), channel(2, 'y', { topics })] }),
      new Map([
        ['gone people', true],
        ['muted people', true],
      ]),
      '',
    )
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    const first = rows.filter(({ level }) => level === 1)
    expect(first.map(({ at, of }) => [at, of])).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(rows.filter(({ kind }) => kind === 'topic').map(({ at, of }) => `${at}/${of}`)).toEqual([
      '1/2',
      '2/2',
      '1/2',
      '2/2',
    ])
  })

  it('has nothing to open where nothing is under it', () => {
    const [, empty, unknown] = sidebarRows(
      view({ channels: [channel(1, 'empty'), channel(2, 'unknown', { areTopicsListed: false })] }),
      new Map(),
      '',
    )
    expect(empty?.isOpen).toBeUndefined()
    expect(unknown?.isOpen).toBe(true)
  })
})

describe('presence', () => {
  it.each([
    ['active', 0, 'active'],
    ['active', 200, 'active'],
    ['active', 201, 'offline'],
    ['idle', 200, 'idle'],
    ['idle', 201, 'offline'],
    ['active', -5, 'active'],
  ])('reported as %s %i seconds ago is %s', (status, ago, expected) => {
    expect(presenceOf({ status, timestamp: 1_000 - ago }, 1_000, 200)).toBe(expected)
  })

  it('that was never reported is none', () => {
    expect(presenceOf(undefined, 1_000, 200)).toBe('offline')
  })
})

describe('what a line says to who does not see it', () => {
  const words = (seen: View, opened: readonly string[] = []) =>
    sidebarRows(seen, new Map(opened.map((key) => [key, true])), '').map(rowWords)

  it('has all of its signs', () => {
    const topics = [
      topic('✔ done', 3, 'followed', { unread: 2, isMentioned: true }),
      topic('quiet', 2, 'muted'),
      topic('plain', 1),
    ]
    const channels = [channel(3, 'books', { isPrivate: true, isMuted: true, topics })]
    expect(words(view({ channels }), ['channel 3', 'muted 3'])).toEqual([
      'Channels, 1',
      'private channel books, muted, 2 unread, mentions you',
      '✔ done, resolved, followed, 2 unread, mentions you',
      '2 muted',
      'quiet, muted',
      'plain, muted',
      'People, 0',
    ])
  })

  it('says who somebody is and whether they are there', () => {
    const people = [
      person(10, 'Hamlet', { presence: 'active' }),
      person(20, 'Echo', { isBot: true, isConnected: true }),
      person(11, 'Cordelia', { presence: 'active' }),
      person(14, 'Prospero', { isActive: false }),
      person(16, 'Deleted user 16', { isActive: false, isDeleted: true }),
      person(1, 'Notification Bot', { isBot: true, isSystem: true }),
    ]
    expect(words(view({ people, muted: [11] }), ['gone people', 'muted people'])).toEqual([
      'People, 2',
      'Echo, bot',
      'Hamlet, you, active',
      '1 muted',
      'Cordelia, muted',
      '2 deactivated',
      'Prospero, deactivated',
      'Deleted user 16, deleted',
    ])
  })
})

describe('the view of a person', () => {
  const state = stateFrom({
    user_id: 10,
    realm_users: [
      { user_id: 10, email: 'user10@x', delivery_email: 'hamlet@example.com', full_name: 'Hamlet', is_active: true },
      { user_id: 20, email: 'echo@x', delivery_email: null, full_name: 'Echo', is_bot: true, is_active: true },
    ],
    cross_realm_bots: [{ user_id: 1, email: 'n@x', full_name: 'Notification Bot', is_bot: true, is_active: true }],
    subscriptions: [
      { stream_id: 2, name: 'kitchen', is_muted: true, folder_id: 1 },
      { stream_id: 5, name: 'old', is_archived: true },
    ],
    channel_folders: [{ id: 1, name: 'Kitchen', order: 0, is_archived: false }],
    user_topics: [{ stream_id: 2, topic_name: 'LUNCH', visibility_policy: 3 }],
    presences: { 'user10@x': { aggregated: { status: 'active', timestamp: 1000 } } },
    server_presence_offline_threshold_seconds: 200,
    muted_users: [{ id: 11 }],
    unread_msgs: {
      mentions: [7],
      streams: [
        { stream_id: 2, topic: 'Lunch', unread_message_ids: [5, 7] },
        { stream_id: 2, topic: '', unread_message_ids: [6] },
      ],
      pms: [{ other_user_id: 20, unread_message_ids: [8] }],
    },
  })
  const seen = (of = state) => viewOf(of, { now: 1100, connected: new Set([20]), shown: new Set() })

  it('has what is unread in its channels, conversations and topics, whatever their letters’ case', () => {
    const withAll = withConversations(withTopics(state, 2, [{ name: 'lunch', max_id: 7 }]), [
      { userIds: [20], newest: 8 },
    ])
    const { channels, conversations } = seen(withAll)
    expect(channels).toMatchObject([{ id: 2, folderId: 1, isMuted: true, areTopicsListed: true }])
    expect(channels[0]?.topics).toEqual([
      { name: 'lunch', title: 'lunch', newest: 7, policy: 'followed', unread: 2, isMentioned: true },
      { name: '', title: 'general chat', newest: 6, policy: 'neutral', unread: 1, isMentioned: false },
    ])
    expect(conversations).toEqual([{ userIds: [20], newest: 8, unread: 1 }])
  })

  it('knows topics with something unread before a channel’s topics were asked for', () => {
    expect(seen().channels).toMatchObject([
      {
        areTopicsListed: false,
        topics: [
          { name: 'Lunch', unread: 2 },
          { name: '', unread: 1 },
        ],
      },
    ])
  })

  it('has people with their presence, and bots that are connected', () => {
    const { people, mutedUsers } = seen()
    expect(people.get(10)).toMatchObject({ presence: 'active', email: 'hamlet@example.com', isConnected: false })
    expect(people.get(20)).toMatchObject({ presence: 'offline', email: 'echo@x', isConnected: true })
    expect(people.get(1)).toMatchObject({ isSystem: true })
    expect([...mutedUsers]).toEqual([11])
  })
})
