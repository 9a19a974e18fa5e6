import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from 'earshot/simulator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Use, usageOf } from '../../src/simulator/api/usage.js'
import { opener } from './ways.js'

describe('the usage of a simulator', () => {
  const open = opener()

  it('is empty at first, and after messages from `say`', async () => {
    const { simulator } = await open()
    simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Soup?')
    expect(simulator.usage).toEqual({ endpoints: new Map(), isNotified: false, hasIgnored: false, isRefused: false })
  })

  it('lists each endpoint that was called, with the parameters of the calls', async () => {
    const { simulator, call } = await open()
    await call('hamlet', 'POST', '/user_topics', { stream_id: '2', topic: 'lunch', visibility_policy: '1' })
    await call('desdemona', 'DELETE', '/users/10')
    expect(simulator.usage.endpoints).toEqual(
      new Map([
        ['topics.setVisibility', new Set(['stream_id', 'topic', 'visibility_policy'])],
        ['users.deactivate', new Set(['user_id'])],
      ]),
    )
  })

  it('includes calls that were refused after their parameters were valid', async () => {
    const { simulator, call } = await open()
    await call('hamlet', 'POST', '/users/me/muted_users/10')
    await call('hamlet', 'POST', '/user_topics', { stream_id: 'two' })
    expect([...simulator.usage.endpoints.keys()]).toEqual(['users.mute'])
  })

  it('has `hasIgnored` once a parameter was ignored', async () => {
    const { simulator, call } = await open()
    await call('hamlet', 'POST', '/messages', {
      type: 'stream',
      to: '2',
      topic: 'lunch',
      content: '"ignored_parameters_unsupported":[]',
    })
    expect(simulator.usage.hasIgnored).toBe(false)
    await call('hamlet', 'GET', '/users/me', { zeta: '1' })
    expect(simulator.usage.hasIgnored).toBe(true)
  })

  it('has `isNotified` once a bot was notified', async () => {
    const { simulator } = await open()
    simulator.connect('echo', () => Response.json({ response_not_required: true }))
    simulator.say('hamlet', { to: ['echo'] }, 'hi')
    await simulator.idle()
    expect(simulator.usage.isNotified).toBe(true)
  })

  it('is reported to `onUse` once for each thing', async () => {
    const uses: Use[] = []
    const { call, simulator } = await open({ featureLevel: 300, onUse: (use) => uses.push(use) })
    for (let time = 0; time < 2; time += 1) await call('hamlet', 'GET', '/streams/2')
    expect(uses).toEqual([
      { level: 300 },
      { endpoint: 'streams.get' },
      { endpoint: 'streams.get', parameter: 'stream_id' },
    ])
    expect(usageOf(uses)).toEqual(simulator.usage)
  })
})

describe('EARSHOT_USAGE_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-usage-'))
  const file = join(folder, 'usage.jsonl')
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(file, { force: true })
  })

  it('gets a line for each use of simulators without options of their own', async () => {
    vi.stubEnv('EARSHOT_USAGE_FILE', file)
    vi.stubEnv('EARSHOT_FEATURE_LEVEL', '250')
    const simulator = createSimulator()
    await simulator.fetch(`${simulator.url}/api/v1/server_settings`)
    createSimulator({ featureLevel: 100 })
    expect(readFileSync(file, 'utf8')).toBe('{"level":250}\n{"endpoint":"server.settings"}\n')
    await simulator.close()
  })
})
