import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bakery, DataError, type DataOptions, openSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { virtualStart } from '../../../src/simulator/base/clock.js'
import { readState, writeState } from '../../../src/simulator/disk/stateFile.js'
import { hangs, says } from '../delivery/kitchen.js'

const bread = { channel: 'kitchen', topic: 'bread' }

const opened: Simulator[] = []
const directories: string[] = []
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true })
})

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-data-'))
  directories.push(directory)
  return directory
}

const quietLog = { warn() {}, error() {} }

async function open(data: string, options: Partial<DataOptions> = {}): Promise<Simulator> {
  const simulator = await openSimulator({ data, clock: 'frozen', log: quietLog, ...options })
  opened.push(simulator)
  return simulator
}

/** What a process would find that starts after this one was killed here and now. */
async function killedCopy(directory: string): Promise<string> {
  const copy = await newDirectory()
  try {
    await cp(directory, copy, { recursive: true })
  } catch {
    // A file that is no longer needed went away meanwhile.
    return killedCopy(directory)
  }
  await rm(join(copy, 'lock'), { force: true })
  return copy
}

const textsOf = (simulator: Simulator) => simulator.messages(bread).map(({ content }) => content)

async function call(simulator: Simulator, who: string, method: string, path: string, body?: RequestInit['body']) {
  const { email, apiKey } = simulator.credentials(who)
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  const response = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, ...(body && { body }) })
  return (await response.json()) as Record<string, unknown>
}

type Path = readonly unknown[]

/** The paths of the fields of a state: those of the frame, and of the first entry of each list and map. */
function pathsIn(value: unknown, depth = 0): Path[] {
  if (typeof value !== 'object' || value === null || depth > 6) return [[]]
  const entries =
    value instanceof Map
      ? [...value].slice(0, depth < 4 ? undefined : 1)
      : Array.isArray(value)
        ? [...value.entries()].slice(0, 1)
        : Object.entries(value)
  return [[], ...entries.flatMap(([key, inner]) => pathsIn(inner, depth + 1).map((path) => [key, ...path]))]
}

function replaced(value: unknown, [key, ...rest]: Path, wrong: unknown): unknown {
  if (key === undefined) return wrong
  if (value instanceof Map) return new Map([...value, [key, replaced(value.get(key), rest, wrong)]])
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, wrong))
  return { ...(value as object), [String(key)]: replaced(Reflect.get(value as object, String(key)), rest, wrong) }
}

/** One of everything that changes an organisation. */
async function busyDay(simulator: Simulator): Promise<void> {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields)
  const id = simulator.say('iago', bread, 'Rye')
  const due = simulator.clock.now() / 1000 + 60
  const scheduled = {
    type: 'stream',
    to: '2',
    topic: 'bread',
    content: 'Later',
    scheduled_delivery_timestamp: `${due}`,
  }
  const file = new FormData()
  file.append('file', new File(['flour'], 'recipe.txt', { type: 'text/plain' }))
  const { url } = await call(simulator, 'iago', 'POST', '/user_uploads', file)
  simulator.connect('echo', says(`See [recipe](${url})`))
  await call(simulator, 'iago', 'POST', '/scheduled_messages', form(scheduled))
  await call(simulator, 'iago', 'POST', `/messages/${id}/reactions`, form({ emoji_name: 'tada' }))
  await call(simulator, 'iago', 'PATCH', `/messages/${id}`, form({ content: 'Rye and wheat' }))
  await call(simulator, 'iago', 'POST', '/messages', form({ type: 'stream', to: 'nowhere', topic: 'a', content: 'Hi' }))
  simulator.addUser({ full_name: 'Ariel' })
  simulator.addBot({ full_name: 'Puck', address: 'http://127.0.0.1:9/' })
  simulator.realm.featureLevel = 300
  simulator.say('hamlet', bread, '@**Echo** where is it?')
  await simulator.idle()
  simulator.checkpoint('noon')
  await simulator.advance('1h')
  simulator.say('iago', bread, 'Gone again')
  simulator.restore('noon')
  simulator.faults.add('the next 2 calls of messages.send answer 503')
  await simulator.advance('2m')
  simulator.say('iago', bread, 'Still here')
}

