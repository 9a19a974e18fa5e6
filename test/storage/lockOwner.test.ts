import { virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { type LockOwner, withOwnedLock } from '../../src/storage/lock.js'
import { everythingToHappen, gate } from '../receiver/kit.js'

/** Processes of one machine; one that is killed does nothing any more. */
function machine() {
  const clock = virtualClock()
  const storage = memoryStorage({ clock })
  const dead = new Set<string>()
  const owner = (id: string): LockOwner => ({ id, isDead: (other) => dead.has(other) })
  const never = new Promise<never>(() => {})
  /** Takes the lock and keeps it, as long as the process lives. */
  const hold = (id: string) => {
    const isDead = () => dead.has(id)
    const mortal = {
      ...storage,
      set: (...given: Parameters<typeof storage.set>) => (isDead() ? never : storage.set(...given)),
    }
    return withOwnedLock(mortal, 'oven', () => never, { clock, owner: owner(id) })
  }
  const advance = async (milliseconds: number) => {
    for (let gone = 0; gone < milliseconds; gone += 500) {
      clock.advance(500)
      await everythingToHappen()
    }
  }
  return { clock, storage, owner, hold, advance, kill: (id: string) => void dead.add(id) }
}

describe('a lock whose owner is dead', () => {
  it('is granted at once', async () => {
    const { clock, storage, owner, hold, kill } = machine()
    void hold('first')
    await everythingToHappen()
    kill('first')
    const waits: number[] = []
    const onWait = (until: number) => void waits.push(until)
    expect(await withOwnedLock(storage, 'oven', () => 'mine', { clock, owner: owner('second'), onWait })).toBe('mine')
    expect(waits).toEqual([])
  })

  it('is granted at once even if others died while waiting', async () => {
    const { clock, storage, owner, hold, advance, kill } = machine()
    void hold('first')
    await everythingToHappen()
    void hold('second')
    await advance(1_000)
    for (const id of ['first', 'second']) kill(id)
    expect(await withOwnedLock(storage, 'oven', () => 'mine', { clock, owner: owner('third'), wait: 0 })).toBe('mine')
  })

  it('is granted within a second to exactly one waiting process', async () => {
    const { clock, storage, owner, hold, advance, kill } = machine()
    void hold('first')
    await everythingToHappen()
    const { opened, open } = gate()
    let inside = 0
    const work = async () => {
      inside += 1
      await opened
    }
    const others = ['second', 'third'].map((id) => withOwnedLock(storage, 'oven', work, { clock, owner: owner(id) }))
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

it('a lock whose owner may be alive is waited for, with a known maximum', async () => {
  const { clock, storage, owner, hold, advance } = machine()
  void hold('first')
  await everythingToHappen()
  await advance(4_000)
  let until = 0
  const waiting = withOwnedLock(storage, 'oven', () => 'mine', {
    clock,
    owner: owner('second'),
    onWait: (time) => {
      until = time
    },
    wait: 5_000,
  }).catch((error: unknown) => error)
  await advance(10_000)
  expect(await waiting).toMatchObject({ code: 'locked' })
  expect(until).toBe(clock.now() - 10_000 + 26_000)
})

it.each([undefined, { id: 'second', isDead: () => true }])('a lock without an owner is waited for', async (owner) => {
  const { clock, storage } = machine()
  void withOwnedLock(storage, 'oven', () => new Promise(() => {}), { clock })
  await everythingToHappen()
  await expect(withOwnedLock(storage, 'oven', () => '', { clock, owner, wait: 0 })).rejects.toMatchObject({
    code: 'locked',
  })
})
