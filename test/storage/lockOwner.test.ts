import { virtualClock } from 'earshot/simulator'
import { memoryStorage, type Storage, StorageError, withLock } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import type { LeaseHolder } from '../../src/lease.js'
import { lockFreeAt } from '../../src/storage/lock.js'
import { everythingToHappen, gate } from '../receiver/kit.js'

/** Processes of one machine; one that is killed does nothing any more. */
function machine() {
  const clock = virtualClock()
  const storage = memoryStorage({ clock })
  const dead = new Set<string>()
  const isDead = (id: string) => dead.has(id)
  const holder = (id: string): LeaseHolder => ({ id, isDead, isGone: isDead, begin() {} })
  /** The storage as that process has it. */
  const of = (id: string) => ({ ...storage, holder: holder(id) })
  const never = new Promise<never>(() => {})
  /** Takes the lock and keeps it, as long as the process lives. */
  const hold = (id: string) => {
    const mortal = {
      ...of(id),
      set: (...given: Parameters<typeof storage.set>) => (isDead(id) ? never : storage.set(...given)),
    }
    return withLock(mortal, 'oven', () => never, { clock })
  }
  const advance = async (milliseconds: number) => {
    for (let gone = 0; gone < milliseconds; gone += 500) {
      clock.advance(500)
      await everythingToHappen()
    }
  }
  return { clock, storage, of, hold, advance, kill: (id: string) => void dead.add(id) }
}

describe('a lock whose owner is dead', () => {
  it('is granted at once', async () => {
    const { clock, of, hold, kill } = machine()
    void hold('first')
    await everythingToHappen()
    kill('first')
    expect(await withLock(of('second'), 'oven', () => 'mine', { clock, wait: 0 })).toBe('mine')
  })

  it('is granted at once even if others died while waiting', async () => {
    const { clock, of, hold, advance, kill } = machine()
    void hold('first')
    await everythingToHappen()
    void hold('second')
    await advance(1_000)
    for (const id of ['first', 'second']) kill(id)
    expect(await withLock(of('third'), 'oven', () => 'mine', { clock, wait: 0 })).toBe('mine')
  })

  it('is granted to another machine once they are silent, even if others were silent while waiting', async () => {
    const { clock, of, hold, advance, kill } = machine()
    void hold('first')
    await everythingToHappen()
    void hold('second')
    await advance(1_000)
    const own = of('third')
    const elsewhere = { ...own, holder: { ...own.holder, isDead: () => undefined } }
    const take = () => withLock(elsewhere, 'oven', () => 'mine', { clock, wait: 0 })
    await expect(take()).rejects.toMatchObject({ code: 'locked' })
    for (const id of ['first', 'second']) kill(id)
    // The place of the second lasts: on its machine the clock was hours ahead.
    expect(await take()).toBe('mine')
  })

  it('is granted within a second to exactly one waiting process', async () => {
    const { clock, of, hold, advance, kill } = machine()
    void hold('first')
    await everythingToHappen()
    const { opened, open } = gate()
    let inside = 0
    const work = async () => {
      inside += 1
      await opened
    }
    const others = ['second', 'third'].map((id) => withLock(of(id), 'oven', work, { clock }))
    await advance(3_000)
    expect(inside).toBe(0)
    kill('first')
    await advance(1_000)
    expect(inside).toBe(1)
    open()
    await advance(2_000)
    await Promise.all(others)
    expect(inside).toBe(2)
  })
})

it('a lock that was taken by a process whose call then failed is granted to others', async () => {
  const { clock, storage, of, advance } = machine()
  let isAway = true
  const fail = () => Promise.reject(new StorageError('failed', 'The network went down.'))
  const shaky: Storage = {
    ...of('first'),
    async set(...given) {
      const version = await storage.set(...given)
      return isAway ? fail() : version
    },
    get: (...given) => (isAway ? fail() : storage.get(...given)),
  }
  await expect(withLock(shaky, 'oven', () => '', { clock })).rejects.toMatchObject({ code: 'failed' })
  const waiting = withLock(of('second'), 'oven', () => 'mine', { clock, wait: 60_000 })
  await advance(5_000)
  isAway = false
  await advance(3_000)
  expect(await waiting).toBe('mine')
})

it.each([
  ['lives', false, Number.POSITIVE_INFINITY],
  ["can't be seen", undefined, 30_000],
] as const)('a lock whose holder %s is waited for, and says how long at most', async (_, isDead, atMost) => {
  const { clock, of, hold, advance } = machine()
  void hold('first')
  await everythingToHappen()
  await advance(4_000)
  const own = of('second')
  const storage = { ...own, holder: { ...own.holder, isDead: () => isDead, isGone: () => false } }
  const until = await lockFreeAt(storage, 'oven', { clock })
  expect(until && until - clock.now()).toBe(atMost)
  const waiting = withLock(storage, 'oven', () => 'mine', { clock, wait: 100_000 }).catch((error: unknown) => error)
  await advance(110_000)
  expect(await waiting).toMatchObject({ code: 'locked' })
})

it('a lock without a holder is waited for', async () => {
  const { clock, storage, of } = machine()
  void withLock(storage, 'oven', () => new Promise(() => {}), { clock })
  await everythingToHappen()
  for (const one of [storage, of('second')]) {
    await expect(withLock(one, 'oven', () => '', { clock, wait: 0 })).rejects.toMatchObject({ code: 'locked' })
  }
})