const stateOf = (simulator: Simulator) => ({
  realm: simulator.realm.snapshot(),
  now: simulator.clock.now(),
  deliveries: simulator.deliveries,
  checkpoints: simulator.checkpoints,
  faults: simulator.faults.list(),
})

describe('a simulator with a directory', () => {
  it('goes on where the last one stopped', async () => {
    const data = await newDirectory()
    const first = await open(data)
    await busyDay(first)
    const { apiKey } = first.credentials('ariel')
    await first.close()
    const second = await open(data)
    expect(stateOf(second)).toEqual(stateOf(first))
    expect(second.credentials('ariel').apiKey).toBe(apiKey)
    second.restore('noon')
    expect(textsOf(second)).not.toContain('Still here')
    second.reset()
    expect(textsOf(second)).toEqual([])
    expect(second.clock.now()).toBe(virtualStart)
  })

  it('goes on where it was killed', async () => {
    const data = await newDirectory()
    const first = await open(data)
    await busyDay(first)
    await first.saved()
    const second = await open(await killedCopy(data))
    expect(stateOf(second)).toEqual(stateOf(first))
    const [here, there] = [first, second].map((one) => [
      one.say('iago', bread, 'Next'),
      one.addUser({ full_name: 'Bo' }),
    ])
    expect(there).toEqual(here)
  })

  it('sends what waited for its time', async () => {
    const data = await newDirectory()
    const first = await open(data)
    const due = first.clock.now() / 1000 + 90
    const fields = { type: 'direct', to: '[10]', content: 'Later', scheduled_delivery_timestamp: `${due}` }
    await call(first, 'iago', 'POST', '/scheduled_messages', new URLSearchParams(fields))
    const second = await open(await killedCopy(data))
    const sent = () => second.messages({ dm: ['iago', 'hamlet'] }).filter(({ content }) => content === 'Later')
    await second.advance('89s')
    expect(sent()).toEqual([])
    await second.advance('1s')
    expect(sent()).toMatchObject([{ timestamp: due }])
  })

  it('delivers once more what had not come to an end', async () => {
    const data = await newDirectory()
    const first = await open(data)
    first.connect('echo', hangs)
    first.say('hamlet', bread, '@**Echo** hi')
    await first.advance(0)
    await first.saved()
    const second = await open(await killedCopy(data), { bots: { echo: says('Here I am') } })
    await second.idle()
    expect(second.deliveries.map(({ id, outcome }) => [id, outcome])).toEqual([[1, 'replied']])
    expect(textsOf(second)).toEqual(['@**Echo** hi', 'Here I am'])
    const third = await open(await killedCopy(data))
    await third.idle()
    expect(third.deliveries[0]?.attempts.at(-1)?.result).toMatchObject({
      reason: expect.stringContaining('connect it again'),
    })
  })

  it('drops a delivery to a bot that a reset takes away while the delivery is being saved', async () => {
    const simulator = await open(await newDirectory())
    simulator.addBot({ full_name: 'Puck', address: 'http://puck.invalid/' })
    simulator.say('hamlet', { to: ['puck'] }, 'hi')
    // One turn: the courier has taken the delivery up and waits for the disk.
    await Promise.resolve()
    await Promise.resolve()
    simulator.reset()
    await simulator.idle()
    simulator.connect('echo', says('I am here.'))
    simulator.say('hamlet', { to: ['echo'] }, 'hi')
    await simulator.idle()
    expect(simulator.messages({ dm: ['hamlet', 'echo'] }).at(-1)?.content).toBe('I am here.')
  })

  it('lets a real clock go on from the present', async () => {
    const data = await newDirectory()
    const first = await open(data, { clock: 'real' })
    first.say('iago', bread, 'Rye')
    await first.saved()
    const before = first.clock.now()
    const second = await open(await killedCopy(data), { clock: 'real' })
    expect(second.clock.now()).toBeGreaterThanOrEqual(before)
    expect(second.clock.now()).toBeLessThan(before + 60_000)
    expect(textsOf(second)).toEqual(['Rye'])
  })

  it('takes an upgrade at the start', async () => {
    const data = await newDirectory()
    await (await open(data, { featureLevel: 100 })).close()
    const second = await open(data)
    expect(second.realm.featureLevel).toBe(100)
    await second.close()
    expect((await open(data, { featureLevel: 200 })).realm.featureLevel).toBe(200)
  })

  it('never gives a number of the journal twice', async () => {
    const data = await newDirectory()
    const first = await open(data)
    for (let count = 0; count < 5; count += 1) await call(first, 'iago', 'GET', '/users/me')
    const second = await open(await killedCopy(data))
    const { entries } = second.journal.read({ since: first.journal.last })
    expect(entries).toMatchObject([{ kind: 'memory', what: 'resume' }])
  })

  it('keeps what was done by the rules of then, and goes on by those of now', async () => {
    const data = await newDirectory()
    const first = await open(data, { assumptions: { messageLength: 100 }, faults: ['the next call is reset'] })
    first.say('iago', bread, 'x'.repeat(100))
    await first.saved()
    const second = await open(await killedCopy(data), { assumptions: { messageLength: 20 } })
    expect(textsOf(second)[0]).toHaveLength(100)
    expect(second.faults.list()).toHaveLength(1)
    second.say('iago', bread, 'y'.repeat(100))
    expect(textsOf(second)[1]).toHaveLength(20)
    await second.saved()
    const faults = ['the next call is reset before taking effect', 'every delivery is dropped']
    const third = await open(await killedCopy(data), { assumptions: { messageLength: 20 }, faults })
    expect(third.faults.list().map(({ sentence }) => sentence)).toEqual(faults)
  })

  it('lets clients make new event queues', async () => {
    const data = await newDirectory()
    const first = await open(data)
    const { queue_id } = await call(first, 'iago', 'POST', '/register', new URLSearchParams())
    const second = await open(await killedCopy(data))
    const events = await call(second, 'iago', 'GET', `/events?queue_id=${queue_id}&last_event_id=-1`)
    expect(events.code).toBe('BAD_EVENT_QUEUE_ID')
    expect((await call(second, 'iago', 'POST', '/register', new URLSearchParams())).queue_id).not.toBe(queue_id)
  })

  it('is of the seed that it was made from', async () => {
    const data = await newDirectory()
    await (await open(data, { randomSeed: 'a' })).close()
    await (await open(data)).close()
    await (await open(data, { randomSeed: 'a', organisation: bakery })).close()
    const refusal = { code: 'data_of_another_seed', path: data }
    await expect(open(data, { randomSeed: 'b' })).rejects.toMatchObject(refusal)
    await expect(open(data, { organisation: { ...bakery, name: 'Elsinore' } })).rejects.toMatchObject(refusal)
    await open(data)
  })

  it('keeps two away from one directory, until the first is closed', async () => {
    const data = await newDirectory()
    const first = await open(data)
    const refusal = await open(data).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataError)
    expect(refusal).toMatchObject({ code: 'data_in_use', path: data, message: expect.stringContaining(data) })
    await first.close()
    await open(data)
    await first.close()
    await expect(open(data)).rejects.toMatchObject({ code: 'data_in_use' })
  })

  it.each([
    ['of a process that is gone', '{"pid":4194304,"started":"1"}'],
    ['of an older process of the same number', `{"pid":${process.pid},"started":"1"}`],
    ['that was never written', ''],
    ['that is no lock', '{"pid":"x"}'],
  ])('takes over from a lock %s', async (_what, lock) => {
    const data = await newDirectory()
    await writeFile(join(data, 'lock'), lock)
    await open(data)
    await expect(open(data)).rejects.toMatchObject({ code: 'data_in_use' })
  })

  it('cannot be made where a file is', async () => {
    const file = join(await newDirectory(), 'file')
    await writeFile(file, '')
    await expect(open(file)).rejects.toMatchObject({ code: 'data_unusable', path: file })
  })
})

