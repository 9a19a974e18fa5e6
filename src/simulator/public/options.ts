import { EarshotError } from '../../errors.js'
import {
  type Dialect,
  type DialectName,
  deliveryRules,
  dialectOf,
  isFeatureLevel,
  newestFeatureLevel,
  svcDialect,
  zulipDialect,
} from '../../protocol/index.js'
import type { RateLimit } from '../api/rateLimit.js'
import type { Use } from '../api/usage.js'
import type { Clock } from '../base/clock.js'
import { type SimulatorLog, stderrLog } from '../base/log.js'
import { randomId } from '../base/random.js'
import type { BotAddress } from '../delivery/network.js'
import type { FaultData } from '../faults/fault.js'
import { type Assumptions, assume } from '../realm/assumptions/assumptions.js'
import { levelAdvice } from '../realm/realmOptions.js'
import { bakery, type OrganisationSeed } from '../realm/seed/seed.js'
import { type ClockKind, clockKinds } from '../time/simulatorClock.js'
import type { TranscriptKeeper } from './transcriptKeeper.js'

export interface SimulatorOptions {
  /** The initial content of the organisation. (default: `bakery`) */
  readonly organisation?: OrganisationSeed
  /** Keys, tokens and paths are generated from it: the same seed gives the same ones. (default: random) */
  readonly randomSeed?: string | number
  /** From 0 to the newest. (default: `EARSHOT_FEATURE_LEVEL` of the environment, else the newest) */
  readonly featureLevel?: number
  /** Called when an endpoint, parameter or field of the API is used for the first time. */
  readonly onUse?: (use: Use) => void
  /**
   * The names that the server uses on the wire: `svc` for the neutral ones alone, `zulip` for Zulip's alone. (default: the
   * neutral ones, with Zulip's beside each that holds the server's own name, so that clients of either work)
   */
  readonly dialect?: DialectName | Dialect
  /**
   * `frozen` stands still until `clock.advance` or `clock.runUntilIdle` is called; `jump` stands still while anything is
   * going on, and then goes at once to the next thing that is due. (default: `real`)
   */
  readonly clock?: ClockKind | Clock
  /** What is assumed about the server where it differs from the defaults. */
  readonly assumptions?: Partial<Assumptions>
  /** How addresses of bots are reached. (default: a socket, with the server's own headers) */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds that a bot may take to answer. (default: 10,000) */
  readonly deliveryTimeout?: number
  /** Maximum size of a bot's answer in bytes. (default: 10 MiB) */
  readonly maxAnswerBytes?: number
  /** How many records of deliveries are kept. (default: 10,000) */
  readonly keepDeliveries?: number
  /** How many entries of the journal are kept. (default: 10,000) */
  readonly keepJournal?: number
  /** Leaves tokens and keys in the records of deliveries, and in the journal. */
  readonly showSecrets?: boolean
  /** Faults from the start: sentences such as `every third call answers 503`, or objects. */
  readonly faults?: readonly (string | FaultData)[]
  /**
   * Hosts that deliveries may go to besides this machine: names or addresses, with `*.example.com` for every host below
   * one, and `*` for any. A delivery to another host is refused as by the server's own proxy, with the status 407.
   */
  readonly deliverTo?: readonly string[]
  /**
   * Names under which the simulator may be called besides this machine's own. With any, other machines may call the control API
   * at `/sim` too: whoever does can do everything there that you can.
   */
  readonly controlHosts?: readonly string[]
  /** Saves and runs transcripts for the playground. (default: neither is available) */
  readonly transcripts?: TranscriptKeeper
  /**
   * Refuses the calls of an account above this limit, by the simulator's clock. (default: none is refused, and the
   * `X-RateLimit` headers count towards a real server's own limit, 200 calls in 60 seconds)
   */
  readonly rateLimit?: RateLimit
  /** Answers with an internal error if an endpoint refuses with an error that it doesn't declare. */
  readonly strict?: boolean
  /** Where bugs of the simulator are reported. (default: the standard error stream) */
  readonly log?: SimulatorLog
}

/** Options of a simulator that keeps everything in a directory. */
export interface DataOptions extends SimulatorOptions {
  /** A directory for this simulator alone; it is created if it doesn't exist. */
  readonly data: string
  /** How bots are reached, as with `connect`, but before anything is delivered to them. */
  readonly bots?: Readonly<Record<string, BotAddress>>
}

const bothDialects: Dialect = { ...svcDialect, beside: zulipDialect }

