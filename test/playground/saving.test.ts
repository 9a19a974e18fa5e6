import { describe, expect, it } from 'vitest'
import {
  firstChoice,
  isOneConversation,
  messageLine,
  requestFor,
  type Wanted,
} from '../../src/playground/page/saving/request.js'

const channels = new Map([[2, 'kitchen']])
const name = (id: number) => channels.get(id)
const wanted = (changes: Partial<Wanted>): Wanted => ({
  userId: 8,
  place: { kind: 'topic', channelId: 2, topic: 'lunch' },
  from: undefined,
  to: undefined,
  isAll: false,
  bot: undefined,
  ...changes,
})

describe('what the page asks to be saved as a test', () => {
  it('is the conversation that is looked at', () => {
    expect(requestFor(wanted({}), name)).toEqual({ where: { channel: 'kitchen', topic: 'lunch' } })
    expect(requestFor(wanted({ place: { kind: 'direct', userIds: [20] } }), name)).toEqual({
      where: { people: [20, 8] },
    })
    expect(requestFor(wanted({ place: { kind: 'direct', userIds: [8] } }), name)).toEqual({ where: { people: [8] } })
  })

  it('is everything where several conversations are looked at, or wanted', () => {
    expect(requestFor(wanted({ place: { kind: 'all' } }), name)).toEqual({})
    expect(requestFor(wanted({ place: { kind: 'channel', channelId: 2 } }), name)).toEqual({})
    expect(requestFor(wanted({ isAll: true, from: 111, to: 114, bot: 20 }), name)).toEqual({
      from: 111,
      to: 114,
      bot: 20,
    })
    expect(isOneConversation({ kind: 'channel', channelId: 2 })).toBe(false)
    expect(isOneConversation({ kind: 'direct', userIds: [8] })).toBe(true)
  })

  it('begins at first with what was said since it was saved last', () => {
    const messages = [{ id: 111 }, { id: 112 }, { id: 115 }]
    expect(firstChoice(messages, undefined)).toBeUndefined()
    expect(firstChoice(messages, 112)).toBe(115)
    expect(firstChoice(messages, 115)).toBeUndefined()
  })

  it('shows a message in one line to choose by', () => {
    expect(messageLine({ sender_full_name: 'Iago', content: ' two\n\nlines ' })).toBe('Iago: two lines')
    expect(messageLine({ sender_full_name: 'Iago', content: 'x'.repeat(200) })).toBe(`Iago: ${'x'.repeat(59)}…`)
  })
})