describe('a state file', () => {
  const saved = async () => {
    const data = await newDirectory()
    const first = await open(data)
    first.say('iago', bread, 'Rye')
    await first.saved()
    return { data, state: join(data, 'state'), first }
  }

  it('is left alone where a new one was not written to its end', async () => {
    const { data } = await saved()
    const copy = await killedCopy(data)
    await writeFile(join(copy, 'state.unfinished'), 'Earshot')
    expect(textsOf(await open(copy))).toEqual(['Rye'])
  })

  it('that is damaged is named, and nothing is touched', async () => {
    const { data } = await saved()
    const copy = await killedCopy(data)
    const state = join(copy, 'state')
    const bytes = await readFile(state)
    for (const damaged of [
      Buffer.concat([bytes.subarray(0, 200), Buffer.from('#'), bytes.subarray(201)]),
      bytes.subarray(0, -1),
      Buffer.alloc(0),
    ]) {
      await writeFile(state, damaged)
      await expect(open(copy)).rejects.toMatchObject({ name: 'DataError', code: 'data_corrupt', path: state })
      expect(await readFile(state)).toEqual(damaged)
    }
    expect(await readdir(copy)).toEqual(['state'])
  })

  it('whose shape is wrong is refused with the path of the field, or works', async () => {
    const directory = await newDirectory()
    const simulator = await open(directory)
    await busyDay(simulator)
    await simulator.close()
    const state = join(directory, 'state')
    const whole = await readState(state)
    // All of the frame, and some of the rest.
    const all = pathsIn(whole)
    const paths = all.filter((path, at) => path.length < 4 || at % Math.ceil(all.length / 40) === 0)
    let refused = 0
    for (const path of paths) {
      for (const wrong of [
        [7, null, new Map()],
        ['x', [], {}],
      ][(refused + path.length) % 2] ?? []) {
        await writeState(state, replaced(whole, path, wrong))
        const opening = open(directory).then((one) => one.close())
        const error = await opening.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        if (error === undefined) continue
        refused += 1
        expect(error, `${path.join('.')} as ${JSON.stringify(wrong)}`).toBeInstanceOf(DataError)
        expect(error).toMatchObject({
          code: expect.stringMatching(/^data_(corrupt|of_another_seed)$/),
          path: expect.stringContaining(directory),
        })
      }
    }
    expect(refused).toBeGreaterThan(paths.length / 2)
    await writeState(state, { seed: { organisation: '', randomSeed: '' }, moment: { time: 'noon', parts: new Map() } })
    await expect(open(directory)).rejects.toThrow('`moment.time` is a string, not a number')
  })

  it('is not written through a link', async () => {
    const directory = await newDirectory()
    const elsewhere = join(await newDirectory(), 'earshotrc')
    await writeFile(elsewhere, 'precious')
    for (const name of ['state.unfinished', `lock.${process.pid}`]) await symlink(elsewhere, join(directory, name))
    const simulator = await open(directory)
    simulator.say('iago', bread, 'Rye')
    await simulator.close()
    expect(await readFile(elsewhere, 'utf8')).toBe('precious')
  })

  it('of an earlier format is refused with advice, and left as it is', async () => {
    const { data } = await saved()
    const copy = await killedCopy(data)
    const state = join(copy, 'state')
    const older = (await readFile(state, 'latin1')).replace('Earshot state 3 ', 'Earshot state 2 ')
    await writeFile(state, older, 'latin1')
    await expect(open(copy)).rejects.toMatchObject({ name: 'DataError', code: 'data_of_another_version', path: state })
    await expect(open(copy)).rejects.toThrow(/another version of Earshot.*delete the file to start over/)
    expect(await readFile(state, 'latin1')).toBe(older)
  })

  it('that can’t be written fails the call, and the next one saves what is there', async () => {
    const { data, state, first } = await saved()
    const unfinished = `${state}.unfinished`
    await mkdir(unfinished)
    const message = new URLSearchParams({ type: 'stream', to: 'kitchen', topic: 'bread', content: 'Wheat' })
    expect(await call(first, 'iago', 'POST', '/messages', message)).toEqual({
      result: 'error',
      msg: 'Internal server error',
    })
    await rm(unfinished, { recursive: true })
    await first.saved()
    expect(textsOf(await open(await killedCopy(data)))).toEqual(['Rye', 'Wheat'])
  })

  it('is not written for calls that change nothing', async () => {
    const { state, first } = await saved()
    const { mtimeMs } = await stat(state)
    await call(first, 'iago', 'GET', '/users/me')
    await first.saved()
    expect((await stat(state)).mtimeMs).toBe(mtimeMs)
  })
})
