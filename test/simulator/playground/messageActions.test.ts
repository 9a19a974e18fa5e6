import { createSimulator } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolvedTopicMark } from '../../../src/protocol/index.js'
import { roomLeft, timeLeft } from '../../../src/simulator/playground/page/chat/actions/limits.js'
import { messageAddress } from '../../../src/simulator/playground/page/chat/actions/links.js'
import { isResolved, resolvedName } from '../../../src/simulator/playground/page/chat/actions/topicNames.js'
import { channelPath, topicPath } from '../../../src/simulator/realm/messages/narrowLinks.js'

describe('the address of a message', () => {
  it('is the one that the service would give it', () => {
    const names = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom("it's (a) *test*. 100%~!", 'ñ ✔', '😀'),
    )
    fc.assert(
      fc.property(names, names, (channelName, topic) => {
        expect(messageAddress('http://x', { id: 5, channelId: 3, channelName, topic })).toBe(
          `http://x${topicPath({ id: 3, name: channelName }, topic)}/near/5`,
        )
      }),
    )
    expect(channelPath({ id: 3, name: 'rye & oats' })).toBe('/#narrow/channel/3-rye-.26-oats')
  })

  it('names everybody of a direct conversation, in the order of their IDs', () => {
    expect(messageAddress('http://x', { id: 5, userIds: [10, 9] })).toBe('http://x/#narrow/dm/9,10-pm/near/5')
  })

  it('leads to the message when a message quotes it', async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    const id = simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch & more' }, 'bread')
    const { email, apiKey } = simulator.credentials('hamlet')
    const channelId = simulator.realm.channel('kitchen').id
    const link = messageAddress(simulator.url, { id, channelId, channelName: 'kitchen', topic: 'lunch & more' })
    const response = await simulator.fetch(`${simulator.url}/api/v1/messages/render`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams({ content: `[said](${link}):` }),
    })
    const { rendered } = (await response.json()) as { rendered: string }
    expect(rendered).toContain(`near/${id}"`)
    await simulator.close()
  })
})

describe('limits', () => {
  it('tell how long a message may be changed', () => {
    expect(timeLeft(1000, 600, 1_000_500)).toBe('Can be changed for another 10 minutes.')
    expect(timeLeft(1000, 600, 1_590_000)).toBe('Can be changed for another 10 seconds.')
    expect(timeLeft(1000, 604_800, 1_000_000)).toBe('Can be changed for another 7 days.')
    expect(timeLeft(1000, 600, 1_601_000)).toBe('Its time was up 1 second ago; the service may refuse this.')
    expect(timeLeft(1000, null, 1_601_000)).toBeUndefined()
    expect(timeLeft(1000, undefined, 1_601_000)).toBeUndefined()
  })

  it('tell how much room is left, when it gets little', () => {
    expect(roomLeft('short', 10_000)).toBeUndefined()
    expect(roomLeft('x'.repeat(9_900), 10_000)).toBe('100 left')
    expect(roomLeft('x'.repeat(10_001), 10_000)).toBe('1 character too long: the end will be cut')
    expect(roomLeft('😀'.repeat(60), 60)).toBe('0 left')
    expect(roomLeft('anything', undefined)).toBeUndefined()
  })
})

describe('a resolved topic', () => {
  it('has the mark that the service gives it', () => {
    expect(resolvedName('lunch')).toBe(`${resolvedTopicMark}lunch`)
    expect(isResolved('lunch')).toBe(false)
    expect(isResolved(resolvedName('lunch'))).toBe(true)
  })

  it('is back where it was when it is resolved twice', () => {
    fc.assert(
      fc.property(fc.string(), (topic) => {
        expect(resolvedName(resolvedName(topic))).toBe(topic)
      }),
    )
  })
})
