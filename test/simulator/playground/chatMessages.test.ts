import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/protocol/index.js'
import { choicesOf, readColumns } from '../../../src/simulator/playground/page/chat/columnText.js'
import { deliveryWords } from '../../../src/simulator/playground/page/chat/deliveryWords.js'
import { newest, withNewer, withOlder } from '../../../src/simulator/playground/page/chat/drawn.js'
import { messageRows, type Reading } from '../../../src/simulator/playground/page/chat/messageRows.js'
import { initials } from '../../../src/simulator/playground/page/chat/names.js'
import { placeOfAddress } from '../../../src/simulator/playground/page/chat/narrowLinks.js'
import {
  directPlace,
  type Place,
  placeText,
  readPlace,
  turned,
} from '../../../src/simulator/playground/page/chat/place.js'
import { topicKey } from '../../../src/simulator/playground/page/chat/state.js'
import { widgetOf } from '../../../src/simulator/playground/page/chat/widget.js'

const lunch: Place = { kind: 'topic', channelId: 2, topic: 'lunch' }

function message(id: number, senderId: number, place: Place = lunch, facts: Partial<Message> = {}): Message {
  return {
    ...{ id, sender_id: senderId, sender_email: '', sender_full_name: '', content: '', timestamp: id * 60 },
    ...{ is_me_message: false, reactions: [], submessages: [], topic_links: [], flags: [] },
    ...(place.kind === 'topic'
      ? { type: 'stream', stream_id: place.channelId, subject: place.topic, display_recipient: '' }
      : {
          type: 'private',
          subject: '',
          display_recipient: (place.kind === 'direct' ? [...place.userIds, 10] : []).map((id) => ({ id })),
        }),
    ...facts,
  } as Message
}

const reading = (place: Place, facts: Partial<Reading['state']> = {}, opened: readonly number[] = []): Reading => ({
  place,
  state: { ownId: 10, mutedUsers: new Set(), policies: new Map(), channels: new Map(), ...facts },
  opened: new Set(opened),
  dayOf: (seconds) => String(Math.floor(seconds / 86_400)),
})

/** Rows in a few signs. */
const written = (messages: readonly Message[], how: Reading) =>
  messageRows(messages, how).map((row) => {
    if (row.kind === 'message') return `${row.isFirst ? '' : '+'}${row.message.id}`
    if (row.kind === 'folded') return `${row.isOpen ? 'open' : 'shut'} ${row.ids.length} ${row.why}`
    return row.kind === 'place' ? placeText(row.place) : row.kind
  })

describe('messages as lines', () => {
  it('say once who wrote several in a row, and anew after a pause, in another conversation and on another day', () => {
    const messages = [message(1, 8), message(2, 8), message(3, 9), message(20, 9), message(1441, 9)]
    expect(written(messages, reading(lunch))).toEqual(['day', '1', '+2', '3', '20', 'day', '1441'])
  })

  it('of several conversations are headed by each', () => {
    const oven: Place = { kind: 'topic', channelId: 2, topic: 'oven' }
    const messages = [message(1, 8), message(2, 8, oven), message(3, 8, oven), message(4, 8, directPlace([8], 10))]
    expect(written(messages, reading({ kind: 'all' }))).toEqual([
      ...['day', 'channel/2/lunch', '1', 'channel/2/oven', '2', '+3', 'dm/8', '4'],
    ])
  })

  it('of muted people are folded into a count that opens', () => {
    const messages = [message(1, 8), message(2, 11), message(3, 12), message(4, 8)]
    const muted = { mutedUsers: new Set([11, 12]) }
    expect(written(messages, reading(lunch, muted))).toEqual(['day', '1', 'shut 2 muted user', '4'])
    expect(written(messages, reading(lunch, muted, [3]))).toEqual(['day', '1', 'open 2 muted user', '2', '3', '4'])
  })

  it('leave the one-on-one messages of muted people out of everything, but not those in a group', () => {
    const alone = message(1, 11, directPlace([11], 10))
    const group = message(2, 11, directPlace([8, 11], 10))
    const muted = { mutedUsers: new Set([11]) }
    expect(written([alone], reading({ kind: 'all' }, muted))).toEqual([])
    expect(written([group], reading({ kind: 'all' }, muted))).toEqual(['day', 'dm/8,11', 'shut 1 muted user'])
  })

  it('fold muted topics among others, and show one that is opened by itself', () => {
    const policies = new Map([[topicKey(2, 'lunch'), { channelId: 2, topic: 'lunch', policy: 'muted' as const }]])
    expect(written([message(1, 8), message(2, 9)], reading({ kind: 'channel', channelId: 2 }, { policies }))).toEqual([
      ...['day', 'channel/2/lunch', 'shut 2 muted topic'],
    ])
    expect(written([message(1, 8)], reading(lunch, { policies }))).toEqual(['day', '1'])
  })
})

describe('a long list', () => {
  it('is drawn by parts that never grow beyond what is quick', () => {
    let drawn = newest(100_000)
    expect(drawn).toEqual({ start: 99_920, end: 100_000 })
    for (let times = 0; times < 20; times += 1) drawn = withOlder(drawn)
    expect(drawn).toEqual({ start: 98_320, end: 98_560 })
    for (let times = 0; times < 40; times += 1) drawn = withNewer(drawn, 100_000)
    expect(drawn).toEqual({ start: 99_760, end: 100_000 })
  })
})

