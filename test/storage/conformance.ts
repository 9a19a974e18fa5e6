import type { Storage } from 'earshot'
import { virtualClock } from 'earshot/simulator'
import { StorageConflictError } from 'earshot/storage'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StorageErrorCode } from '../../src/storage/index.js'
import type { Ground, Kind } from './kinds.js'
import { doings, type Model } from './model.js'

const runs = process.env.EARSHOT_TESTS === 'full' ? 1_000 : 20

/** What holds for every kind of storage. */
export function conforms({ start }: Kind): void {
  const clock = virtualClock()
  let ground: Ground
  let storage: Storage
  /** The same storage, opened once more. */
  let other: Storage

  beforeAll(async () => {
    ground = await start()
    storage = await ground.open({ clock })
    other = await ground.open({ clock })
  })
  afterAll(() => ground?.remove())

  it('behaves like the model for any sequence of operations', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(doings, async (steps) => {
        run += 1
        const prefix = `model/${run}/`
        const model: Model = { now: clock.now(), highest: 0, entries: new Map(), past: new Map() }
        await fc.asyncModelRun(() => ({ model, real: { storage, clock, prefix } }), steps)
      }),
      { numRuns: runs, interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true },
    )
  })

  it('has a `getMany` that is not copied to a wrapper, where it would bypass the `get`', async () => {
    const wrapper: Storage = { ...storage, get: async (key) => ({ key, value: 'decrypted', version: 1 }) }
    expect(wrapper.getMany).toBeUndefined()
  })

  it('shows its changes to other instances', async () => {
    const version = await storage.set('shared', 'here')
    expect(await other.get('shared')).toEqual({ key: 'shared', value: 'here', version })
    await expect(other.set('shared', 'mine', { onlyIf: 'absent' })).rejects.toMatchObject({
      code: 'conflict',
      key: 'shared',
      onlyIf: 'absent',
    })
    await other.set('shared', 'ours', { onlyIf: version })
    await expect(storage.set('shared', 'late', { onlyIf: version })).rejects.toBeInstanceOf(StorageConflictError)
    expect((await storage.get('shared'))?.value).toBe('ours')
  })

  it('lets one of many simultaneous creations of an entry succeed', async () => {
    const writers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? storage : other))
    const outcomes = await Promise.allSettled(
      writers.map((writer, index) => writer.set('race', String(index), { onlyIf: 'absent' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('loses no update with compared versions', async () => {
    const addOne = async (writer: Storage): Promise<void> => {
      const entry = await writer.get('count')
      const value = String(Number(entry?.value ?? 0) + 1)
      try {
        await writer.set('count', value, { onlyIf: entry?.version ?? 'absent' })
      } catch (error) {
        if (!(error instanceof StorageConflictError)) throw error
        await addOne(writer)
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, index) => addOne(index % 2 === 0 ? storage : other)))
    expect((await storage.get('count'))?.value).toBe('20')
  })

  it('gives a recreated entry a new version', async () => {
    const first = await storage.set('again', 'a')
    await storage.delete('again')
    const second = await storage.set('again', 'a', { expiresIn: 5 })
    clock.advance(5)
    const third = await storage.set('again', 'a', { onlyIf: 'absent' })
    expect(first < second && second < third).toBe(true)
    await expect(storage.set('again', 'b', { onlyIf: first })).rejects.toThrow('has changed')
    await expect(storage.delete('again', { onlyIf: second })).rejects.toThrow('has changed')
  })

  it('returns an entry until the millisecond of its expiry', async () => {
    await storage.set('brief', 'a', { expiresIn: 1_000 })
    clock.advance(999)
    expect(await other.get('brief')).toMatchObject({ value: 'a', expiresAt: clock.now() + 1 })
    clock.advance(1)
    expect(await other.get('brief')).toBeUndefined()
    expect(await storage.list('brief')).toEqual([])
    expect(await storage.delete('brief')).toBe(false)
  })

  it('removes the expiry of an entry that is rewritten without one', async () => {
    await storage.set('kept', 'a', { expiresIn: 10 })
    await storage.set('kept', 'b')
    clock.advance(10)
    // The writes of others are when expired entries are taken away.
    await storage.set('another', 'c')
    expect((await storage.get('kept'))?.value).toBe('b')
  })

  it('lists entries after the one that equals the prefix', async () => {
    for (const key of ['next', 'next/1', 'next/2']) await storage.set(key, '')
    const rest = await other.list('next', { after: 'next' })
    expect(rest.map(({ key }) => key)).toEqual(['next/1', 'next/2'])
  })

  it('lists by page and skips expired entries', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `pages/${String(index).padStart(2, '0')}`)
    for (const [index, name] of names.entries()) {
      await storage.set(name, '', index % 3 === 0 ? { expiresIn: 7 } : {})
    }
    clock.advance(7)
    const seen: string[] = []
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = await other.list('pages/', { limit: 4, ...(after !== undefined && { after }) })
      seen.push(...page.map(({ key }) => key))
      if (page.length < 4) break
    }
    expect(seen).toEqual(names.filter((_, index) => index % 3 !== 0))
  })

  it('lists a hundred entries by default', async () => {
    for (let index = 0; index < 101; index += 1) await storage.set(`hundred/${index}`, '')
    expect(await storage.list('hundred/')).toHaveLength(100)
  })

  it.each<[string, StorageErrorCode, (bad: Storage) => Promise<unknown>]>([
    ['an empty key', 'invalid_key', (bad) => bad.get('')],
    ['a key with NUL', 'invalid_key', (bad) => bad.set('a\0b', '')],
    ['a key with a lone surrogate', 'invalid_key', (bad) => bad.delete('a\ud83e')],
    ['a key of too many bytes', 'invalid_key', (bad) => bad.set('é'.repeat(513), '')],
    ['a key that is a number', 'invalid_key', (bad) => bad.get(JSON.parse('7'))],
    ['no key among several', 'invalid_key', async (bad) => (bad.getMany ? bad.getMany(['a', '']) : bad.get(''))],
    ['no key', 'invalid_key', (bad) => bad.get(JSON.parse('{}').key)],
    ['a prefix with NUL', 'invalid_key', (bad) => bad.list('\0')],
    ['an empty `after`', 'invalid_key', (bad) => bad.list('', { after: '' })],
    ['a value with a lone surrogate', 'invalid_value', (bad) => bad.set('a', '\udd50')],
    ['a value that is an object', 'invalid_value', (bad) => bad.set('a', JSON.parse('{}'))],
    ['no value', 'invalid_value', (bad) => bad.set('a', JSON.parse('null'))],
    ['the version 0', 'invalid_option', (bad) => bad.set('a', '', { onlyIf: 0 })],
    ['a fractional version', 'invalid_option', (bad) => bad.delete('a', { onlyIf: 1.5 })],
    ['a version that is a text', 'invalid_option', (bad) => bad.set('a', '', { onlyIf: JSON.parse('"1"') })],
    ['an expiry of 0', 'invalid_option', (bad) => bad.set('a', '', { expiresIn: 0 })],
    ['a negative expiry', 'invalid_option', (bad) => bad.set('a', '', { expiresIn: -1 })],
    ['an expiry of NaN', 'invalid_option', (bad) => bad.set('a', '', { expiresIn: Number.NaN })],
    ['an infinite expiry', 'invalid_option', (bad) => bad.set('a', '', { expiresIn: Number.POSITIVE_INFINITY })],
    ['a limit of 0', 'invalid_option', (bad) => bad.list('', { limit: 0 })],
    ['an infinite limit', 'invalid_option', (bad) => bad.list('', { limit: Number.POSITIVE_INFINITY })],
    ['a fractional limit', 'invalid_option', (bad) => bad.list('', { limit: 0.5 })],
  ])('rejects %s without writing anything', async (_, code, ask) => {
    await storage.delete('a')
    await expect(ask(storage)).rejects.toMatchObject({ name: 'StorageError', code })
    expect(await storage.get('a')).toBeUndefined()
  })

  it('accepts the longest key and any characters in keys and values', async () => {
    const longest = 'é'.repeat(512)
    await storage.set(longest, 'long')
    expect((await other.get(longest))?.value).toBe('long')
    const strange = `a\n\t'"\`\\%_*?[x]{y} ${'\u200f'}مرحبا 👩‍🚀`
    await storage.set(strange, strange)
    expect(await other.get(strange)).toMatchObject({ key: strange, value: strange })
  })

  it('rejects calls after close(), which may be called twice', async () => {
    // Memory is the same for whoever opens it, so it is not this one that is closed.
    const elsewhere = await start()
    const another = await elsewhere.open({ clock })
    await another.close()
    await another.close()
    await expect(another.get('a')).rejects.toMatchObject({ code: 'closed' })
    await expect(another.set('a', 'b')).rejects.toMatchObject({ code: 'closed' })
    await expect(another.list('')).rejects.toMatchObject({ code: 'closed' })
    await elsewhere.remove()
  })
}
