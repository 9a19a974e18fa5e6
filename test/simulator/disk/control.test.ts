import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSimulator, readSeed, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'

const opened: Simulator[] = []
let folder = ''
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<Simulator> {
  const simulator = await openSimulator({ data: folder, clock: 'frozen', bots: {} })
  opened.push(simulator)
  return simulator
}

async function control(simulator: Simulator, method: string, path: string, body: unknown = {}): Promise<unknown> {
  const response = await simulator.fetch(`${simulator.url}/sim${path}`, {
    method,
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return response.json()
}

describe('a directory', () => {
  it('keeps what the control API did: another organisation, a reset of it, and deliveries that are held', async () => {
    folder = mkdtempSync(join(tmpdir(), 'earshot-control-'))
    const first = await open()
    const mill = readSeed(
      'name: Mill\nusers:\n  - { full_name: Portia, role: owner }\nbots:\n  - { full_name: Echo, type: outgoing webhook }\nchannels:\n  - { name: yard }\n',
    )
    await control(first, 'PUT', '/seed', { seed: mill })
    await control(first, 'POST', '/users', { full_name: 'Bassanio' })
    await control(first, 'POST', '/deliveries/hold', { bot: 'Echo' })
    first.say('portia', { channel: 'yard', topic: 'a' }, '@**Echo** hi')
    await control(first, 'POST', '/clock/advance', { by: '1h' })
    const before = await control(first, 'GET', '/organisation')
    const time = first.clock.now()
    await first.close()

    const second = await open()
    expect(await control(second, 'GET', '/organisation')).toEqual(before)
    expect(second.clock.now()).toBe(time)
    expect(await control(second, 'GET', '/deliveries')).toMatchObject({ deliveries: [{ id: 1, outcome: 'held' }] })
    expect(await control(second, 'GET', '/seed')).toEqual(mill)
    await control(second, 'POST', '/reset')
    await second.close()

    const third = await open()
    expect(await control(third, 'GET', '/organisation')).toMatchObject({
      name: 'Mill',
      users: [{ full_name: 'Portia' }],
    })
    expect(await control(third, 'GET', '/deliveries/holds')).toEqual({ holds: [] })
  })
})