describe('a place', () => {
  it.each(['all', 'channel/3', 'channel/3/', 'channel/3/a/b?c=1&d#e', 'channel/3/two\nlines', 'dm/8', 'dm/8,9'])(
    'is read as it is written: %j',
    (text) => {
      const place = readPlace(text)
      expect(place && placeText(place)).toBe(text)
    },
  )

  it.each(['', 'dm/', 'dm/x', 'channel/', 'channel/x/lunch', 'nowhere'])('is none in %j', (text) => {
    expect(readPlace(text)).toBeUndefined()
  })

  it('of one person to another is the same conversation as seen by the other', () => {
    expect(turned(directPlace([8], 10), 10, 8)).toEqual(directPlace([10], 8))
    expect(turned(directPlace([8, 9], 10), 10, 9)).toEqual(directPlace([8, 10], 9))
    expect(turned(directPlace([], 10), 10, 8)).toEqual(directPlace([], 8))
    expect(turned(directPlace([8], 10), 10, 7)).toEqual(directPlace([8], 10))
  })

  it('is read from the addresses of the organisation, also those that are malformed', () => {
    expect(placeOfAddress('/#narrow/channel/2-kitchen/topic/oven.20.2312/near/103')).toEqual({
      place: { kind: 'topic', channelId: 2, topic: 'oven #12' },
      messageId: 103,
    })
    expect(placeOfAddress('http://a.example/#narrow/dm/8,10-pm/near/7')?.place).toEqual(directPlace([8, 10], 0))
    expect(placeOfAddress('/#narrow/channel/2-kitchen')?.place).toEqual({ kind: 'channel', channelId: 2 })
    expect(placeOfAddress('/#narrow/channel/2/topic/.E0.')?.place).toEqual({
      kind: 'topic',
      channelId: 2,
      topic: '.E0.',
    })
    expect(placeOfAddress('/#narrow/is/starred')).toBeUndefined()
  })
})

describe('columns in the address', () => {
  it('are read as they are written, up to four, and what is none is left out', () => {
    const choices = { c1: '7:channel/3/lunch: now', c2: 'x', c3: '10:dm/8', c4: '8:all', c5: '9:all' }
    const columns = readColumns(choices)
    expect(columns.map(({ userId }) => userId)).toEqual([7, 10, 8])
    expect(choicesOf(columns)).toEqual({ c1: '7:channel/3/lunch: now', c2: '10:dm/8', c3: '8:all', c4: '' })
  })
})

describe('what comes with a message', () => {
  const part = (sender_id: number, data: unknown) => ({
    ...{ id: 1, message_id: 1, sender_id, msg_type: 'widget' },
    content: typeof data === 'string' ? data : JSON.stringify(data),
  })

  it('is a poll with its votes, of which each person has one for each option', () => {
    const submessages = [
      part(8, { widget_type: 'poll', extra_data: { question: 'Which?', options: ['Soup', 'Stew'] } }),
      part(9, { type: 'vote', key: 'canned,0', vote: 1 }),
      part(9, { type: 'vote', key: 'canned,0', vote: 1 }),
      part(10, { type: 'new_option', idx: 1, option: 'Bread' }),
      part(9, { type: 'vote', key: '10,1', vote: 1 }),
      part(9, { type: 'vote', key: 'canned,0', vote: -1 }),
    ]
    expect(widgetOf({ submessages })).toEqual({
      title: 'Which?',
      lines: [
        { text: 'Soup', note: '0 votes' },
        { text: 'Stew', note: '0 votes' },
        { text: 'Bread', note: '1 vote' },
      ],
    })
  })

  it('is nothing where it cannot be read', () => {
    for (const data of ['', '{', 'null', '[]', { widget_type: 'other' }, { widget_type: 5 }]) {
      expect(widgetOf({ submessages: [part(8, data)] })).toBeUndefined()
    }
    expect(widgetOf({ submessages: [part(8, { widget_type: 'poll', extra_data: 3 })] })).toEqual({
      title: 'Poll',
      lines: [],
    })
  })
})

describe('a delivery in a few signs', () => {
  const delivery = {
    ...{ id: 42, bot: { user_id: 20, email: '', full_name: 'Echo' }, attempts: 1, ms: 38 },
    ...{ status: 200, failure: undefined },
  }

  it('says what came of it, how often it was tried, and how long that took', () => {
    expect(deliveryWords({ ...delivery, outcome: 'replied' })).toMatchObject({
      kind: 'good',
      sign: '✓',
      text: '42 · 38 ms',
    })
    expect(deliveryWords({ ...delivery, outcome: 'quiet', attempts: 3 })).toMatchObject({
      kind: 'warn',
      text: '42 · ⟳ 3 · 38 ms',
      says: 'Delivery 42 to Echo: answered without a reply, 3 attempts, 38 ms',
    })
    expect(deliveryWords({ ...delivery, outcome: 'failed', status: 500 }).text).toBe('42 · 500 · 38 ms')
    expect(deliveryWords({ ...delivery, outcome: 'under way', ms: undefined }).text).toBe('42')
  })
})

describe('initials', () => {
  it.each([
    ['Desdemona', 'D'],
    ['Yeast Counter', 'YC'],
    ['שלום עולם', 'שע'],
    ['<b>bold</b>', 'B'],
    ['🍞', '?'],
    ['', '?'],
    ['𝒜da of Byron', '𝒜B'],
  ])('of %s are %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})
