import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { withSimulator } from './with.js'

const named = (answer: { readonly headers: Headers }) => answer.headers.get('earshot-assumptions')?.split(', ') ?? []

describe('the header Earshot-Assumptions', () => {
  it('lists the assumptions that a call used', () =>
    withSimulator({}, async (_, call) => {
      const sent = await call('iago', 'POST', '/messages', { type: 'stream', to: 'kitchen', topic: 'a', content: 'hi' })
      expect(named(sent)).toEqual(expect.arrayContaining(['companionEndpoints', 'messageLength', 'topicLength']))
      expect(named(sent)).not.toContain('httpStatuses')
      const refused = await call('iago', 'DELETE', '/scheduled_messages/999')
      expect(named(refused)).toEqual(expect.arrayContaining(['httpStatuses', 'scheduledMessageTransitions']))
      expect(named(await call('iago', 'GET', '/realm/presence'))).toEqual(
        expect.arrayContaining(['activeSeconds', 'presenceHistorySeconds']),
      )
    }))

  it("lists otherErrors only for an error that section 7 of the spec doesn't list", () =>
    withSimulator({}, async (_, call) => {
      expect(named(await call('iago', 'POST', '/users/me/muted_users/8'))).toEqual(['httpStatuses'])
      expect(named(await call('iago', 'POST', '/user_topics'))).toContain('otherErrors')
    }))

  it('lists levelStart only where it makes a difference', async () => {
    const calls = (featureLevel: number) =>
      withSimulator({ featureLevel }, async (_, call) => named(await call('iago', 'GET', '/realm/presence')))
    expect(await calls(178)).toContain('levelStart')
    expect(await calls(179)).not.toContain('levelStart')
  })

  it('lists the assumptions used by a request that had to wait', () =>
    withSimulator({}, async (simulator, call) => {
      const { body } = await call('iago', 'POST', '/register')
      const events = call('iago', 'GET', '/events', { queue_id: String(body.queue_id), last_event_id: '-1' })
      await simulator.advance('1m')
      expect(named(await events)).toContain('eventShapes')
    }))

  it('is absent when a call used no assumption', () =>
    withSimulator({}, async (_, call) => {
      expect((await call('iago', 'GET', '/realm/emoji')).headers.has('earshot-assumptions')).toBe(false)
    }))

  it("is absent when the request doesn't ask for it", async () => {
    const simulator = createSimulator()
    const response = await simulator.fetch(`${simulator.url}/api/v1/messages`, { method: 'POST' })
    expect(response.status).toBe(401)
    expect(response.headers.has('earshot-assumptions')).toBe(false)
    await simulator.close()
  })
})
