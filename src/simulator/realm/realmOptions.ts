import type { Clock } from '../clock.js'
import type { Random } from '../random.js'
import type { Assumptions } from './assumptions/assumptions.js'
import type { RealmCommandName } from './commands.js'
import type { OrganisationSeed } from './seed/seed.js'
import type { Words } from './world.js'

/** What an organisation is made of, and what comes from outside. */
export interface RealmOptions {
  readonly seed: OrganisationSeed
  readonly clock: Clock
  readonly random: Random
  /** The newest unless given. */
  readonly featureLevel?: number
  readonly assumptions?: Partial<Assumptions>
  /** The organisation's address; asked whenever it is needed, since a free port is known late. */
  readonly url: () => string
  /** Words that depend on the dialect; the spec's own unless given. */
  readonly words?: Words
  /** Does what changes the organisation, and may write it down; simply done unless given. */
  readonly perform?: Perform
}

/** Does a change: its name, and what it takes, as data. */
export type Perform = <Result>(name: RealmCommandName, args: readonly unknown[], change: () => Result) => Result

/** What an account calls the API with, and for bots that the server calls, what it knows the server by. */
export interface RealmCredentials {
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}
