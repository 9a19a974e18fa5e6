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

/** What the receiver gives its deliveries to: a `Bot`, or anything that handles them. */
export interface DeliveryHandler {
  /** Resolves when the delivery is dealt with. */
  handle(delivery: Delivery): Promise<void>
  /** Does what is due now without a delivery, and says when the next thing is, in UNIX milliseconds. */
  tick?(runtime: BotRuntime): Promise<number | undefined>
  /** Does what falls due without a delivery, until it is stopped. */
  start?(runtime: BotRuntime): BotRun
}

/** An account on a chat server. */
export interface Account {
  readonly email: string
  readonly apiKey: string
}

/** One bot behind the receiver's address. */
export interface BotBinding {
  readonly bot: DeliveryHandler
  /** The bot's own account. `allowInsecure`: over plain HTTP too. */
  readonly credentials: Account & { readonly site: string; readonly allowInsecure?: boolean }
  /** The tokens that its deliveries may carry; several while one is rotated. */
  readonly tokens: readonly string[]
  /** The account of the bot's owner, for what the owner alone may have done. */
  readonly owner?: Account
  /** The server's words; found out from its settings and payloads unless given. */
  readonly dialect?: DialectName | Dialect
}

export interface ReceiverOptions {
  readonly bots: readonly BotBinding[]
  /** Milliseconds after which a delivery is answered even if its handler goes on. 8,000, as the server waits for 10,000. */
  readonly answerBy?: number
  /** Milliseconds after which a handler's signal is aborted. 300,000. */
  readonly handlerTimeout?: number
  /** Bytes of a body that are read at most. 1 MiB. */
  readonly maxBodyBytes?: number
  /** Levels of a body's JSON at most. 32. */
  readonly maxJsonDepth?: number
  /** Values in a body's JSON at most, each entry of a list and each field of an object being one. 100,000. */
  readonly maxJsonValues?: number
  /** How many requests may be refused before no more is said of them. What is valid is never limited. */
  readonly failureLimits?: Partial<FailureLimits>
  /** How much is remembered to recognise repeated deliveries, and by whom. A queue recognises them by itself. */
  readonly dedupe?: DedupeOptions
  /**
   * Where deliveries wait for a worker, which runs their handlers: they are answered as soon as they are there, and none
   * here. Where there is no more room until `answerBy`, they are not answered at all, so that the server tries again;
   * on platforms that can't do that, with 503, which the sender sees. Whoever opened it closes it.
   */
  readonly queue?: Queue
  /** Where lines go, without secrets; warnings and errors to the platform's console when not given. */
  readonly log?: Log
  /**
   * Where sessions are kept. In memory when not given: they are lost when the process ends, and not shared with others.
   * Whoever opened it closes it.
   */
  readonly storage?: Storage
  /** Carries the clients' requests; the platform's own when not given. */
  readonly fetch?: ClientOptions['fetch']
  readonly clock?: Clock
  /** Makes the clients; a platform may have a better one. */
  readonly createClient?: (options: ClientOptions) => Client
  /** Hears of requests, deliveries and calls, for metrics and traces. */
  readonly observer?: Observer
  /** Aborts all handlers, and has new deliveries refused, once it is aborted. */
  readonly signal?: AbortSignal
  /** Names a delivery in logs; eight random digits and a count when not given. */
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

/** The options with everything filled in. */
export type ReceiverSettings = Required<
  Omit<ReceiverOptions, 'fetch' | 'signal' | 'observer' | 'queue' | 'dedupe' | 'failureLimits'>
> &
  Pick<ReceiverOptions, 'fetch' | 'signal' | 'observer' | 'queue'> & {
    readonly dedupe: DedupeLimits & { readonly shared: boolean }
    readonly failureLimits: FailureLimits
  }

/** A receiver can't be made as it was asked for. */
export class ReceiverOptionError extends EarshotError {
  static {
    ReceiverOptionError.prototype.name = 'ReceiverOptionError'
  }
  /** E.g. `bots[0].tokens`. */
  readonly option: string

  constructor(option: string, problem: string, advice: string) {
    super('RECEIVER_OPTION', `A receiver can't be made: \`${option}\` ${problem}. ${advice}`)
    this.option = option
  }
}

/** @throws {ReceiverOptionError} for a name that no option has. */
export function checkOptionNames(
  options: object,
  known: Readonly<Record<string, true>> = receiverOptions,
  prefix = '',
): void {
  const unknown = unknownOption(options, known)
  if (unknown) throw new ReceiverOptionError(prefix + unknown.name, 'is unknown', unknown.advice)
}

/** Fills in what was not given. @throws {ReceiverOptionError} for what can't be used. */
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

/** A part by chance for all, and a count. Nothing is drawn before the first, since some runtimes allow that only then. */
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
    throw new ReceiverOptionError('storage', 'is still being opened', 'Write `await` before what opens it.')
  }
  if (storageMethods.every((method) => typeof storage?.[method] === 'function')) return
  throw new ReceiverOptionError(
    'storage',
    'is no storage',
    'Give what memoryStorage, sqliteStorage or redisStorage made.',
  )
}

function checkQueue(queue: Queue | undefined): void {
  if (queue === undefined || (typeof queue.put === 'function' && typeof queue.work === 'function')) return
  if (queue instanceof Promise) {
    throw new ReceiverOptionError('queue', 'is still being opened', 'Write `await` before what opens it.')
  }
  throw new ReceiverOptionError('queue', 'is no queue', 'Give what memoryQueue or createQueue made.')
}

function checkBots(bots: readonly BotBinding[]): void {
  if (!Array.isArray(bots) || bots.length === 0) {
    const problem = Array.isArray(bots) ? 'is empty' : 'is no list of bots'
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
  // The client says which is missing.
  const short = secret && tooShort(secret)
  if (short) throw new ReceiverOptionError(option, `${has} ${short}`, `Give the whole ${what}, as the server made it.`)
}
