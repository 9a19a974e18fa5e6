import type {
  BotRun,
  BotRuntime,
  ChooseSentences,
  Declared,
  Delivery,
  Log,
  Observer,
  Overhears,
  Queue,
} from '../bot/index.js'
import { combinedObserver } from '../bot/index.js'
import { basic, tooShort } from '../client/credentials.js'
import { Client, type ClientOptions, type Clock, EarshotError, systemClock } from '../client/index.js'
import { nameErrors } from '../errors.js'
import type { Dialect, DialectName } from '../protocol/index.js'
import { memoryStorage, type Storage } from '../storage/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { type MaybePromise, withoutUndefined } from '../values.js'
import { type DedupeLimits, dedupeDefaults } from './dedupe.js'
import { type FailureLimits, failureDefaults } from './http/refusalCounter.js'
import { consoleLog, maskedLog } from './log.js'

/** Handles deliveries: a `Bot`, or anything with this interface. */
export interface DeliveryHandler {
  /** Handles a delivery; if it returns a promise, it is handled when that resolves. */
  handle(delivery: Delivery): MaybePromise<void>
  /** Runs the scheduled work that is due; returns when the next is due in UNIX milliseconds. */
  tick?(runtime: BotRuntime): Promise<number | undefined>
  /** Runs scheduled work until stopped. */
  start?(runtime: BotRuntime): BotRun
  /**
   * If a delivery must not wait in a queue, such as one that stops a handler that runs, handles it at once and resolves to
   * true. The next one waits for that, so what takes time is passed to `delivery.waitUntil`.
   */
  interrupts?(delivery: Delivery): Promise<boolean>
  /** What it handles besides messages addressed to it, which needs an event queue. */
  readonly overhears?: Overhears
  /** Names of its schedules. */
  readonly schedules?: readonly string[]
  /** Its declarations, which show what it keeps in its storage. */
  readonly declared?: Declared
  /** The texts for the author of a message whose handler fails. Never throws. (default: English sentences) */
  readonly sentencesFor?: ChooseSentences
}

/** An account on a chat server. */
export interface AccountCredentials {
  readonly email: string
  readonly apiKey: string
}

/** A bot with its credentials. */
export interface BotBinding {
  readonly bot: DeliveryHandler
  /**
   * The bot's own account. `allowInsecure` permits plain HTTP. `certBundle` and `insecure` say how the server's certificate is
   * checked, which only the client of Node can do (`createClient`).
   */
  readonly credentials: AccountCredentials & {
    readonly site: string
    readonly allowInsecure?: boolean
    readonly certBundle?: string | undefined
    readonly insecure?: boolean | undefined
  }
  /** Valid tokens of its deliveries; more than one while a token is rotated. */
  readonly tokens: readonly string[]
  /** The account of the bot's owner, for `ctx.owner`. */
  readonly owner?: AccountCredentials
  /** The dialect of the server. (default: detected) */
  readonly dialect?: DialectName | Dialect
}

/** A bot that needs no tokens, because its deliveries were already checked or don't come through a webhook. */
export type BotWithoutWebhook = Omit<BotBinding, 'tokens'> & Partial<Pick<BotBinding, 'tokens'>>

/**
 * Finds the bot with a given address, such as in a database table, when a delivery for it arrives. What it finds is used for a
 * minute; that an address has no bot, for ten seconds; and for an hour while it fails.
 *
 * @param email In lower case. It is from a request whose token isn't checked yet, so anyone can send any address.
 * @param signal Aborts after 5 seconds, when nothing waits for the result any more.
 * @returns Nothing if no bot has this address. If it throws, the error is logged and the chat server retries the delivery.
 */
export type BotLookup<Binding extends BotWithoutWebhook = BotBinding> = (
  email: string,
  signal: AbortSignal,
) => Binding | null | undefined | Promise<Binding | null | undefined>

export interface ReceiverOptions {
  /** A list, or a function that finds a bot by its address, for bots that are added and removed while the process runs. */
  readonly bots: readonly BotBinding[] | BotLookup
  /**
   * Path of the webhook, such as `/api/zulip`, or `*` for every path but `/healthz`, where something in front of the receiver
   * chooses the requests for it. (default: `/`)
   */
  readonly path?: string
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
  readonly dedupe?: Partial<DedupeLimits>
  /**
   * Queue for deliveries; a worker runs their handlers. A delivery is acknowledged as soon as it is queued. If the queue stays
   * full until `answerBy`, the connection is closed so that the server retries; platforms that can't close it answer 503, which
   * the message's sender sees. The receiver doesn't close the queue.
   */
  readonly queue?: Queue
  /** Gets log lines, with secrets masked. (default: warnings and errors to the console) */
  readonly log?: Log
  /** Storage for sessions. The receiver doesn't close it. (default: memory, which is lost when the process ends) */
  readonly storage?: Storage
  /** The `fetch` that the clients use. (default: the platform's) */
  readonly fetch?: ClientOptions['fetch']
  /** The clock of handlers, schedules and timeouts. (default: the system's) */
  readonly clock?: Clock
  /** Creates the clients. (default: `new Client`) */
  readonly createClient?: (options: ClientOptions) => Client
  /** Observes requests, deliveries and calls, for metrics and traces. */
  readonly observer?: Observer
  /** When it aborts, all handlers are aborted and new deliveries refused. */
  readonly signal?: AbortSignal
  /** Creates the ID of a delivery for the log. (default: eight random digits and a counter) */
  readonly newDeliveryId?: () => string
}

