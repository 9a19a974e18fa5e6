import { describe, expect, it } from 'vitest'
import { fileLink, quotationOf, roomLeft } from '../../src/playground/page/chat/compose/inserting.js'
import { placeOfAddress } from '../../src/playground/page/chat/narrowLinks.js'
import { Message } from '../../src/protocol/index.js'
import { ownWords } from '../../src/text/index.js'

describe('text inserted into a message', () => {
  it('has no brackets in the name of a linked file', () => {
    expect(fileLink('a]b[c\\.txt', '/u/a')).toBe('[abc.txt](/u/a)')
    expect(fileLink('[]', '/u/a')).toBe('[file](/u/a)')
  })

  it('quotes a message in a form that bots parse, with a link to it', () => {
    const sender = { sender_id: 10, sender_email: 'hamlet@example.com', sender_full_name: 'Hamlet' }
    const people = [10, 20].map((id) => ({ id, email: `user${id}@example.com`, full_name: `User ${id}` }))
    const source = 'Soup?\n````\nwith `rye`\n````'
    const topic = "50 % (rye): it's *now*, 1.2"
    const inTopic = { type: 'stream', stream_id: 2, display_recipient: 'kitchen', subject: topic }
    for (const [where, place] of [
      [inTopic, { kind: 'topic', channelId: 2, topic }],
      [
        { type: 'private', display_recipient: people },
        { kind: 'direct', userIds: [10, 20] },
      ],
    ]) {
      const message = Message.parse({ ...where, ...sender, id: 123, content: '<p>Soup?</p>' })
      const quotation = quotationOf(message, source)
      expect(quotation).toMatch(/^@_\*\*Hamlet\|10\*\* \[said\]\(#narrow\/\S+\):\n`{5}quote\n/)
      expect(placeOfAddress(/\((.*)\):/.exec(quotation)?.[1] ?? '')).toEqual({ place, messageId: 123 })
      expect(ownWords(`${quotation}status`, { bot: { name: 'Echo' } })).toMatchObject({
        text: 'status',
        quoted: { sender: { id: 10, name: 'Hamlet' }, messageId: 123, text: source },
      })
    }
  })

  it('has its remaining length shown near the limit', () => {
    expect(roomLeft('short', 10_000)).toBeUndefined()
    expect(roomLeft('x'.repeat(9_900), 10_000)).toBe('100 left')
    expect(roomLeft('x'.repeat(10_001), 10_000)).toBe('1 character too long: the end will be cut')
    expect(roomLeft('😀'.repeat(60), 60)).toBe('0 left')
  })
})
