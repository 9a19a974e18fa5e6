import { type Dialect, isFeatureLevel, newestFeatureLevel } from '../../protocol/index.js'
import type { Clock } from '../base/clock.js'
import type { Random } from '../base/random.js'
import type { Assumptions } from './assumptions/assumptions.js'
import type { OrganisationSeed } from './seed/seed.js'

export interface RealmOptions {
  readonly seed: OrganisationSeed
  readonly clock: Clock
  readonly random: Random
  /** (default: the newest) */
  readonly featureLevel?: number
  readonly assumptions?: Partial<Assumptions>
  /** The organisation's address; a function, since the port is known only once the server listens. */
  readonly url: () => string
  /** (default: `svc`) */
  readonly dialect?: Dialect
  /** Wraps every change. (default: makes the change) */
  readonly perform?: Perform
  /** Called when the organisation has another address for a bot, by its ID. */
  readonly onBotAddress?: (botId: number) => void
}

/** Makes a change; its name and arguments are data. */
export type Perform = <Result>(name: string, args: readonly unknown[], change: () => Result) => Result

/** The valid feature levels, for error messages. */
export const levelAdvice = `give a whole number from 0 to ${newestFeatureLevel}`

/** The level, if a server of this contract can have it. @throws {RangeError} for any other number */
export function checkedLevel(level: number): number {
  if (isFeatureLevel(level)) return level
  throw new RangeError(`No server has the feature level ${String(level)}; ${levelAdvice}.`)
}
