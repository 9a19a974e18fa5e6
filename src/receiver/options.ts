import type { BotRun, BotRuntime, Delivery, Log, Observer, Queue } from '../bot/index.js'
import { tooShort } from '../client/credentials.js'
import { Client, type ClientOptions, type Clock, EarshotError, systemClock } from '../client/index.js'
import type { Dialect, DialectName } from '../protocol/index.js'
import { memoryStorage, type Storage } from '../storage/index.js'
import { type OptionNames, unknownOption } from '../text/index.js'
import { withoutUndefined } from '../values.js'
import { type DedupeLimits, type DedupeOptions, dedupeDefaults } from './dedupe/dedupe.js'
import { type FailureLimits, failureDefaults } from './http/failures.js'
import { jsonDefaults } from './http/json.js'
import { consoleLog } from './log/consoleLog.js'

/** Handles deliveries: a `Bot`, or anything with this interface. */
export interface DeliveryHandler {
  /** Resolves when the delivery is handled. */
  handle(delivery: Delivery): Promise<void>
  /** Runs scheduled work that is due; returns the UNIX time in milliseconds of the next. */
  tick?(runtime: BotRuntime): Promise<number | undefined>
  /** Runs scheduled work until stopped. */
  start?(runtime: BotRuntime): BotRun
}

/** An account on a chat server. */
export interface Account {
  readonly email: string
  readonly apiKey: string
}

/** A bot with its credentials. */
export interface BotBinding {
  readonly bot: DeliveryHandler
  /** The bot's own account. `allowInsecure` permits plain HTTP. */
  readonly credentials: Account & { readonly site: string; readonly allowInsecure?: boolean }
  /** Valid tokens of its deliveries; several while one is rotated. */
  readonly tokens: readonly string[]
  /** The account of the bot's owner, for `ctx.owner`. */
  readonly owner?: Account
  /** The dialect of the server. (default: detected) */
  readonly dialect?: DialectName | Dialect
}

export interface ReceiverOptions {
  readonly bots: readonly BotBinding[]
  /** Milliseconds after which a delivery is answered even if its handler still runs; the server waits 10,000. (default: 8,000) */
  readonly answerBy?: number
  /** Milliseconds after which a handler's signal is aborted. (default: 300,000) */
  readonly handlerTimeout?: number
  /** Maximum size of a body in bytes. (default: 1 MiB) */
  readonly maxBodyBytes?: number
  /** Maximum nesting of the JSON. (default: 32) */
  readonly maxJsonDepth?: number
  /** Maximum number of array entries and object fields in the JSON. (default: 100,000) */
  readonly maxJsonValues?: number
  /** Rate limits on failing requests. Valid ones are never limited. */
  readonly failureLimits?: Partial<FailureLimits>
  /** How repeated deliveries are recognised. Not used with a queue, which recognises them itself. */
  readonly dedupe?: DedupeOptions
  /**
   * Queue for deliveries, whose handlers a worker runs: a delivery is acknowledged as soon as it is queued. If the queue stays
   * full until `answerBy`, the connection is closed, so that the server retries; platforms that can't do that answer 503, which
   * the sender sees. The receiver doesn't close it.
   */
  readonly queue?: Queue
  /** Gets log lines, with secrets masked. (default: warnings and errors to the console) */
  readonly log?: Log
  /**
   * Storage for sessions. The receiver doesn't close it. (default: memory, which is lost when the process ends)
   */
  readonly storage?: Storage
  /** `fetch` of the clients. (default: the platform's) */
  readonly fetch?: ClientOptions['fetch']
  readonly clock?: Clock
  /** Creates the clients. (default: `new Client`) */
  readonly createClient?: (options: ClientOptions) => Client
  /** Observes requests, deliveries and calls, for metrics and traces. */
  readonly observer?: Observer
  /** Once aborted, all handlers are aborted and new deliveries refused. */
  readonly signal?: AbortSignal
  /** Creates the ID of a delivery for the log. (default: eight random digits and a counter) */
  readonly newDeliveryId?: () => string
}

export const receiverOptions: OptionNames<ReceiverOptions> = {
  bots: true,
  answerBy: true,
  handlerTimeout: true,
  maxBodyBytes: true,
  maxJsonDepth: true,
  maxJsonValues: true,
  failureLimits: true,
  dedupe: true,
  queue: true,
  log: true,
  storage: true,
  fetch: true,
  clock: true,
  createClient: true,
  observer: true,
  signal: true,
  newDeliveryId: true,
}

const failureLimitOptions: OptionNames<FailureLimits> = { perAddress: true, perBot: true, window: true }
const dedupeOptions: OptionNames<DedupeOptions> = { entries: true, characters: true, age: true, shared: true }

/** The options with all defaults. */
export type ReceiverSettings = Required<
  Omit<ReceiverOptions, 'fetch' | 'signal' | 'observer' | 'queue' | 'dedupe' | 'failureLimits'>
> &
  Pick<ReceiverOptions, 'fetch' | 'signal' | 'observer' | 'queue'> & {
    readonly dedupe: DedupeLimits & { readonly shared: boolean }
    readonly failureLimits: FailureLimits
  }

/** An option of a receiver is missing or invalid. */
export class ReceiverOptionError extends EarshotError {
  static {
    ReceiverOptionError.prototype.name = 'ReceiverOptionError'
  }
  /** E.g. `bots[0].tokens`. */
  readonly option: string

  constructor(option: string, problem: string, advice: string) {
    super('RECEIVER_OPTION', `The receiver's options are invalid: \`${option}\` ${problem}. ${advice}`)
    this.option = option
  }
}

