import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from 'earshot/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulateCommand } from '../../src/cli/simulate/command.js'
import type { SimulateFlags } from '../../src/cli/simulate/options.js'
import { openFrom } from '../../src/cli/simulate/options.js'
import * as inProcess from './inProcess.js'
import { endAll, startEarshot } from './process.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-simulate-'))
})
afterEach(() => {
  endAll()
  rmSync(folder, { recursive: true, force: true })
})

interface Announced {
  readonly url: string
  readonly featureLevel: number
  readonly users: readonly Readonly<Record<string, unknown>>[]
  readonly bots: readonly Readonly<Record<string, unknown>>[]
}

const { earshot } = inProcess
inProcess.changeInto()

/** The object that is printed first with `--json`. */
async function announced(running: { until(text: string): Promise<string> }): Promise<Announced> {
  return JSON.parse((await running.until('\n')).split('\n')[0] ?? '')
}

async function me(url: string, { email, api_key: key }: Readonly<Record<string, unknown>>) {
  const response = await fetch(`${url}/api/v1/users/me`, {
    headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
  })
  return (await response.json()) as Record<string, unknown>
}

describe('earshot simulate', () => {
  it('prints its URL and accounts in one line of JSON, and exits with 0 on Ctrl-C', async () => {
    const running = startEarshot(['simulate', '--json', '--level', '169'])
    const { url, featureLevel, users, bots } = await announced(running)
    expect([url, featureLevel]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), 169])
    expect(users[0]).toMatchObject({
      user_id: 7,
      email: 'desdemona@example.com',
      role: 'owner',
      api_key: expect.stringMatching(/^\w{32}$/),
    })
    expect(bots[0]).toMatchObject({ user_id: 20, owner: 'iago@example.com', token: expect.stringMatching(/^\w{32}$/) })
    for (const one of [users[0], bots[0]]) expect(await me(url, one ?? {})).toMatchObject({ result: 'success' })
    running.child.kill('SIGINT')
    const { code, out, err } = await running.ended
    expect([code, out.trimEnd().split('\n').length, err]).toEqual([0, 1, ''])
  })

  it('prints its accounts as text, and exits with 143 on SIGTERM', async () => {
    const options = ['--clock', 'frozen', '--connect', 'Echo=http://127.0.0.1:5002']
    const running = startEarshot(['simulate', '--keys', ...options])
    const text = await running.until('Runs until Ctrl-C')
    const [, user = '', url = ''] = /curl -s -u (\S+) \\\n +(\S+)/.exec(text) ?? []
    const response = await fetch(url, { headers: { authorization: `Basic ${btoa(user)}` } })
    expect(await response.json()).toMatchObject({ full_name: 'Desdemona' })
    expect(text).toContain('Echo at http://127.0.0.1:5002/\n')
    expect(text).toMatch(/ echo-bot@example\.com +\w{32}\n +\w{32}\n/)
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(143)
  })

  it('prints no keys, and nothing wider than 80 columns, without being asked', async () => {
    const running = inProcess.startEarshot(['simulate'])
    const text = await running.until('Runs until Ctrl-C')
    await running.end('SIGINT')
    expect(text).toMatch(/Write as +Desdemona \(owner\), Iago \(administrator\)/)
    expect(text).not.toMatch(/\w{32}|curl/)
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('keeps its data in a folder, even if it was killed', async () => {
    const data = join(folder, 'chat')
    const first = startEarshot(['simulate', '--json', '--data', data])
    const { url } = await announced(first)
    const added = await fetch(`${url}/sim/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full_name: 'Ariel' }),
    })
    expect(added.status).toBe(201)
    first.child.kill('SIGKILL')
    await first.ended
    const second = inProcess.startEarshot(['simulate', '--json', '--data', data])
    const { users } = await announced(second)
    await second.end('SIGINT')
    expect(users).toContainEqual(await added.json())
  })

  it('shows the queue of bots in other processes', async () => {
    const path = join(folder, 'bots.db')
    const queue = await sqlite(path).openQueue()
    const entry = { id: 'a', key: 'a', bot: 'echo-bot@example.com', conversation: 'a', message: 1, sender: 'b' }
    await queue.put({ ...entry, notification: '{}', arrived: 7 })
    await queue.close()
    const running = inProcess.startEarshot(['simulate', '--json', '--queue', `sqlite:${path}`])
    const { url } = await announced(running)
    const shown = await fetch(`${url}/sim/queue`)
    expect(await shown.json()).toEqual({ queue: { waiting: 1, working: 0, dead: 0, oldest: 7 } })
    await running.end('SIGINT')
  })

  it.each([
    [['simulate', '--queue', 'nowhere'], 'Earshot knows no such kind of queue'],
    [['simulate', '--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
    [['simulate', '--port', 'eighty'], 'Give a whole number.'],
    [['simulate', '--port', '70000'], 'Give a number from 0 to 65535.'],
    [['simulate', '--level', 'latest'], 'Give a whole number.'],
    [['simulate', '--clock', 'slow'], 'Allowed choices are real, frozen, jump.'],
    [['simulate', '--dialect', 'klingon'], 'Allowed choices are svc, zulip.'],
    [['simulate', '--seed-file', 'nowhere.yaml'], "The seed file nowhere.yaml can't be read"],
    [['simulat'], '(Did you mean simulate?)'],
  ])('exits with 2 for %j', async (options, complaint) => {
    const { code, out, err } = await earshot(options)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(complaint)
    expect(err).not.toMatch(/\n +at /)
  })

  it.each([
    ['--level', 'latest'],
    ['--level', '1000'],
    ['--port', 'eighty'],
    ['--clock', 'slow'],
    ['--dialect', 'klingon'],
    ['--prot', '1'],
    ['--seed-file', 'nowhere.yaml'],
    ['--assume', 'messageLenght=5'],
    ['--fault', 'all is lost'],
    ['--queue', 'nowhere'],
  ])('prints the error of %s %s as JSON as well', async (flag, value) => {
    for (const given of [
      ['--json', flag, value],
      [flag, value, '--json'],
    ]) {
      const { code, out, err } = await earshot(['simulate', ...given])
      const { msg, ...rest } = JSON.parse(out)
      expect([code, out.trimEnd().split('\n').length, rest.result]).toEqual([2, 1, 'error'])
      expect(rest.code).toMatch(/^[a-z_]+$/)
      expect(err).toContain(msg)
    }
  })

  it('generates new keys at each start, unless it has a seed or stored data', async () => {
    const keys = async (...given: string[]) => {
      const running = inProcess.startEarshot(['simulate', '--json', ...given])
      const { users, bots } = await announced(running)
      await running.end('SIGINT')
      return [...users.map((one) => one.api_key), ...bots.flatMap((one) => [one.api_key, one.token])]
    }
    const all = [...(await keys()), ...(await keys())].filter((key) => key !== null)
    expect(new Set(all).size).toBe(all.length)
    expect(await keys('--random-seed', 'a')).toEqual(await keys('--random-seed', 'a'))
    const data = join(folder, 'kept')
    expect(await keys('--data', data)).toEqual(await keys('--data', data))
  })

  it('reports a port that is in use', async () => {
    const first = inProcess.startEarshot(['simulate', '--json'])
    const { port } = new URL((await announced(first)).url)
    const { code, err } = await earshot(['simulate', '--port', port])
    const inJson = await earshot(['simulate', '--json', '--port', port])
    await first.end('SIGINT')
    expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} of`)])
    expect(inJson).toMatchObject({ code: 1, err })
    expect(JSON.parse(inJson.out)).toMatchObject({ result: 'error', msg: expect.stringContaining(`Port ${port} of`) })
  })
})

