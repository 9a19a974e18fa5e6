import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LockError, type Storage } from 'earshot'
import { redisStorage, sqliteStorage } from 'earshot/node'
import { virtualClock } from 'earshot/simulator'
import { type Lock, memoryStorage, StorageError, withLock } from 'earshot/storage'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/clock.js'
import { programIn, startProgram } from '../processes/program.js'
import { everythingToHappen, gate } from '../receiver/kit.js'
import { type Ground, type Kind, memory, redis, sqlite } from './kinds.js'
import { hasRedis, type RedisServer, startRedis } from './redisServer.js'

/** Time that passes 20 times as fast for those who wait. */
const hurried: Clock = {
  now: () => Date.now(),
  later: (milliseconds, action) => systemClock.later(milliseconds / 20, action),
}

const kinds: readonly Kind[] = hasRedis ? [memory, sqlite, redis] : [memory, sqlite]

describe.each(kinds)('a lock in $name', ({ start }) => {
  let ground: Ground
  let names = 0
  let here: Storage
  let there: Storage
  beforeAll(async () => {
    ground = await start()
    here = await ground.open({})
    there = await ground.open({})
  })
  afterAll(() => ground.remove())
  const newName = () => `oven ${++names} / 🥐`

  it('is held by one at a time and eventually by all', async () => {
    const name = newName()
    let inside = 0
    let most = 0
    const work = async (index: number) => {
      inside += 1
      most = Math.max(most, inside)
      await everythingToHappen()
      inside -= 1
      return index
    }
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        withLock(index % 2 === 0 ? here : there, name, () => work(index), { clock: hurried }),
      ),
    )
    expect(results).toEqual(Array.from({ length: 12 }, (_, index) => index))
    expect(most).toBe(1)
  })

  it('has an increasing fence number', async () => {
    const name = newName()
    const fences: number[] = []
    for (const storage of [here, there, here]) await withLock(storage, name, ({ fence }) => void fences.push(fence))
    expect(fences).toEqual([...new Set(fences)].sort((one, other) => one - other))
  })

  it('is granted in order of arrival', async () => {
    const name = newName()
    const { opened, open } = gate()
    const turns: string[] = []
    const first = withLock(here, name, () => opened)
    while ((await here.get(`lock/${encodeURIComponent(name)}`)) === undefined) await everythingToHappen()
    const line = () => here.list(`lock-line/${encodeURIComponent(name)}/`)
    const waiting: Promise<unknown>[] = []
    for (const [index, storage] of [there, here, there, here].entries()) {
      waiting.push(withLock(storage, name, () => void turns.push(`turn ${index}`)))
      while ((await line()).length <= index) await everythingToHappen()
    }
    open()
    await Promise.all([first, ...waiting])
    expect(turns).toEqual(['turn 0', 'turn 1', 'turn 2', 'turn 3'])
    expect(await line()).toEqual([])
  })

  it('is refused immediately or after `wait`, without side effects', async () => {
    const name = newName()
    const { opened, open } = gate()
    const first = withLock(here, name, () => opened.then(() => 'baked'))
    while ((await here.get(`lock/${encodeURIComponent(name)}`)) === undefined) await everythingToHappen()
    for (const wait of [0, 30]) {
      const refusal: unknown = await withLock(there, name, () => 'burnt', { wait }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(LockError)
      expect(refusal).toMatchObject({ code: 'locked', lock: name })
    }
    open()
    expect(await first).toBe('baked')
    expect(await withLock(there, name, () => 'free', { wait: 0 })).toBe('free')
  })

  it('is released when the work fails', async () => {
    const name = newName()
    const failing = withLock(here, name, () => Promise.reject(new Error('burnt')))
    await expect(failing).rejects.toThrow('burnt')
    expect(await withLock(there, name, () => 'free', { wait: 0 })).toBe('free')
  })

  it('is no longer waited for when the signal aborts', async () => {
    const name = newName()
    const { opened, open } = gate()
    const first = withLock(here, name, () => opened)
    while ((await here.get(`lock/${encodeURIComponent(name)}`)) === undefined) await everythingToHappen()
    const stopping = new AbortController()
    const second = withLock(there, name, () => 'burnt', { signal: stopping.signal })
    stopping.abort(new Error('closing time'))
    await expect(second).rejects.toThrow('closing time')
    open()
    await first
    await expect(withLock(here, name, () => 'burnt', { signal: stopping.signal })).rejects.toThrow('closing time')
    expect(await withLock(there, name, () => 'free', { wait: 0 })).toBe('free')
  })
})

