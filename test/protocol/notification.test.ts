import { readNotification, triggers } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { olderDirectMessageTrigger } from '../../src/protocol/index.js'
import { runs } from '../seed.js'

const people = [
  { id: 8, email: 'iago@example.com', full_name: 'Iago', is_mirror_dummy: false },
  { id: 20, email: 'echo-bot@example.com', full_name: 'Echo', is_mirror_dummy: false },
]

const direct = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: 'hello',
  trigger: 'direct_message',
  token: 'a token for this test',
  message: {
    id: 57,
    type: 'private',
    sender_id: 8,
    sender_email: 'iago@example.com',
    sender_full_name: 'Iago',
    sender_realm_str: 'bakery',
    avatar_url: null,
    client: 'website',
    content: 'hello',
    content_type: 'text/x-markdown',
    rendered_content: '<p>hello</p>',
    display_recipient: people,
    recipient_id: 31,
    subject: '',
    is_me_message: false,
    timestamp: 1763712000,
    reactions: [],
    submessages: [],
    topic_links: [],
  },
}

const { display_recipient: _, ...withoutRecipient } = direct.message
const channel = {
  ...direct,
  trigger: 'mention',
  message: { ...withoutRecipient, type: 'stream', stream_id: 2, display_recipient: 'kitchen', subject: 'lunch' },
}

/** The notification with one field replaced, e.g. `message.id`; undefined leaves it out. */
function changed(notification: object, path: string, value: unknown): unknown {
  const copy = structuredClone(notification) as Record<string, Record<string, unknown>>
  const [first = '', second] = path.split('.')
  const holder = second === undefined ? copy : (copy[first] ?? {})
  const name = second ?? first
  if (value === undefined) delete holder[name]
  else (holder as Record<string, unknown>)[name] = value
  return copy
}

describe('readNotification', () => {
  it.each([
    ['a direct message', direct],
    ['a channel message', channel],
  ])('returns a valid notification unchanged: %s', (_, notification) => {
    expect(readNotification(notification)).toEqual({ ok: true, notification, warnings: [] })
  })

  it('converts the trigger of an older server', () => {
    const read = readNotification({ ...direct, trigger: olderDirectMessageTrigger })
    expect(read).toMatchObject({ ok: true, notification: { trigger: triggers.directMessage } })
  })

  it('keeps unknown triggers and fields', () => {
    const novel = { ...direct, trigger: 'reaction', novelty: { a: 1 }, message: { ...direct.message, novelty: [2] } }
    expect(readNotification(novel)).toEqual({ ok: true, notification: novel, warnings: [] })
  })

  it("uses the message's content if `data` is missing", () => {
    expect(readNotification(changed(channel, 'data', undefined))).toMatchObject({
      ok: true,
      notification: { data: 'hello' },
    })
  })

  it('fills in fields that older servers omit', () => {
    const few = ['id', 'type', 'sender_id', 'sender_email', 'content', 'stream_id', 'display_recipient']
    const message = Object.fromEntries(Object.entries(channel.message).filter(([name]) => few.includes(name)))
    const { bot_full_name: _, ...rest } = channel
    expect(readNotification({ ...rest, message })).toMatchObject({
      ok: true,
      notification: { message: { subject: '', reactions: [], submessages: [], topic_links: [], is_me_message: false } },
      warnings: [],
    })
  })

  it.each([
    [direct, 'bot_email'],
    [direct, 'token'],
    [direct, 'trigger'],
    [direct, 'message'],
    [direct, 'message.id'],
    [direct, 'message.type'],
    [direct, 'message.sender_id'],
    [direct, 'message.sender_email'],
    [direct, 'message.content'],
    [direct, 'message.display_recipient'],
    [channel, 'message.stream_id'],
    [channel, 'message.display_recipient'],
  ])('rejects an invalid required field: %#. %2$s', (notification, path) => {
    for (const value of [undefined, null, {}, true]) {
      const read = readNotification(changed(notification, path, value))
      expect(read).toMatchObject({ ok: false, problems: [{ path: expect.stringContaining(path) }] })
    }
  })

  it.each([
    'bot_full_name',
    'data',
    'message.sender_full_name',
    'message.avatar_url',
    'message.client',
    'message.rendered_content',
    'message.recipient_id',
    'message.subject',
    'message.is_me_message',
    'message.timestamp',
    'message.last_edit_timestamp',
    'message.edit_history',
    'message.reactions',
    'message.submessages',
    'message.topic_links',
    'message.flags',
  ])('drops an invalid %s with a warning', (path) => {
    const read = readNotification(changed(channel, path, { wrong: true }))
    expect(read).toMatchObject({ ok: true, warnings: [{ path, problem: expect.any(String) }] })
    expect(JSON.stringify(read)).not.toContain('wrong')
  })

  it('drops a list with one invalid entry and names its path', () => {
    const reactions = [{ emoji_name: 'a', emoji_code: 'a', reaction_type: 'unicode_emoji', user_id: 'eight' }]
    const read = readNotification(changed(channel, 'message.reactions', reactions))
    expect(read).toMatchObject({
      ok: true,
      notification: { message: { reactions: [] } },
      warnings: [{ path: 'message.reactions[0].user_id' }],
    })
  })

  it('keeps recipients with an invalid optional field', () => {
    const odd = people.map((person) => ({ ...person, is_mirror_dummy: 'perhaps' }))
    const read = readNotification(changed(direct, 'message.display_recipient', odd))
    expect(read).toMatchObject({ ok: true, notification: { message: { display_recipient: people } } })
  })

  it("can't pollute prototypes", () => {
    const text = JSON.stringify(channel).replace('{', '{"__proto__":{"polluted":true},')
    const read = readNotification(JSON.parse(text.replace('"message":{', '"message":{"__proto__":{"polluted":true},')))
    expect(read.ok).toBe(true)
    const { notification } = read as { notification: { message: object } }
    for (const part of [notification, notification.message]) {
      expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
      expect((part as { polluted?: boolean }).polluted).toBeUndefined()
    }
  })

  it('accepts or rejects any JSON without throwing', () => {
    const paths = [...Object.keys(channel), ...Object.keys(channel.message).map((name) => `message.${name}`)]
    const any = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom(direct, channel), fc.constantFrom(...paths), fc.jsonValue())
        .map(([base, path, value]) => changed(base, path, value)),
    )
    fc.assert(
      fc.property(any, (json) => {
        const read = readNotification(json)
        if (!read.ok) expect(read.problems.length).toBeGreaterThan(0)
      }),
      { numRuns: runs(2000) },
    )
  })
})