describe('the options of earshot simulate', () => {
  const flags = (...given: string[]): SimulateFlags => {
    const command = simulateCommand(() => async () => {})
    command.parse(given, { from: 'user' })
    return command.opts()
  }

  it('set up the simulator', async () => {
    const seed = join(folder, 'mill.yaml')
    writeFileSync(seed, 'name: Mill\nusers:\n  - { full_name: Portia, role: owner }\n')
    const simulator = await openFrom(
      flags(
        ...['--seed-file', seed, '--level', '200', '--dialect', 'zulip', '--clock', 'jump', '--random-seed', 'a'],
        ...['--assume', 'messageLength=50', '--assume', 'httpStatuses=always 400'],
        ...['--fault', 'every third call answers 503', '--fault', 'the next call answers 500'],
      ),
    )
    expect(simulator.realm.name).toBe('Mill')
    expect(simulator.realm.featureLevel).toBe(200)
    expect(simulator.dialect.name).toBe('zulip')
    expect(simulator.clock.kind).toBe('jump')
    expect(simulator.realm.assumptions).toMatchObject({ messageLength: 50, httpStatuses: 'always 400' })
    expect(simulator.faults.list().map(({ sentence }) => sentence)).toHaveLength(2)
    await simulator.close()
  })

  it('accept all assumptions that /sim/assumptions lists', async () => {
    const simulator = await openFrom(
      flags('--rate-limit', '1/60', '--assume', 'deliveryTimeout=1', '--clock', 'frozen'),
    )
    const listed = await simulator.fetch('http://localhost/sim/assumptions')
    const { assumptions } = (await listed.json()) as { assumptions: { id: string; option: string | null }[] }
    const options = assumptions.flatMap(({ id, option }) =>
      option === null || option === `assumptions.${id}` ? [] : [option],
    )
    expect(options.sort()).toEqual(['deliveryTimeout', 'rateLimit'])

    const { email, apiKey } = simulator.credentials('iago')
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const call = async () => (await simulator.fetch('http://localhost/api/v1/users/me', { headers })).status
    expect([await call(), await call()]).toEqual([200, 429])

    simulator.connect('echo', () => new Promise(() => {}))
    simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** hi')
    await simulator.advance('1s')
    expect(simulator.deliveries[0]?.outcome).toBe('failed')
    await simulator.close()
  })

  it('refuse calls above the limit of a real server with a bare --rate-limit', async () => {
    const simulator = await openFrom(flags('--rate-limit', '--clock', 'frozen'))
    const { email, apiKey } = simulator.credentials('iago')
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const call = async () => (await simulator.fetch('http://localhost/api/v1/users/me', { headers })).status
    for (let n = 0; n < 200; n += 1) expect(await call()).toBe(200)
    expect(await call()).toBe(429)
    await simulator.close()
  })

  it.each([
    [['--rate-limit', '200'], 'Give how many calls in how many seconds: --rate-limit 200/60'],
    [['--rate-limit', '0/60'], '--rate-limit "0/60" is invalid'],
    [['--rate-limit', '200/0'], '--rate-limit "200/0" is invalid'],
    [['--rate-limit=-1/60'], '--rate-limit "-1/60" is invalid'],
    [['--assume', 'rateLimit=200'], 'There is no assumption "rateLimit"'],
    [['--assume', 'deliveryTimeout=soon'], 'give a number above 0'],
    [['--assume', 'deliveryTimeout=true'], 'give a number above 0'],
    [['--level', '1000'], 'give a whole number from 0 to 496'],
    [['--connect', 'Echo'], 'Write, for example: --connect Echo=http://127.0.0.1:5002'],
    [['--connect', '=http://127.0.0.1:5002'], 'Write, for example: --connect'],
    [['--connect', 'Ecko=http://127.0.0.1:5002'], 'Nobody is called "Ecko"'],
    [['--connect', 'Echo=ftp://127.0.0.1'], 'is no address of a bot'],
    [['--assume', 'messageLength'], 'Write, for example: --assume messageLength=500'],
    [['--assume', 'messageLenght=5'], 'There is no assumption "messageLenght"'],
    [['--assume', 'messageLength=many'], 'The assumption "messageLength" can\'t be "many"'],
    [['--fault', 'all is lost'], 'cannot be understood'],
    [['--deliver-to', 'http://a'], 'without a scheme'],
    [['--allow-host', 'a:80'], 'without a scheme, a port or a path'],
  ])('are rejected for %j', async (given, complaint) => {
    await expect(openFrom(flags(...given))).rejects.toThrow(complaint)
  })

  it('cause exit code 2 if they are invalid', async () => {
    for (const address of ['Ecko=http://127.0.0.1:5002', 'Echo=ftp://127.0.0.1']) {
      expect(await inProcess.earshot(['simulate', '--port', '0', '--connect', address])).toMatchObject({
        code: 2,
        err: expect.stringContaining("--connect can't be used: "),
      })
    }
  })

  it('are rejected with line numbers for an invalid seed file', async () => {
    const seed = join(folder, 'bad.yaml')
    writeFileSync(seed, 'name: Mill\nusers:\n  - { full_name: Portia, role: queen }\n')
    await expect(openFrom(flags('--seed-file', seed))).rejects.toThrow(/bad\.yaml:3:\d+: users\[0\]\.role/)
  })
})