export const receiverOptions: OptionNames<ReceiverOptions> = {
  bots: true,
  path: true,
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
const dedupeOptions: OptionNames<DedupeLimits> = { entries: true, characters: true, age: true }

/** The options with all defaults. The log masks secrets, and the observer never throws. */
export type ReceiverSettings = Required<
  Omit<ReceiverOptions, 'fetch' | 'signal' | 'observer' | 'queue' | 'dedupe' | 'failureLimits'>
> &
  Pick<ReceiverOptions, 'fetch' | 'signal' | 'observer' | 'queue'> & {
    readonly dedupe: DedupeLimits
    readonly failureLimits: FailureLimits
    readonly needsTokens: boolean
  }

/** An option of a receiver is missing or invalid. */
export class ReceiverOptionError extends EarshotError {
  /** E.g. `bots[0].tokens`. */
  readonly option: string

  constructor(option: string, problem: string, advice: string) {
    super('receiver_option', `The receiver's options are invalid: \`${option}\` ${problem}. ${advice}`)
    this.option = option
  }
}

export function receiverSettings(
  options: Omit<ReceiverOptions, 'bots'> & { readonly bots: AnyBots },
  { needsTokens = true } = {},
): ReceiverSettings {
  const { dedupe, failureLimits, ...rest } = withoutUndefined(options)
  checkOptions('The receiver', dedupe ?? {}, dedupeOptions, 'dedupe')
  checkOptions('The receiver', failureLimits ?? {}, failureLimitOptions, 'failureLimits')
  const filled = { ...defaults(), ...rest }
  const storage = filled.storage === undefined ? memoryStorage({ clock: filled.clock }) : filled.storage
  const bots = checkedBots(options.bots, needsTokens)
  // The secrets of a bot that is looked up are masked in its own log.
  const log = maskedLog(filled.log, typeof bots === 'function' ? [] : secretsOfBots(bots))
  const settings = {
    ...filled,
    bots,
    needsTokens,
    storage,
    log,
    observer: combinedObserver([filled.observer], log),
    dedupe: { ...dedupeDefaults, ...withoutUndefined(dedupe ?? {}) },
    failureLimits: { ...failureDefaults, ...withoutUndefined(failureLimits ?? {}) },
  }
  const { failureLimits: limits, dedupe: cache } = settings
  if (typeof settings.path !== 'string' || !/^(?:\/|\*$)/.test(settings.path)) {
    throw new ReceiverOptionError('path', `is ${JSON.stringify(settings.path)}`, "Begin it with '/', or give '*'.")
  }
  for (const name of ['answerBy', 'handlerTimeout', 'maxBodyBytes', 'maxJsonDepth', 'maxJsonValues'] as const) {
    checkNumber(name, settings[name], 'positive')
  }
  checkNumber('failureLimits.window', limits.window, 'positive')
  for (const name of ['perAddress', 'perBot'] as const) checkNumber(`failureLimits.${name}`, limits[name], 'limit')
  for (const name of ['entries', 'characters', 'age'] as const) checkNumber(`dedupe.${name}`, cache[name], 'limit')
  checkStorage(settings.storage)
  checkQueue(settings.queue)
  return settings
}

function checkNumber(option: string, value: number, kind: 'positive' | 'limit'): void {
  if (kind === 'positive' ? Number.isFinite(value) && value > 0 : typeof value === 'number' && value >= 0) return
  const advice = kind === 'positive' ? 'Give a positive number.' : 'Give a number from 0, or Infinity.'
  throw new ReceiverOptionError(option, `is ${value}`, advice)
}

const defaults = () => ({
  path: '/',
  answerBy: 8_000,
  handlerTimeout: 300_000,
  maxBodyBytes: 2 ** 20,
  // No server sends anything near these limits, and they keep recursive code that walks the JSON from overflowing the stack.
  maxJsonDepth: 32,
  maxJsonValues: 100_000,
  log: consoleLog({ level: 'warn' }),
  clock: systemClock,
  createClient: (options: ClientOptions) => new Client(options),
  newDeliveryId: deliveryIds(),
})

/** A random prefix and a counter. The first delivery creates the prefix: some runtimes forbid randomness at start-up. */
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
  refusePromise('storage', storage)
  if (storageMethods.every((method) => typeof storage?.[method] === 'function')) return
  throw new ReceiverOptionError('storage', 'is not a storage', 'Use memoryStorage, sqliteStorage or redisStorage.')
}

