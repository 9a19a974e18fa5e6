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

  it('has a case for everything that the spec says', () => {
    expect(uncited(/^/, all)).toEqual([])
  })

  it('has no case for what the spec does not say', () => {
    const strangers = all.flatMap(({ spec, title }) => spec.filter((id) => !(id in outline)).map((id) => [id, title]))
    expect(strangers).toEqual([])
  })

  it('calls nothing unprovable that a case proves, and nothing that the spec does not say', () => {
    const found = cited(all)
    expect(Object.keys(unprovable).filter((id) => found.has(id) || !(id in outline))).toEqual([])
  })

  it('holds the simulator against every endpoint, transition, error, limit and level', () => {
    expect(uncited(/^(4\.\d+$|3\/|7\/|8\/|level\/)/, ofSimulator)).toEqual([])
  })

  it('holds the simulator against each level itself and the one before', () => {
    const levels = Object.keys(outline).filter((id) => id.startsWith('level/') && !(id in unprovable))
    const held = ofSimulator.flatMap(({ spec, level = 496 }) => spec.map((id) => `${id} at ${level}`))
    const wanted = levels.flatMap((id) => [0, 1].map((before) => `${id} at ${Number(id.slice(6)) - before}`))
    expect(wanted.filter((each) => !held.includes(each))).toEqual([])
  })

  it('holds the client against every endpoint and every error', () => {
    expect(uncited(/^(4\.\d+$|7\/)/, ofClient)).toEqual([])
  })

  it('holds the receiver and the simulator against every field of a notification', () => {
    expect(uncited(/^6\.1\/(?!other)/, ofReceiver)).toEqual([])
    expect(uncited(/^6\.1\/(?!other)/, ofSimulator)).toEqual([])
  })

  it('knows all twenty endpoints, all nineteen errors and all levels', () => {
    const count = (kind: RegExp) => Object.keys(outline).filter((id) => kind.test(id)).length
    expect(count(/^4\.\d+$/)).toBe(20)
    expect(count(/^7\/\d+$/)).toBe(19)
    expect(count(/^3\/\d+$/)).toBe(11)
    expect(count(/^level\//)).toBe(43)
  })

  it('gives each proof of a side a title of its own', () => {
    for (const table of [...Object.values(sections), ...Object.values(scenarios), calls, refusals, posts]) {
      const titles = table.map(({ title }) => title)
      expect(titles).toEqual([...new Set(titles)])
    }
  })
})
