import type { Storage } from 'earshot'
import { StorageConflictError, type Version } from 'earshot/storage'
import fc from 'fast-check'
import { expect } from 'vitest'

/** What a storage should hold, kept in the plainest way. */
export interface Model {
  now: number
  highest: Version
  readonly entries: Map<string, { value: string; version: Version; expiresAt?: number }>
  /** Versions that were true of a key once. */
  readonly past: Map<string, Version>
}

interface Real {
  readonly storage: Storage
  readonly clock: { advance(milliseconds: number): void }
  /** Keeps one run apart from the others in the same storage. */
  readonly prefix: string
}

type Step = fc.AsyncCommand<Model, Real>
type Condition = 'none' | 'current' | 'past' | 'absent'

const there = (model: Model, key: string) => {
  const entry = model.entries.get(key)
  return entry && (entry.expiresAt === undefined || entry.expiresAt > model.now) ? entry : undefined
}

/** What `onlyIf` is for a condition, and whether it holds. */
function demand(model: Model, key: string, condition: Condition) {
  const current = there(model, key)?.version
  const onlyIf = {
    none: undefined,
    current: current ?? ('absent' as const),
    past: model.past.get(key),
    absent: 'absent' as const,
  }[condition]
  return { onlyIf, holds: onlyIf === undefined || onlyIf === (current ?? 'absent') }
}

const step = (text: string, run: Step['run']): Step => ({ check: () => true, run, toString: () => text })

const set = (key: string, value: string, condition: Condition, expiresIn: number | undefined): Step =>
  step(`set(${key}, ${condition}, ${expiresIn})`, async (model, { storage, prefix }) => {
    const { onlyIf, holds } = demand(model, key, condition)
    const writing = storage.set(prefix + key, value, {
      ...(onlyIf !== undefined && { onlyIf }),
      ...(expiresIn !== undefined && { expiresIn }),
    })
    if (!holds) return expect(writing).rejects.toBeInstanceOf(StorageConflictError)
    const version = await writing
    expect(version).toBeGreaterThan(model.highest)
    model.highest = version
    const before = model.entries.get(key)
    if (before) model.past.set(key, before.version)
    model.entries.set(key, { value, version, ...(expiresIn !== undefined && { expiresAt: model.now + expiresIn }) })
  })

const remove = (key: string, condition: Condition): Step =>
  step(`delete(${key}, ${condition})`, async (model, { storage, prefix }) => {
    const { onlyIf, holds } = demand(model, key, condition)
    const version = onlyIf === 'absent' ? undefined : onlyIf
    const removing = storage.delete(prefix + key, version === undefined ? {} : { onlyIf: version })
    if (version !== undefined && !holds) return expect(removing).rejects.toBeInstanceOf(StorageConflictError)
    expect(await removing).toBe(there(model, key) !== undefined)
    const before = model.entries.get(key)
    if (before) model.past.set(key, before.version)
    model.entries.delete(key)
  })

const get = (key: string): Step =>
  step(`get(${key})`, async (model, { storage, prefix }) => {
    const entry = there(model, key)
    expect(await storage.get(prefix + key)).toEqual(entry && { key: prefix + key, ...entry })
  })

const getMany = (wanted: readonly string[]): Step =>
  step(`getMany(${wanted})`, async (model, { storage, prefix }) => {
    const entries = wanted.map((key) => {
      const entry = there(model, key)
      return entry && { key: prefix + key, ...entry }
    })
    expect((await storage.getMany?.(wanted.map((key) => prefix + key))) ?? entries).toEqual(entries)
  })

const list = (beginning: string, after: string | undefined, limit: number): Step =>
  step(`list(${beginning}, ${after}, ${limit})`, async (model, { storage, prefix }) => {
    const bytes = (text: string) => Buffer.from(text)
    const expected = [...model.entries.keys()]
      .filter((key) => key.startsWith(beginning) && there(model, key))
      .filter((key) => after === undefined || Buffer.compare(bytes(key), bytes(after)) > 0)
      .sort((one, other) => Buffer.compare(bytes(one), bytes(other)))
      .slice(0, limit)
      .map((key) => ({ key: prefix + key, ...there(model, key) }))
    const from = after === undefined ? {} : { after: prefix + after }
    expect(await storage.list(prefix + beginning, { limit, ...from })).toEqual(expected)
  })

const advance = (milliseconds: number): Step =>
  step(`advance(${milliseconds})`, async (model, { clock }) => {
    model.now += milliseconds
    clock.advance(milliseconds)
  })

// Few keys, so that they meet, and those that sort or begin in awkward ways.
const keys = ['a', 'ab', 'a/b', 'a%', 'a_', 'A', 'é', 'ﬀ', '🥐', '🥐/b', '\u{10ffff}', ' ', '{a}', '"', "'; --"]
const key = fc.constantFrom(...keys)
const value = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
  fc.constantFrom('', '\0', 'a\0b', '\ufeffa', '1 2 3', '\r\n', 'x'.repeat(70_000)),
)
const condition = fc.constantFrom<Condition>('none', 'current', 'past', 'absent')
const span = fc.option(fc.constantFrom(1, 10, 1_000), { nil: undefined })

/** Everything that can be done with a storage, in some order. */
export const doings = fc.commands(
  [
    fc.tuple(key, value, condition, span).map((given) => set(...given)),
    fc.tuple(key, condition).map((given) => remove(...given)),
    key.map(get),
    fc.array(key, { maxLength: 4 }).map(getMany),
    fc
      .tuple(
        fc.constantFrom('', 'a', 'a/', '🥐', 'nowhere'),
        fc.option(key, { nil: undefined }),
        fc.constantFrom(1, 2, 100),
      )
      .map((given) => list(...given)),
    fc.constantFrom(1, 9, 10, 999).map(advance),
  ],
  { maxCommands: 60 },
)
