import { Client } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { inBothWays, type Service } from '../ways.js'

/** A queue of Hamlet's, and requests for its events. */
async function queue({ call }: Service, fields: Record<string, string> = {}) {
  const registered = await call('hamlet', 'POST', '/register', { event_types: '["message"]', ...fields })
  const id = String(registered.body.queue_id)
  const poll = (last = -1, more: Record<string, string> = {}) =>
    call('hamlet', 'GET', '/events', { queue_id: id, last_event_id: String(last), ...more })
  return { id, poll }
}

const lunch = { channel: 'kitchen', topic: 'lunch' }

/** Whether a request is still waiting after whatever needs no time has happened. */
async function isWaiting(request: Promise<unknown>, { simulator }: Service): Promise<boolean> {
  let waiting = true
  const settled = () => {
    waiting = false
  }
  request.then(settled, settled)
  await simulator.advance(0)
  await simulator.fetch(`${simulator.url}/api/v1/server_settings`)
  return waiting
}

describe('a request for events', () => {
  inBothWays((open) => {
    it('waits until there is an event', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll, id } = await queue(service)
      const polled = poll()
      expect(await isWaiting(polled, service)).toBe(true)
      service.simulator.say('iago', lunch, 'Hi')
      const { status, body } = await polled
      expect(status).toBe(200)
      expect(body).toMatchObject({ result: 'success', queue_id: id, events: [{ id: 0, message: { content: 'Hi' } }] })
    })

    it('is answered at once if an event is pending or dont_block is set', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll } = await queue(service)
      expect((await poll(-1, { dont_block: 'true' })).body.events).toEqual([])
      service.simulator.say('iago', lunch, 'Hi')
      expect((await poll()).body.events).toMatchObject([{ id: 0 }])
      expect((await poll(0, { dont_block: 'true' })).body.events).toEqual([])
    })

    it('is answered with a heartbeat after 50 seconds without an event', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll } = await queue(service)
      const polled = poll()
      await isWaiting(polled, service)
      await service.simulator.advance(49_000)
      expect(await isWaiting(polled, service)).toBe(true)
      await service.simulator.advance(1_000)
      expect((await polled).body.events).toEqual([{ id: 0, type: 'heartbeat' }])
      expect((await poll(0, { dont_block: 'true' })).body.events).toEqual([])
    })

    it('is answered with a heartbeat after the number of seconds in the assumption', async () => {
      const service = await open({ clock: 'frozen', assumptions: { heartbeatSeconds: 3 } })
      const { poll } = await queue(service)
      const polled = poll()
      await isWaiting(polled, service)
      await service.simulator.advance(3_000)
      expect((await polled).body.events).toEqual([{ id: 0, type: 'heartbeat' }])
    })

    it('keeps its queue alive while it waits', async () => {
      const service = await open({ clock: 'frozen', assumptions: { heartbeatSeconds: 3_000 } })
      const { poll } = await queue(service)
      const polled = poll()
      await isWaiting(polled, service)
      await service.simulator.advance(2_000_000)
      service.simulator.say('iago', lunch, 'Hi')
      expect((await polled).body.events).toMatchObject([{ type: 'message' }])
    })

    it('is answered without events when another request for the same queue arrives', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll } = await queue(service)
      const first = poll()
      await isWaiting(first, service)
      const second = poll()
      expect((await first).body).toMatchObject({ result: 'success', events: [] })
      expect(await isWaiting(second, service)).toBe(true)
      service.simulator.say('iago', lunch, 'Hi')
      expect((await second).body.events).toMatchObject([{ id: 0 }])
    })

    it('fails when its queue is deleted', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll, id } = await queue(service)
      const polled = poll()
      await isWaiting(polled, service)
      await service.call('hamlet', 'DELETE', '/events', { queue_id: id })
      expect(await polled).toMatchObject({
        status: 400,
        body: { result: 'error', code: 'BAD_EVENT_QUEUE_ID', msg: `Bad event queue ID: ${id}`, queue_id: id },
      })
    })

    it('is answered without events when the simulator closes', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll } = await queue(service)
      const polled = poll()
      await isWaiting(polled, service)
      await service.simulator.close()
      expect((await polled).body).toMatchObject({ result: 'success', events: [] })
    })

    it('can be aborted by the client', async () => {
      const service = await open({ clock: 'frozen' })
      const { id } = await queue(service)
      const abort = new AbortController()
      const path = `/api/v1/events?queue_id=${id}&last_event_id=-1`
      const polled = service.send(path, { headers: service.as('hamlet'), signal: abort.signal })
      expect(await isWaiting(polled, service)).toBe(true)
      abort.abort()
      await expect(polled).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('reads a queue restored from a checkpoint, and not a queue registered after it', async () => {
      const service = await open({ clock: 'frozen' })
      const { poll } = await queue(service)
      service.simulator.say('iago', lunch, 'before')
      service.simulator.checkpoint('here')
      service.simulator.say('iago', lunch, 'after')
      const later = await queue(service)
      service.simulator.restore('here')
      expect((await poll()).body.events).toMatchObject([{ id: 0, message: { content: 'before' } }])
      expect((await later.poll()).body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
      const polled = poll(0)
      expect(await isWaiting(polled, service)).toBe(true)
      service.simulator.say('iago', lunch, 'again')
      expect((await polled).body.events).toMatchObject([{ id: 1, message: { content: 'again' } }])
    })

    it.each([
      [{ last_event_id: '-1' }, "Missing 'queue_id' argument"],
      [{ queue_id: 'x' }, "Missing 'last_event_id' argument"],
      [{ queue_id: 'x', last_event_id: '-1' }, 'Bad event queue ID: x'],
      [{ queue_id: 'x', last_event_id: 'new' }, 'last_event_id is not valid JSON'],
      [{ queue_id: 'x', last_event_id: '1', dont_block: 'yes' }, 'dont_block is not valid JSON'],
    ])('is refused for %o', async (fields, msg) => {
      const service = await open({ clock: 'frozen' })
      expect(await service.call('hamlet', 'GET', '/events', fields)).toMatchObject({ status: 400, body: { msg } })
    })

    it('waits for an event when it is made by Client', async () => {
      const service = await open({ clock: 'frozen' })
      const { email, apiKey, site } = service.simulator.credentials('hamlet')
      const client = new Client({ site, email, apiKey, fetch: (input, init) => service.send(local(input), init) })
      const { queue_id, last_event_id } = await client.events.register({ event_types: ['message'] })
      const polled = client.events.get({ queue_id, last_event_id })
      expect(await isWaiting(polled, service)).toBe(true)
      service.simulator.say('iago', lunch, 'Hi')
      expect((await polled).events).toMatchObject([{ type: 'message' }])
    })
  })
})

function local(input: string | URL | Request): string {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return pathname + search
}
