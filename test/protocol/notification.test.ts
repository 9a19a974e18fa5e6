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

describe('a notification', () => {
  it.each([
    ['a direct message', direct],
    ['a channel message', channel],
  ])('that is as declared is read whole: %s', (_, notification) => {
    expect(readNotification(notification)).toEqual({ ok: true, notification, warnings: [] })
  })

  it('of an older server has the trigger of today', () => {
    const read = readNotification({ ...direct, trigger: olderDirectMessageTrigger })
    expect(read).toMatchObject({ ok: true, notification: { trigger: triggers.directMessage } })
  })

  it('keeps a trigger that nobody knows, and fields that nobody declared', () => {
    const novel = { ...direct, trigger: 'reaction', novelty: { a: 1 }, message: { ...direct.message, novelty: [2] } }
    expect(readNotification(novel)).toEqual({ ok: true, notification: novel, warnings: [] })
  })

  it('without `data` takes the message’s own content', () => {
    expect(readNotification(changed(channel, 'data', undefined))).toMatchObject({
      ok: true,
      notification: { data: 'hello' },
    })
  })

  it('fills in what an older server leaves out', () => {
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
  ])('is refused when what is needed to act is wrong: %#. %2$s', (notification, path) => {
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
  ])('loses %s, with a warning, when only that is wrong', (path) => {
    const read = readNotification(changed(channel, path, { wrong: true }))
    expect(read).toMatchObject({ ok: true, warnings: [{ path, problem: expect.any(String) }] })
    expect(JSON.stringify(read)).not.toContain('wrong')
  })

  it('loses a list of which one detail is wrong, and names the place', () => {
    const reactions = [{ emoji_name: 'a', emoji_code: 'a', reaction_type: 'unicode_emoji', user_id: 'eight' }]
    const read = readNotification(changed(channel, 'message.reactions', reactions))
    expect(read).toMatchObject({
      ok: true,
      notification: { message: { reactions: [] } },
      warnings: [{ path: 'message.reactions[0].user_id' }],
    })
  })

  it('keeps its recipients when one of them has an odd detail', () => {
    const odd = people.map((person) => ({ ...person, is_mirror_dummy: 'perhaps' }))
    const read = readNotification(changed(direct, 'message.display_recipient', odd))
    expect(read).toMatchObject({ ok: true, notification: { message: { display_recipient: people } } })
  })

  it('is not fooled by names that every object has', () => {
    const text = JSON.stringify(channel).replace('{', '{"__proto__":{"polluted":true},')
    const read = readNotification(JSON.parse(text.replace('"message":{', '"message":{"__proto__":{"polluted":true},')))
    expect(read.ok).toBe(true)
    const { notification } = read as { notification: { message: object } }
    for (const part of [notification, notification.message]) {
      expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
      expect((part as { polluted?: boolean }).polluted).toBeUndefined()
    }
  })

  it('is read or refused, whatever it is, and never breaks', () => {
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
