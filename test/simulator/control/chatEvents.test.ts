import { afterEach, describe, expect, it } from 'vitest'
import { type EventReader, readEvents } from './eventReader.js'
import { type Controlled, lunch, stage } from './stage.js'

const open = stage()
const readers: EventReader[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave()
})

interface Queue {
  readonly queue_id: string
  readonly user_id: number
}

/** Makes an event queue as Hamlet, as a client would. */
async function register({ simulator }: Controlled): Promise<Queue> {
  const { email, apiKey } = simulator.credentials('hamlet')
  const response = await simulator.fetch(`${simulator.url}/api/v1/register`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    body: new URLSearchParams({ event_types: '["message"]' }),
  })
  const { queue_id } = (await response.json()) as { queue_id: string }
  return { queue_id, user_id: simulator.realm.account('hamlet').id }
}

async function follow({ simulator }: Controlled, queues: string): Promise<EventReader> {
  const url = `${simulator.url}/sim/journal/stream?kinds=clock&queues=${queues}`
  const reader = await readEvents(simulator.fetch, url)
  readers.push(reader)
  return reader
}

const contents = (data: string) =>
  (JSON.parse(data) as { events: { message: { content: string } }[] }).events.map(({ message }) => message.content)

describe('accounts’ event queues in the journal stream', () => {
  it('deliver new events', async () => {
    const controlled = open()
    const { queue_id, user_id } = await register(controlled)
    const reader = await follow(controlled, `${user_id}/${queue_id}/-1`)
    controlled.simulator.say('iago', lunch, 'one')
    controlled.simulator.say('iago', lunch, 'two')
    const events = await reader.until(1)
    expect(events[0]?.event).toBe('chat')
    expect(events.flatMap(({ data }) => contents(data))).toContain('one')
  })

  it("don't fill a large jump of the clock with heartbeats", async () => {
    const controlled = open()
    const { queue_id, user_id } = await register(controlled)
    const reader = await follow(controlled, `${user_id}/${queue_id}/-1`)
    const { journal } = controlled.simulator
    const before = journal.last
    await controlled.simulator.advance('1d')
    expect(journal.last - before).toBeLessThan(20)
    const clocks = journal.read({ since: before, limit: 100, kinds: ['clock'] }).entries.length
    const events = await reader.until(clocks + 1)
    expect(events.flatMap(({ event, data }) => (event === 'chat' ? contents(data) : []))).toContain(
      'Lunch in ten minutes',
    )
  })

  it('deliver to the remaining connection after a newer one for the same queue closed', async () => {
    const controlled = open()
    const { queue_id, user_id } = await register(controlled)
    const left = await follow(controlled, `${user_id}/${queue_id}/-1`)
    const overtaken = await follow(controlled, `${user_id}/${queue_id}/-1`)
    overtaken.leave()
    controlled.simulator.say('iago', lunch, 'one')
    expect((await left.until(1)).flatMap(({ data }) => contents(data))).toEqual(['one'])
    controlled.simulator.say('iago', lunch, 'two')
    expect((await left.until(2)).flatMap(({ data }) => contents(data))).toContain('two')
  })

  it('resume after the last event ID when the connection is reopened', async () => {
    const controlled = open()
    const { queue_id, user_id } = await register(controlled)
    const first = await follow(controlled, `${user_id}/${queue_id}/-1`)
    controlled.simulator.say('iago', lunch, 'one')
    await first.until(1)
    first.leave()
    controlled.simulator.say('iago', lunch, 'two')
    const again = await follow(controlled, `${user_id}/${queue_id}/0`)
    const events = await again.until(1)
    expect(events.flatMap(({ data }) => contents(data))).toEqual(['two'])
  })

  it('deliver to the newest of two readers of one queue', async () => {
    const controlled = open()
    const { queue_id, user_id } = await register(controlled)
    await follow(controlled, `${user_id}/${queue_id}/-1`)
    const newest = await follow(controlled, `${user_id}/${queue_id}/-1`)
    controlled.simulator.say('iago', lunch, 'one')
    expect((await newest.until(1)).flatMap(({ data }) => contents(data))).toEqual(['one'])
  })

  it("are reported gone if they don't exist or belong to another account", async () => {
    const controlled = open()
    const { queue_id } = await register(controlled)
    const other = controlled.simulator.realm.account('iago').id
    const reader = await follow(controlled, `${other}/${queue_id}/-1,${other}/no-such-queue/-1`)
    const events = await reader.until(2)
    expect(events.map(({ event, data }) => [event, JSON.parse(data).queue])).toEqual([
      ['gone', queue_id],
      ['gone', 'no-such-queue'],
    ])
  })

  it('are reported gone when a restored checkpoint is older than a delivered event', async () => {
    const controlled = open()
    const { queue_id, user_id } = await register(controlled)
    const reader = await follow(controlled, `${user_id}/${queue_id}/-1`)
    controlled.simulator.checkpoint('before')
    controlled.simulator.say('iago', lunch, 'one')
    await reader.until(1)
    controlled.simulator.restore('before')
    const [told, gone] = await reader.until(2)
    expect(told && contents(told.data)).toEqual(['one'])
    expect(gone).toMatchObject({ event: 'gone' })
    expect(JSON.parse(gone?.data ?? '{}')).toMatchObject({ queue: queue_id })
  })

  it.each(['7', '7/x', '7/x/y', 'a/b/1', '7/x/1,'])('are refused with 400 when given as %s', async (queues) => {
    const { status, body } = await open().control('GET', `/journal/stream?queues=${queues}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('user/queue/last event')
  })
})

describe('the page at /', () => {
  const get = async (accept: string) => {
    const { simulator } = open()
    return simulator.fetch(`${simulator.url}/`, { headers: { accept } })
  }

  it('is the playground for a browser, with a policy that allows only its own scripts', async () => {
    const response = await get('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/)
    expect(await response.text()).toContain('<div id="app">')
  })

  it('is plain text for other clients', async () => {
    const response = await get('*/*')
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toContain('/api/v1')
  })
})

it('journals the value of the header Earshot-Client', async () => {
  const { simulator } = open()
  await simulator.fetch(`${simulator.url}/api/v1/server_settings`, { headers: { 'earshot-client': 'playground' } })
  const { entries } = simulator.journal.read({ since: 0, limit: 10, kinds: ['call'] })
  expect(entries).toMatchObject([{ path: '/api/v1/server_settings', client: 'playground' }])
})
