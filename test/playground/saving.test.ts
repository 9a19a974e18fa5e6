import { describe, expect, it } from 'vitest'
import type { Place } from '../../src/playground/page/chat/place.js'
import { requestFor } from '../../src/playground/page/saving/request.js'

const lunch: Place = { kind: 'topic', channelId: 2, topic: 'lunch' }

describe('what the page asks to be saved as a test', () => {
  it('is the conversation that is looked at, of the bot that answers there', () => {
    expect(requestFor({ userId: 8, place: lunch, from: 111 }, { bot: 20, channel: 'kitchen' })).toEqual({
      ...{ bot: 20, from: 111 },
      where: { channel: 'kitchen', topic: 'lunch' },
    })
    expect(requestFor({ userId: 8, place: { kind: 'direct', userIds: [20] } }, {})).toEqual({
      where: { people: [20, 8] },
    })
    expect(requestFor({ userId: 8, place: { kind: 'direct', userIds: [8] } }, {})).toEqual({ where: { people: [8] } })
  })

  it('is everything where several conversations are looked at', () => {
    expect(requestFor({ userId: 8, place: { kind: 'channel', channelId: 2 } }, {})).toEqual({})
  })
})