/** @throws {ReceiverOptionError} for an unknown option. */
export function checkOptionNames(
  options: object,
  known: Readonly<Record<string, true>> = receiverOptions,
  prefix = '',
): void {
  const unknown = unknownOption(options, known)
  if (unknown) throw new ReceiverOptionError(prefix + unknown.name, 'is unknown', unknown.advice)
}

/** Applies the defaults. @throws {ReceiverOptionError} for invalid options. */
export function receiverSettings(options: ReceiverOptions): ReceiverSettings {
  const { dedupe, failureLimits, ...rest } = withoutUndefined(options)
  checkOptionNames(dedupe ?? {}, dedupeOptions, 'dedupe.')
  checkOptionNames(failureLimits ?? {}, failureLimitOptions, 'failureLimits.')
  const filled = { ...defaults(), ...rest }
  const storage = filled.storage === undefined ? memoryStorage({ clock: filled.clock }) : filled.storage
  const settings = {
    ...filled,
    storage,
    dedupe: { ...dedupeDefaults, shared: false, ...withoutUndefined(dedupe ?? {}) },
    failureLimits: { ...failureDefaults, ...withoutUndefined(failureLimits ?? {}) },
  }
  for (const option of ['answerBy', 'handlerTimeout', 'maxBodyBytes', 'maxJsonDepth', 'maxJsonValues'] as const) {
    checkPositive(option, settings[option])
  }
  checkPositive('failureLimits.window', settings.failureLimits.window)
  for (const option of ['perAddress', 'perBot'] as const) {
    checkLimit(`failureLimits.${option}`, settings.failureLimits[option])
  }
  for (const option of ['entries', 'characters', 'age'] as const) {
    checkLimit(`dedupe.${option}`, settings.dedupe[option])
  }
  if (settings.dedupe.shared && options.storage === undefined && options.queue === undefined) {
    throw new ReceiverOptionError(
      'dedupe.shared',
      'is true, but there is no storage to share',
      'Give a `storage` that the processes share, such as one of SQLite or Redis.',
    )
  }
  checkBots(settings.bots)
  checkStorage(settings.storage)
  checkQueue(settings.queue)
  return settings
}

function checkPositive(option: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw new ReceiverOptionError(option, `is ${value}`, 'Give a positive number.')
}

function checkLimit(option: string, value: number): void {
  if (typeof value === 'number' && value >= 0) return
  throw new ReceiverOptionError(option, `is ${value}`, 'Give a number from 0, or Infinity.')
}

const defaults = () => ({
  answerBy: 8_000,
  handlerTimeout: 300_000,
  maxBodyBytes: 2 ** 20,
  ...jsonDefaults,
  log: consoleLog({ level: 'warn' }),
  clock: systemClock,
  createClient: (options: ClientOptions) => new Client(options),
  newDeliveryId: deliveryIds(),
})

/** A random prefix and a counter. Drawn at the first delivery: some runtimes forbid randomness at start-up. */
function deliveryIds(): () => string {
  let series: string | undefined
  let count = 0
  return () => {
    series ??= crypto.randomUUID().slice(0, 8)
    count += 1
    return `${series}-${count.toString(36)}`
  }
}

const storageMethods = ['get', 'set', 'delete', 'list', 'close'] as const satisfies readonly (keyof Storage)[]

function checkStorage(storage: Storage): void {
  if (storage instanceof Promise) {
    throw new ReceiverOptionError('storage', 'is a promise', 'Add `await` where it is opened.')
  }
  if (storageMethods.every((method) => typeof storage?.[method] === 'function')) return
  throw new ReceiverOptionError('storage', 'is not a storage', 'Use memoryStorage, sqliteStorage or redisStorage.')
}

function checkQueue(queue: Queue | undefined): void {
  if (queue === undefined || (typeof queue.put === 'function' && typeof queue.work === 'function')) return
  if (queue instanceof Promise) {
    throw new ReceiverOptionError('queue', 'is a promise', 'Add `await` where it is opened.')
  }
  throw new ReceiverOptionError('queue', 'is not a queue', 'Use memoryQueue or createQueue.')
}

function checkBots(bots: readonly BotBinding[]): void {
  if (!Array.isArray(bots) || bots.length === 0) {
    const problem = Array.isArray(bots) ? 'is empty' : 'is not an array'
    throw new ReceiverOptionError('bots', problem, 'Give at least one: `bots: [{ bot, credentials, tokens }]`.')
  }
  const seen = new Set<string>()
  for (const [index, { credentials, owner, tokens }] of bots.entries()) {
    const email = credentials.email.toLowerCase()
    if (seen.has(email)) {
      throw new ReceiverOptionError(
        `bots[${index}]`,
        `has the address ${email}, which another bot has too`,
        'Give each bot its own account; for several tokens of one bot, list them in tokens.',
      )
    }
    seen.add(email)
    if (tokens.length === 0 || tokens.some((token: unknown) => typeof token !== 'string' || token.trim() === '')) {
      throw new ReceiverOptionError(
        `bots[${index}].tokens`,
        tokens.length === 0 ? 'is empty' : 'has an empty token',
        `Give the token of ${email}; it is in the credentials file downloaded when the bot was created.`,
      )
    }
    for (const token of tokens) mustBeLong(token, `bots[${index}].tokens`, 'has a token of', `token of ${email}`)
    mustBeLong(credentials.apiKey, `bots[${index}].credentials.apiKey`, 'has', `API key of ${email}`)
    if (owner) mustBeLong(owner.apiKey, `bots[${index}].owner.apiKey`, 'has', `API key of ${owner.email}`)
  }
}

function mustBeLong(secret: string, option: string, has: string, what: string): void {
  // The client reports a missing one.
  const short = secret && tooShort(secret)
  if (short) throw new ReceiverOptionError(option, `${has} ${short}`, `Give the whole ${what}, as the server made it.`)
}
