import { describe, expect, it } from 'vitest'
import type { ChatPlace } from '../../src/playground/page/chat/place.js'
import { requestFor } from '../../src/playground/page/saving/request.js'

const lunch: ChatPlace = { kind: 'topic', channelId: 2, topic: 'lunch' }

describe('the request for a test of a conversation', () => {
  it('names the open conversation and the bot that answers there', () => {
    expect(requestFor({ userId: 8, place: lunch, from: 111 }, { bot: 20, channel: 'kitchen' })).toEqual({
      ...{ bot: 20, from: 111 },
      where: { channel: 'kitchen', topic: 'lunch' },
    })
    expect(requestFor({ userId: 8, place: { kind: 'direct', userIds: [20] } }, {})).toEqual({
      where: { people: [20, 8] },
    })
    expect(requestFor({ userId: 8, place: { kind: 'direct', userIds: [8] } }, {})).toEqual({ where: { people: [8] } })
  })

  it("is empty for a channel's view, which has several conversations", () => {
    expect(requestFor({ userId: 8, place: { kind: 'channel', channelId: 2 } }, {})).toEqual({})
  })
})