function checkQueue(queue: Queue | undefined): void {
  if (queue === undefined || (typeof queue.put === 'function' && typeof queue.work === 'function')) return
  refusePromise('queue', queue)
  throw new ReceiverOptionError('queue', 'is not a queue', 'Use memoryQueue or createQueue.')
}

function refusePromise(option: string, value: unknown): void {
  if (!(value instanceof Promise)) return
  throw new ReceiverOptionError(option, 'is a promise', 'Add `await` where it is opened.')
}

type AnyBots = readonly BotWithoutWebhook[] | BotLookup<BotWithoutWebhook>

function checkedBots(bots: AnyBots, needsTokens: boolean): ReceiverSettings['bots'] {
  // Bots that are looked up are checked when they are found.
  if (typeof bots === 'function') return bots as BotLookup
  if (!Array.isArray(bots) || bots.length === 0) {
    const advice = 'Give at least one: `bots: [{ bot, credentials, tokens }]`, or a function: `bots: (email) => …`.'
    throw new ReceiverOptionError('bots', Array.isArray(bots) ? 'is empty' : 'is not an array', advice)
  }
  const seen = new Set<string>()
  return bots.map((given: Partial<BotWithoutWebhook> | undefined, index) => {
    const binding = checkedBinding(given, `bots[${index}]`, needsTokens)
    const email = binding.credentials.email.toLowerCase()
    if (seen.has(email)) {
      const advice = 'Give each bot its own account; if one bot has several tokens, list them in `tokens`.'
      throw new ReceiverOptionError(`bots[${index}]`, `has the address ${email}, which another bot also has`, advice)
    }
    seen.add(email)
    return binding
  })
}

/** @param at Its name in errors, such as `bots[0]`. @throws {ReceiverOptionError} */
export function checkedBinding(
  binding: Partial<BotWithoutWebhook> | undefined,
  at: string,
  needsTokens: boolean,
): BotBinding {
  const { bot, credentials, owner, tokens = [] } = binding ?? {}
  if (typeof bot?.handle !== 'function') {
    throw new ReceiverOptionError(`${at}.bot`, 'is not a bot', 'Give a `Bot`.')
  }
  if (typeof credentials?.email !== 'string') {
    const problem = credentials ? 'has no email' : 'is missing'
    throw new ReceiverOptionError(`${at}.credentials`, problem, "Give the account's `{ site, email, apiKey }`.")
  }
  const email = credentials.email.toLowerCase()
  const problem = tokensProblem(tokens, needsTokens)
  if (problem !== undefined) {
    const advice = `Give the token of ${email}; it is in the credentials file downloaded when the bot was created.`
    throw new ReceiverOptionError(`${at}.tokens`, problem, advice)
  }
  for (const token of tokens) mustBeLong(token, `${at}.tokens`, 'has a token of', `token of ${email}`)
  mustBeLong(credentials.apiKey, `${at}.credentials.apiKey`, 'has', `API key of ${email}`)
  if (owner) mustBeLong(owner.apiKey, `${at}.owner.apiKey`, 'has', `API key of ${owner.email}`)
  return { ...binding, bot, credentials, tokens }
}

function tokensProblem(tokens: unknown, needsTokens: boolean): string | undefined {
  if (!Array.isArray(tokens)) return 'is not an array'
  if (needsTokens && tokens.length === 0) return 'is empty'
  const isBad = tokens.some((token: unknown) => typeof token !== 'string' || token.trim() === '')
  return isBad ? 'has an empty token' : undefined
}

function mustBeLong(secret: string, option: string, has: string, what: string): void {
  // The client reports a missing secret.
  const short = secret && tooShort(secret)
  if (short) throw new ReceiverOptionError(option, `${has} ${short}`, `Give the complete ${what} from the server.`)
}

/** All strings that must not appear in a log. */
export function secretsOfBots(bots: readonly BotBinding[]): string[] {
  return bots.flatMap(({ credentials, owner, tokens }) => {
    const accounts: AccountCredentials[] = owner === undefined ? [credentials] : [credentials, owner]
    return [...tokens, ...accounts.flatMap(({ email, apiKey }) => [apiKey, basic(email, apiKey)])]
  })
}

nameErrors({ ReceiverOptionError })