/** Reads each option, and supplies its default. */
const readers = {
  organisation: (seed = bakery): OrganisationSeed => seed,
  randomSeed: (seed: string | number = randomId()) => seed,
  featureLevel: (level?: number) => readLevel(level ?? environmentLevel() ?? newestFeatureLevel),
  onUse: (onUse: SimulatorOptions['onUse'], { featureLevel }: SimulatorOptions) =>
    onUse ?? (featureLevel === undefined ? usageFile() : undefined) ?? (() => {}),
  dialect: (choice: DialectName | Dialect = bothDialects): Dialect => dialectOf(choice),
  clock: readClock,
  assumptions: readAssumptions,
  fetch: (fetch: SimulatorOptions['fetch']) => fetch,
  deliveryTimeout: (time?: number) => readCount('deliveryTimeout', time ?? deliveryRules.timeout),
  maxAnswerBytes: (bytes?: number) => readCount('maxAnswerBytes', bytes ?? 10 * 1024 * 1024),
  keepDeliveries: (count?: number) => readCount('keepDeliveries', count ?? 10_000),
  keepJournal: (count?: number) => readCount('keepJournal', count ?? 10_000),
  showSecrets: (shows = false) => shows,
  faults: (faults: SimulatorOptions['faults']) => faults ?? [],
  deliverTo: (hosts?: readonly string[]) => readHosts('deliverTo', hosts),
  controlHosts: (hosts?: readonly string[]) => readHosts('controlHosts', hosts),
  transcripts: (keeper: SimulatorOptions['transcripts']) => keeper,
  rateLimit: readRateLimit,
  strict: (isStrict = false) => isStrict,
  log: (log = stderrLog): SimulatorLog => log,
} satisfies { readonly [Name in keyof Required<SimulatorOptions>]: unknown }

export const simulatorOptions = Object.fromEntries(Object.keys(readers).map((name) => [name, true as const]))

/** The options with their defaults. */
type SimulatorSettings = { readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]> }

/** @throws {SimulatorOptionError} for an option that can't be used */
export function simulatorSettings(options: SimulatorOptions): SimulatorSettings {
  const read = Object.entries(readers) as [keyof SimulatorOptions, (value: unknown, all: SimulatorOptions) => unknown][]
  return Object.fromEntries(read.map(([name, reader]) => [name, reader(options[name], options)])) as SimulatorSettings
}

/** An option of the simulator cannot be used. */
export class SimulatorOptionError extends EarshotError {
  override readonly name = 'SimulatorOptionError'
  readonly option: string

  constructor(option: string, problem: string, advice: string) {
    const text = `The simulator's option "${option}" ${problem}; ${advice}${advice.endsWith('?') ? '' : '.'}`
    super('invalid_simulator_option', text)
    this.option = option
  }
}

/** @throws {SimulatorOptionError} if it isn't a level */
export function readLevel(level: number): number {
  if (isFeatureLevel(level)) return level
  throw new SimulatorOptionError('featureLevel', `is ${String(level)}`, levelAdvice)
}

/** The level that this process's environment asks for. */
function environmentLevel(): number | undefined {
  const text = environment().EARSHOT_FEATURE_LEVEL?.trim()
  if (text === undefined || text === '') return undefined
  const level = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (isFeatureLevel(level)) return level
  throw new SimulatorOptionError('featureLevel', `is "${text}" in EARSHOT_FEATURE_LEVEL`, levelAdvice)
}

function readHosts(option: 'deliverTo' | 'controlHosts', hosts: readonly string[] = []): readonly string[] {
  const wildcard = option === 'deliverTo' ? String.raw`(\*\.?)?` : ''
  const name = new RegExp(`^${wildcard}[a-z0-9._:-]*$`, 'i')
  const wrong = hosts.find((host) => host === '' || !name.test(host) || /:\d+$/.test(host.replace(/^.*::.*$/, '')))
  if (wrong === undefined) return hosts
  throw new SimulatorOptionError(
    option,
    `names "${wrong}"`,
    'give names of hosts or their addresses, without a scheme, a port or a path',
  )
}

function readAssumptions(chosen: Partial<Assumptions> = {}): Partial<Assumptions> {
  try {
    assume(chosen)
    return chosen
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new SimulatorOptionError('assumptions', 'holds what cannot be', error.message.replace(/\.$/, ''))
  }
}

function readClock(clock: ClockKind | Clock = 'real'): ClockKind | Clock {
  if (typeof clock === 'string' && clockKinds.includes(clock)) return clock
  if (typeof clock === 'object' && typeof clock?.now === 'function' && typeof clock.later === 'function') return clock
  throw new SimulatorOptionError(
    'clock',
    `is ${String(clock)}`,
    'give "real", "frozen", "jump", or an object with now and later',
  )
}

function readRateLimit(rateLimit: RateLimit | undefined): RateLimit | undefined {
  if (rateLimit === undefined) return undefined
  if (typeof rateLimit === 'object' && rateLimit?.calls > 0 && rateLimit.seconds > 0) return rateLimit
  throw new SimulatorOptionError(
    'rateLimit',
    `is ${JSON.stringify(rateLimit)}`,
    'give how many calls within how many seconds, as {"calls":200,"seconds":60}',
  )
}

function readCount(option: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new SimulatorOptionError(option, `is ${String(value)}`, 'give a number above 0')
}

/** The environment variables; none on platforms without processes. */
function environment(): Readonly<Record<string, string | undefined>> {
  return typeof process === 'undefined' ? {} : process.env
}

/** Reports which parts of the API are used: one line of JSON for each, in the file that `EARSHOT_USAGE_FILE` names. Undefined if that isn't set. */
function usageFile(): ((use: Use) => void) | undefined {
  const path = environment().EARSHOT_USAGE_FILE?.trim()
  if (path === undefined || path === '') return undefined
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  return (use) => appendFileSync(path, `${JSON.stringify(use)}\n`)
}
