import { type Duration, longestDuration, type OptionNames, readDuration } from '../../text/index.js'
import {
  type BotWithoutWebhook,
  checkOptionNames,
  type ListedBots,
  type LookedUpBots,
  ReceiverOptionError,
} from '../options.js'
import type { OpenableBots } from './bots.js'
import { listing } from './listing.js'
import { type BotLookup, lookup } from './lookup.js'
import type { SourceLimits } from './sourcedBots.js'

export interface BotsFromOptions {
  /** How long a bot is used before it is looked up again. (default: `1m`) */
  readonly age?: Duration
  /** How long an unknown address or wrong token is rejected without another lookup. (default: `10s`) */
  readonly unknownAge?: Duration
  /** How long a delivery waits for a lookup. (default: `5s`) */
  readonly timeout?: Duration
  /** How long known bots keep working when the lookup fails. (default: `1h`) */
  readonly outage?: Duration
  /** Maximum number of bots, and of unknown addresses, that a lookup remembers. (default: 10,000) */
  readonly entries?: number
}

const botsFromOptions: OptionNames<BotsFromOptions> = {
  age: true,
  unknownAge: true,
  timeout: true,
  outage: true,
  entries: true,
}

const defaults: Required<BotsFromOptions> = {
  age: '1m',
  unknownAge: '10s',
  timeout: '5s',
  outage: '1h',
  entries: 10_000,
}

/**
 * Bots that are added and removed while the process runs, such as those of many organisations. A bot is looked up by the
 * address in a delivery, cached for a while, and then looked up again. It keeps its client as long as its account is unchanged.
 *
 * A function looks up one bot at a time. Earshot then can't list all bots, so they can't have schedules, they can't listen, and
 * their questions time out only at the next message. An async iterable is read to its end repeatedly, so it has to start over
 * each time; its bots have no such limits.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @example
 * const bots = botsFrom(async (email) => {
 *   const row = await database.organisation(email)
 *   return row && { bot, credentials: { site: row.site, email, apiKey: row.apiKey }, tokens: [row.token] }
 * })
 * const receiver = createReceiver({ bots })
 */
export function botsFrom(lookup: BotLookup, options?: BotsFromOptions): LookedUpBots
export function botsFrom<Binding extends BotWithoutWebhook>(
  bindings: AsyncIterable<Binding>,
  options?: BotsFromOptions,
): ListedBots<Binding>
export function botsFrom(
  source: BotLookup | AsyncIterable<BotWithoutWebhook>,
  options: BotsFromOptions = {},
): LookedUpBots | ListedBots<BotWithoutWebhook> {
  return botsRead(source, (found) => found, options)
}

/** `botsFrom` for bots in another form. @param read Converts one to a binding; returns what it can't read unchanged. */
export function botsRead<Found>(
  source: ((email: string, signal: AbortSignal) => unknown) | AsyncIterable<Found>,
  read: (found: Found) => BotWithoutWebhook,
  options: BotsFromOptions = {},
): LookedUpBots | ListedBots<BotWithoutWebhook> {
  const limits = limitsOf(options)
  if (typeof source === 'function') {
    const find = async (email: string, signal: AbortSignal) => {
      const found = (await source(email, signal)) as Found | null | undefined
      return found === undefined || found === null ? undefined : read(found)
    }
    return lookedUp((settings) => lookup(find, limits, settings))
  }
  checkIterable(source)
  const bindings = {
    async *[Symbol.asyncIterator]() {
      for await (const found of source) yield read(found)
    },
  }
  return listed(bindings, (settings) => listing(bindings, limits, settings))
}

const lookedUp = (open: OpenableBots['open']): LookedUpBots & OpenableBots => ({ kind: 'lookup', open })

const listed = <Binding extends BotWithoutWebhook>(
  bindings: AsyncIterable<Binding>,
  open: OpenableBots['open'],
): ListedBots<Binding> & OpenableBots => ({ kind: 'listing', bindings, open })

function limitsOf(options: BotsFromOptions): SourceLimits {
  checkOptionNames(options, botsFromOptions)
  const read = (name: Exclude<keyof BotsFromOptions, 'entries'>) => {
    const given = options[name] ?? defaults[name]
    const milliseconds = readDuration(given)
    if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= longestDuration) return milliseconds
    throw new ReceiverOptionError(name, `is ${JSON.stringify(given)}`, "Give a duration, such as '30s'.")
  }
  const { entries = defaults.entries } = options
  if (!Number.isSafeInteger(entries) || entries < 1) {
    throw new ReceiverOptionError('entries', `is ${entries}`, 'Give a whole number, at least 1.')
  }
  return { age: read('age'), unknownAge: read('unknownAge'), timeout: read('timeout'), outage: read('outage'), entries }
}

function checkIterable(source: unknown): void {
  if (!(Symbol.asyncIterator in Object(source))) {
    throw new ReceiverOptionError(
      'bots',
      'is neither a function nor an async iterable',
      'Pass a list without `botsFrom`.',
    )
  }
  // Generators, Node streams and web streams can be read only once.
  if (['next', 'read', 'getReader'].some((method) => method in Object(source))) {
    const advice = 'Give an iterable that starts over each time: `botsFrom({ [Symbol.asyncIterator]: listBots })`.'
    throw new ReceiverOptionError('bots', 'can be read only once', advice)
  }
}
