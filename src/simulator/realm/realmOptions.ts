import { isFeatureLevel, newestFeatureLevel } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Random } from '../random.js'
import type { Assumptions } from './assumptions/assumptions.js'
import type { OrganisationSeed } from './seed/seed.js'
import type { Words } from './world.js'

export interface RealmOptions {
  readonly seed: OrganisationSeed
  readonly clock: Clock
  readonly random: Random
  /** (default: the newest) */
  readonly featureLevel?: number
  readonly assumptions?: Partial<Assumptions>
  /** The organisation's address; a function, since a free port is known late. */
  readonly url: () => string
  /** Words that depend on the dialect. (default: the spec's own) */
  readonly words?: Words
  /** Wraps every change. (default: makes it) */
  readonly perform?: Perform
}

/** Makes a change; its name and arguments are data. */
export type Perform = <Result>(name: string, args: readonly unknown[], change: () => Result) => Result

/** What an account calls the API with, and by what a bot knows the server. */
export interface RealmCredentials {
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}

/** What a feature level may be, for errors. */
export const levelAdvice = `give a whole number from 0 to ${newestFeatureLevel}`

/** A level that a server of this contract can have. @throws {RangeError} for any other number */
export function checkedLevel(level: number): number {
  if (isFeatureLevel(level)) return level
  throw new RangeError(`No server has the feature level ${String(level)}; ${levelAdvice}.`)
}