describe('the holder of a lock', () => {
  /** The holder's own clock, so that it may stand still while that of the storage goes on. */
  const setUp = () => {
    const clock = virtualClock()
    return { clock, storage: memoryStorage({ clock }) }
  }
  const advance = async (clock: ReturnType<typeof virtualClock>, milliseconds: number) => {
    for (let gone = 0; gone < milliseconds; gone += 1_000) {
      clock.advance(1_000)
      await everythingToHappen()
    }
  }

  it('keeps it for as long as the work takes', async () => {
    const { clock, storage } = setUp()
    const { opened, open } = gate()
    const first = withLock(storage, 'oven', () => opened.then(() => 'baked'), { clock })
    await advance(clock, 120_000)
    await expect(withLock(storage, 'oven', () => '', { clock, wait: 0 })).rejects.toMatchObject({ code: 'locked' })
    open()
    expect(await first).toBe('baked')
    expect(await storage.list('')).toEqual([])
  })

  it('gets an abort when it loses the lock through a storage outage, and others get the lock', async () => {
    const { clock, storage } = setUp()
    const { opened, open } = gate()
    let isAway = false
    const away: Storage = {
      ...storage,
      set: (...given) =>
        isAway ? Promise.reject(new StorageError('failed', 'The network is down.')) : storage.set(...given),
    }
    let lock: Lock | undefined
    const first = withLock(
      away,
      'oven',
      (held) => {
        lock = held
        return opened
      },
      { clock },
    )
    const lost = expect(first).rejects.toMatchObject({ code: 'lock_lost', lock: 'oven' })
    await advance(clock, 5_000)
    isAway = true
    await advance(clock, 25_000)
    expect(lock?.signal.aborted).toBe(false)
    await advance(clock, 15_000)
    expect(lock?.signal.aborted).toBe(true)
    const second = await withLock(storage, 'oven', ({ fence }) => fence, { clock, wait: 0 })
    expect(second).toBeGreaterThan(lock?.fence ?? Number.NaN)
    open()
    await lost
  })

  it('keeps it through a short storage outage or lost response', async () => {
    const { clock, storage } = setUp()
    const { opened, open } = gate()
    let trouble: 'none' | 'away' | 'unheard' = 'none'
    const shaky: Storage = {
      ...storage,
      async set(...given) {
        if (trouble === 'away') throw new StorageError('failed', 'The network is down.')
        const version = await storage.set(...given)
        if (trouble === 'unheard') throw new StorageError('failed', 'The network went down.')
        return version
      },
    }
    const first = withLock(shaky, 'oven', () => opened.then(() => 'baked'), { clock })
    await everythingToHappen()
    for (const next of ['away', 'none', 'unheard', 'none'] as const) {
      trouble = next
      await advance(clock, 14_000)
    }
    open()
    expect(await first).toBe('baked')
    expect(await storage.list('')).toEqual([])
  })

  it('keeps it for the rest of its lease after its signal aborts', async () => {
    const { clock, storage } = setUp()
    const stopping = new AbortController()
    const first = withLock(storage, 'oven', () => new Promise(() => {}), { clock, signal: stopping.signal })
    first.catch(() => {})
    await advance(clock, 60_000)
    stopping.abort()
    await expect(withLock(storage, 'oven', () => '', { clock, wait: 0 })).rejects.toMatchObject({ code: 'locked' })
    await advance(clock, 30_000)
    expect(await withLock(storage, 'oven', () => 'free', { clock, wait: 0 })).toBe('free')
  })

  it('delays others only briefly if it died while waiting', async () => {
    const { clock, storage } = setUp()
    await storage.set('lock-line/oven/0000000000000001', 'somebody', { expiresIn: 10_000 })
    const waiting = withLock(storage, 'oven', () => 'baked', { clock })
    await advance(clock, 12_000)
    expect(await waiting).toBe('baked')
  })
})

it.each([
  ['no name', '', {}],
  ['a lone surrogate as its name', '\ud800', {}],
  ['NUL in its name', 'a\0b', {}],
  ['a wait of NaN', 'oven', { wait: Number.NaN }],
  ['a negative wait', 'oven', { wait: -1 }],
  ['a lease of 0', 'oven', { lease: 0 }],
])('a lock with %s is rejected', async (_, name, options) => {
  await expect(withLock(memoryStorage(), name, () => '', options)).rejects.toBeInstanceOf(StorageError)
})

describe.each(hasRedis ? ['SQLite', 'Redis'] : ['SQLite'])('processes with a lock in %s', (kind) => {
  const program = programIn(new URL('./lockHolder.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'earshot-lock-'))
  const children: ChildProcess[] = []
  let server: RedisServer | undefined
  let place: string
  beforeAll(async () => {
    server = kind === 'Redis' ? await startRedis() : undefined
    place = server?.address ?? join(folder, 'bot.sqlite')
  })
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true })
  })
  const started = (...args: string[]) => {
    const child = startProgram(program, [place, ...args])
    children.push(child)
    return child
  }

  it('lose no update made under the lock', async () => {
    const said = await Promise.all(
      [started('15'), started('15')].map(async (child) => {
        let text = ''
        for await (const chunk of child.stdout ?? []) text += String(chunk)
        return text.trim().split('\n').map(Number)
      }),
    )
    expect(said.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  it('get the lock after its holder was killed', async () => {
    const holder = started()
    await once(holder.stdout ?? holder, 'data')
    const storage = await (kind === 'Redis' ? redisStorage(place) : sqliteStorage(place))
    await expect(withLock(storage, 'oven', () => '', { wait: 0 })).rejects.toMatchObject({ code: 'locked' })
    const gone = once(holder, 'exit')
    holder.kill('SIGKILL')
    await gone
    expect(await withLock(storage, 'oven', () => 'free')).toBe('free')
    await storage.close()
  })
})
