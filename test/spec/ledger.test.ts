import { describe, expect, it } from 'vitest'
import { calls } from './calls/endpoints.js'
import { mistyped } from './calls/mistyped.js'
import { olderServers } from './calls/olderServers.js'
import { refusals } from './calls/refusals.js'
import { settingsCalls } from './calls/serverSettings.js'
import { tooOld, unsent } from './calls/unsent.js'
import { sections } from './cases/index.js'
import { outline, unprovable } from './outline.js'
import { posts } from './payloads/notifications.js'
import { refused } from './payloads/refused.js'
import { replies } from './payloads/replies.js'
import { scenarios } from './scenarios/index.js'

interface Proof {
  readonly spec: readonly string[]
  readonly title: string
  readonly level?: number
}

const ofSimulator: readonly Proof[] = [...Object.values(sections).flat(), ...Object.values(scenarios).flat()]
const ofClient: readonly Proof[] = [
  ...calls,
  ...olderServers,
  ...settingsCalls,
  ...refusals,
  ...unsent,
  ...tooOld,
  ...mistyped,
]
const ofReceiver: readonly Proof[] = [...posts, ...replies, ...refused]

function cited(proofs: readonly Proof[]): Set<string> {
  return new Set(proofs.flatMap(({ spec }) => spec))
}

function uncited(kind: RegExp, proofs: readonly Proof[]): string[] {
  const found = cited(proofs)
  return Object.keys(outline).filter((id) => kind.test(id) && !found.has(id) && !(id in unprovable))
}

describe('the ledger of the spec', () => {
  const all = [...ofSimulator, ...ofClient, ...ofReceiver]

  it('has a case for every statement of the spec', () => {
    expect(uncited(/^/, all)).toEqual([])
  })

  it("has no case for a statement that isn't in the spec", () => {
    const strangers = all.flatMap(({ spec, title }) => spec.filter((id) => !(id in outline)).map((id) => [id, title]))
    expect(strangers).toEqual([])
  })

  it('lists as unprovable only existing statements without a case', () => {
    const found = cited(all)
    expect(Object.keys(unprovable).filter((id) => found.has(id) || !(id in outline))).toEqual([])
  })

  it('covers every endpoint, transition, error, limit and level for the simulator', () => {
    expect(uncited(/^(4\.\d+$|3\/|7\/|8\/|level\/)/, ofSimulator)).toEqual([])
  })

  it('covers each level and the one below for the simulator', () => {
    const levels = Object.keys(outline).filter((id) => id.startsWith('level/') && !(id in unprovable))
    const held = ofSimulator.flatMap(({ spec, level = 496 }) => spec.map((id) => `${id} at ${level}`))
    const wanted = levels.flatMap((id) => [0, 1].map((before) => `${id} at ${Number(id.slice(6)) - before}`))
    expect(wanted.filter((each) => !held.includes(each))).toEqual([])
  })

  it('covers every endpoint and error for the client', () => {
    expect(uncited(/^(4\.\d+$|7\/)/, ofClient)).toEqual([])
  })

  it('covers every field of a notification for receiver and simulator', () => {
    expect(uncited(/^6\.1\/(?!other)/, ofReceiver)).toEqual([])
    expect(uncited(/^6\.1\/(?!other)/, ofSimulator)).toEqual([])
  })

  it('has all twenty endpoints, nineteen errors and 43 levels', () => {
    const count = (kind: RegExp) => Object.keys(outline).filter((id) => kind.test(id)).length
    expect(count(/^4\.\d+$/)).toBe(20)
    expect(count(/^7\/\d+$/)).toBe(19)
    expect(count(/^3\/\d+$/)).toBe(11)
    expect(count(/^level\//)).toBe(43)
  })

  it('has a unique title for each case of a table', () => {
    for (const table of [...Object.values(sections), ...Object.values(scenarios), calls, refusals, posts]) {
      const titles = table.map(({ title }) => title)
      expect(titles).toEqual([...new Set(titles)])
    }
  })
})
