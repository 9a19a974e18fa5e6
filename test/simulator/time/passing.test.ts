import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { virtualStart } from '../../../src/simulator/clock.js'

const opened: Simulator[] = []
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
})
function open(options: Parameters<typeof createSimulator>[0] = {}): Simulator {
  const simulator = createSimulator({ clock: 'frozen', ...options })
  opened.push(simulator)
  return simulator
}

const hour = 60 * 60 * 1000
const lunch = { channel: 'kitchen', topic: 'lunch' }

async function call(
  simulator: Simulator,
  who: string,
  method: string,
  path: string,
  fields: Record<string, string> = {},
) {
  const { email, apiKey } = simulator.credentials(who)
  const form = new URLSearchParams(fields)
  const response = await simulator.fetch(`${simulator.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    ...(method !== 'GET' && { body: form }),
  })
  return (await response.json()) as Record<string, unknown>
}

const schedule = (simulator: Simulator, content: string, after: number, to = '2') =>
  call(simulator, 'iago', 'POST', '/scheduled_messages', {
    type: 'channel',
    to,
    topic: 'lunch',
    content,
    scheduled_delivery_timestamp: String(simulator.clock.now() / 1000 + after / 1000),
  })

describe('as time passes', () => {
  it('a scheduled message is sent at its own time, and triggers the bot that it mentions', async () => {
    const simulator = open()
    simulator.connect('echo', () => Response.json({ content: 'heard' }))
    await schedule(simulator, '@**Echo** now', 2 * hour)
    await simulator.clock.advance('3h')
    const [sent, reply] = simulator.messages(lunch).slice(-2)
    expect([sent, reply]).toMatchObject([{ content: '@**Echo** now' }, { content: 'heard' }])
    expect(sent?.timestamp).toBe((virtualStart + 2 * hour) / 1000)
    expect(reply?.timestamp).toBe(sent?.timestamp)
  })

  it('one that cannot be sent fails, says so, and can be given another time', async () => {
    const simulator = open()
    const { scheduled_message_id: id } = await schedule(simulator, 'Too late', 2 * hour)
    simulator.realm.changeChannel('kitchen', { is_archived: true })
    await simulator.clock.advance('3h')
    const listed = async () => {
      const { scheduled_messages: all } = await call(simulator, 'iago', 'GET', '/scheduled_messages')
      return (all as { scheduled_message_id: number; failed: boolean }[]).find((one) => one.scheduled_message_id === id)
    }
    expect(await listed()).toMatchObject({ failed: true })
    expect(simulator.messages({ dm: ['iago', 'notification bot'] }).at(-1)?.content).toContain(
      "Not authorized to send to channel 'kitchen'",
    )
    simulator.realm.changeChannel('kitchen', { is_archived: false })
    await call(simulator, 'iago', 'PATCH', `/scheduled_messages/${id}`, {
      scheduled_delivery_timestamp: String(simulator.clock.now() / 1000 + 60),
    })
    await simulator.clock.advance('1m')
    expect(await listed()).toBeUndefined()
    expect(simulator.messages(lunch).at(-1)?.content).toBe('Too late')
  })

  it('people go idle', async () => {
    const simulator = open()
    const statusOf = async () => {
      const { presences } = await call(simulator, 'iago', 'GET', '/realm/presence')
      return (presences as Record<string, { aggregated: { status: string } }>)['hamlet@example.com']?.aggregated.status
    }
    simulator.realm.reportPresence('hamlet', 'active')
    expect(await statusOf()).toBe('active')
    await simulator.clock.advance('71s')
    simulator.realm.reportPresence('hamlet', 'idle')
    expect(await statusOf()).toBe('idle')
    await simulator.clock.advance('15d')
    expect(await statusOf()).toBeUndefined()
  })

  it('files that nobody used are swept, and those in use stay', async () => {
    const simulator = open()
    const names = async (who: string) =>
      ((await call(simulator, who, 'GET', '/attachments')).attachments as { name: string }[]).map(({ name }) => name)
    await simulator.clock.advance('4w')
    expect(await names('hamlet')).toEqual(['unused.txt'])
    await simulator.clock.advance('1w')
    expect([await names('hamlet'), await names('iago')]).toEqual([[], ['oven-manual.txt']])
  })

  it('a bot that does not answer is asked again each time its patience is over', async () => {
    const simulator = open()
    const begun: number[] = []
    simulator.connect('echo', () => {
      begun.push((simulator.clock.now() - virtualStart) / 1000)
      return new Promise(() => {})
    })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.clock.advance('1h')
    expect(begun).toEqual([0, 10, 20, 30])
    expect(simulator.messages(lunch).at(-1)?.content).not.toBe('@**Echo** hi')
    expect(simulator.deliveries[0]).toMatchObject({ outcome: 'failed', notice: 'Failure! Bot is unavailable' })
  })
})

describe('until nothing is left to wait for', () => {
  it('scheduled messages are sent and bots have answered, but housekeeping has not been done', async () => {
    const simulator = open()
    simulator.connect('echo', () => Response.json({ content: 'heard' }))
    await schedule(simulator, '@**Echo** later', 24 * hour)
    await simulator.clock.runUntilIdle()
    expect(simulator.messages(lunch).slice(-2)).toMatchObject([{ content: '@**Echo** later' }, { content: 'heard' }])
    expect(simulator.clock.now()).toBe(virtualStart + 24 * hour)
    const { attachments } = await call(simulator, 'hamlet', 'GET', '/attachments')
    expect(attachments).toHaveLength(1)
  })

  it('a bot that needs real time is waited for, while the clock stands', async () => {
    const simulator = open()
    simulator.connect('echo', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return Response.json({ content: 'slow' })
    })
    simulator.say('hamlet', { channel: 'general', topic: 'a' }, '@**Echo** hi')
    await simulator.clock.runUntilIdle()
    const [, reply] = simulator.messages({ channel: 'general', topic: 'a' })
    expect(reply).toMatchObject({ content: 'slow', timestamp: virtualStart / 1000 })
  })

  it('a bot that never answers has had all of its attempts', async () => {
    const simulator = open({ deliveryTimeout: 20 })
    simulator.connect('echo', () => new Promise(() => {}))
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.clock.runUntilIdle()
    expect(simulator.deliveries[0]).toMatchObject({ outcome: 'failed', attempts: { length: 4 } })
  })

  it('a clock that jumps does all of that by itself', async () => {
    const simulator = open({ clock: 'jump' })
    const heard = new Promise<number>((resolve) => {
      simulator.connect('echo', () => {
        resolve(simulator.clock.now())
        return Response.json({ content: 'heard' })
      })
    })
    await schedule(simulator, '@**Echo** later', 24 * hour)
    expect(await heard).toBeGreaterThanOrEqual(virtualStart + 24 * hour)
  })

  it('a client that waits for events does not make a clock jump', async () => {
    const simulator = open({
      clock: 'jump',
      organisation: { ...(await import('earshot/simulator')).bakery, scheduled_messages: [] },
    })
    const { queue_id: queue } = await call(simulator, 'iago', 'POST', '/register')
    const events = call(simulator, 'iago', 'GET', '/events', { queue_id: String(queue), last_event_id: '-1' })
    simulator.say('hamlet', lunch, 'hi')
    expect((await events).events).toMatchObject([{ type: 'message' }])
    expect(simulator.clock.now()).toBe(virtualStart)
  })
})
