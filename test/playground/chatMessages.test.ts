import { describe, expect, it } from 'vitest'
import { conversationText, readConversation } from '../../src/playground/page/chat/conversationText.js'
import { deliveryWords } from '../../src/playground/page/chat/deliveryWords.js'
import { newest, withNewer, withOlder } from '../../src/playground/page/chat/drawn.js'
import { type MessageContext, messageRows } from '../../src/playground/page/chat/messageRows.js'
import { initials } from '../../src/playground/page/chat/names.js'
import { placeOfAddress } from '../../src/playground/page/chat/narrowLinks.js'
import { type ChatPlace, directPlace, placeText, readPlace, turned } from '../../src/playground/page/chat/place.js'
import type { DeliveryRow } from '../../src/playground/page/deliveries/store.js'
import type { Message } from '../../src/protocol/index.js'

const lunch: ChatPlace = { kind: 'topic', channelId: 2, topic: 'lunch' }

function message(id: number, senderId: number, place: ChatPlace = lunch, facts: Partial<Message> = {}): Message {
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

const reading = (place: ChatPlace): MessageContext => ({
  place,
  ownId: 10,
  dayOf: (seconds) => String(Math.floor(seconds / 86_400)),
})

/** Rows in a few signs. */
const written = (messages: readonly Message[], how: MessageContext) =>
  messageRows(messages, how).map((row) => {
    if (row.kind === 'message') return `${row.isFirst ? '' : '+'}${row.message.id}`
    return row.kind === 'place' ? placeText(row.place) : row.kind
  })

describe('the rows of a message list', () => {
  it('show the sender once for consecutive messages, and again after a pause or on a new day', () => {
    const messages = [message(1, 8), message(2, 8), message(3, 9), message(20, 9), message(1441, 9)]
    expect(written(messages, reading(lunch))).toEqual(['day', '1', '+2', '3', '20', 'day', '1441'])
  })

  it('have a heading for each conversation', () => {
    const oven: ChatPlace = { kind: 'topic', channelId: 2, topic: 'oven' }
    const messages = [message(1, 8), message(2, 8, oven), message(3, 8, oven)]
    expect(written(messages, reading({ kind: 'channel', channelId: 2 }))).toEqual([
      ...['day', 'channel/2/lunch', '1', 'channel/2/oven', '2', '+3'],
    ])
  })
})

describe('the drawn part of a long list', () => {
  it('never grows beyond its limit', () => {
    let drawn = newest(100_000, 80)
    expect(drawn).toEqual({ start: 99_920, end: 100_000 })
    for (let times = 0; times < 20; times += 1) drawn = withOlder(drawn)
    expect(drawn).toEqual({ start: 98_320, end: 98_560 })
    for (let times = 0; times < 40; times += 1) drawn = withNewer(drawn, 100_000)
    expect(drawn).toEqual({ start: 99_760, end: 100_000 })
  })
})

describe('a place', () => {
  it.each(['channel/3', 'channel/3/', 'channel/3/a/b?c=1&d#e', 'channel/3/two\nlines', 'dm/8', 'dm/8,9'])(
    'round-trips through the text %j',
    (text) => {
      const place = readPlace(text)
      expect(place && placeText(place)).toBe(text)
    },
  )

  it.each(['', 'dm/', 'dm/x', 'channel/', 'channel/x/lunch', 'nowhere'])('is undefined for %j', (text) => {
    expect(readPlace(text)).toBeUndefined()
  })

  it("turns into the same conversation from another participant's side", () => {
    expect(turned(directPlace([8], 10), 10, 8)).toEqual(directPlace([10], 8))
    expect(turned(directPlace([8, 9], 10), 10, 9)).toEqual(directPlace([8, 10], 9))
    expect(turned(directPlace([], 10), 10, 8)).toEqual(directPlace([], 8))
    expect(turned(directPlace([8], 10), 10, 7)).toEqual(directPlace([8], 10))
  })

  it('is parsed from links of the organisation, including malformed ones', () => {
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

describe('the conversation in the address', () => {
  it('round-trips through text, and is undefined for invalid text', () => {
    const conversation = readConversation('7:channel/3/lunch: now')
    expect(conversation).toMatchObject({ userId: 7, place: { kind: 'topic', topic: 'lunch: now' } })
    expect(conversation && conversationText(conversation)).toBe('7:channel/3/lunch: now')
    expect(readConversation('x')).toBeUndefined()
  })
})

describe('the chip of a delivery', () => {
  const delivery = {
    ...{ id: 42, bot: { user_id: 20, email: '', full_name: 'Echo' }, attempts: 1, ms: 38 },
    ...{ status: 200, failure: undefined, hasThrown: false, isLate: false, at: 0 },
  }
  const words = (change: object) => deliveryWords({ ...delivery, ...change } as DeliveryRow, 3_400)

  it('has the outcome, the number of attempts and the duration', () => {
    expect(words({ outcome: 'replied' })).toMatchObject({
      tone: 'good',
      text: '42 · 38ms',
    })
    expect(words({ outcome: 'quiet', attempts: 3 })).toMatchObject({
      tone: 'warn',
      text: '42 · ⟳ 3 · 38ms',
      says: 'Delivery 42 to Echo: answered without a reply, 3 attempts, 38ms',
    })
    expect(words({ outcome: 'failed', status: 500 }).text).toBe('42 · 500 · 38ms')
    expect(words({ outcome: 'under way', ms: undefined, attempts: 0 }).text).toBe('42 · attempt 1, 3s')
    expect(words({ outcome: 'quiet', isLate: true, ms: 12_000 }).text).toBe('42 · late · 12s')
    expect(words({ outcome: 'replied', hasThrown: true })).toMatchObject({
      tone: 'bad',
      text: '42 · threw · 38ms',
    })
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
