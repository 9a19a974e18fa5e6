import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { virtualStart } from '../../../src/simulator/base/clock.js'

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

describe('advancing the clock', () => {
  it('sends a scheduled message at its own time and triggers the mentioned bot', async () => {
    const simulator = open()
    simulator.connect('echo', () => Response.json({ content: 'heard' }))
    await schedule(simulator, '@**Echo** now', 2 * hour)
    await simulator.clock.advance('3h')
    const [sent, reply] = simulator.messages(lunch).slice(-2)
    expect([sent, reply]).toMatchObject([{ content: '@**Echo** now' }, { content: 'heard' }])
    expect(sent?.timestamp).toBe((virtualStart + 2 * hour) / 1000)
    expect(reply?.timestamp).toBe(sent?.timestamp)
  })

  it("marks a scheduled message as failed if it can't be sent, until it is rescheduled", async () => {
    const simulator = open()
    const { scheduled_message_id: id } = await schedule(simulator, 'Too late', 2 * hour)
    simulator.realm.do('changeChannel', 'kitchen', { is_archived: true })
    await simulator.clock.advance('3h')
    const listed = async () => {
      const { scheduled_messages: all } = await call(simulator, 'iago', 'GET', '/scheduled_messages')
      return (all as { scheduled_message_id: number; failed: boolean }[]).find((one) => one.scheduled_message_id === id)
    }
    expect(await listed()).toMatchObject({ failed: true })
    expect(simulator.messages({ dm: ['iago', 'notification bot'] }).at(-1)?.content).toContain(
      "Not authorized to send to channel 'kitchen'",
    )
    simulator.realm.do('changeChannel', 'kitchen', { is_archived: false })
    await call(simulator, 'iago', 'PATCH', `/scheduled_messages/${id}`, {
      scheduled_delivery_timestamp: String(simulator.clock.now() / 1000 + 60),
    })
    await simulator.clock.advance('1m')
    expect(await listed()).toBeUndefined()
    expect(simulator.messages(lunch).at(-1)?.content).toBe('Too late')
  })

  it('makes an active account idle, and then drops its presence', async () => {
    const simulator = open()
    const statusOf = async () => {
      const { presences } = await call(simulator, 'iago', 'GET', '/realm/presence')
      return (presences as Record<string, { aggregated: { status: string } }>)['hamlet@example.com']?.aggregated.status
    }
    simulator.realm.do('reportPresence', 'hamlet', 'active', 'website')
    expect(await statusOf()).toBe('active')
    await simulator.clock.advance('71s')
    simulator.realm.do('reportPresence', 'hamlet', 'idle', 'website')
    expect(await statusOf()).toBe('idle')
    await simulator.clock.advance('15d')
    expect(await statusOf()).toBeUndefined()
  })

  it('deletes unused uploads and keeps those in use', async () => {
    const simulator = open()
    const names = async (who: string) =>
      ((await call(simulator, who, 'GET', '/attachments')).attachments as { name: string }[]).map(({ name }) => name)
    await simulator.clock.advance('4w')
    expect(await names('hamlet')).toEqual(['unused.txt'])
    await simulator.clock.advance('1w')
    expect([await names('hamlet'), await names('iago')]).toEqual([[], ['oven-manual.txt']])
  })

  it("tries a bot that doesn't answer again after each timeout", async () => {
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

describe('running until idle', () => {
  it('sends scheduled messages and waits for bots, but does no cleanup', async () => {
    const simulator = open()
    simulator.connect('echo', () => Response.json({ content: 'heard' }))
    await schedule(simulator, '@**Echo** later', 24 * hour)
    await simulator.clock.runUntilIdle()
    expect(simulator.messages(lunch).slice(-2)).toMatchObject([{ content: '@**Echo** later' }, { content: 'heard' }])
    expect(simulator.clock.now()).toBe(virtualStart + 24 * hour)
    const { attachments } = await call(simulator, 'hamlet', 'GET', '/attachments')
    expect(attachments).toHaveLength(1)
  })

  it('waits in real time for a bot while the clock stands', async () => {
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

  it('makes all attempts at a bot that never answers', async () => {
    const simulator = open({ deliveryTimeout: 20 })
    simulator.connect('echo', () => new Promise(() => {}))
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.clock.runUntilIdle()
    expect(simulator.deliveries[0]).toMatchObject({ outcome: 'failed', attempts: { length: 4 } })
  })

  it('happens automatically with a jumping clock', async () => {
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

  it("doesn't make the clock jump for a client that waits for events", async () => {
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
