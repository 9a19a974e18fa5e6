import type { Log } from '../bot/index.js'
import type { TraceOptions } from '../opentelemetry/tracing.js'
import type { BotBinding, BotLookup, DeliveryHandler } from '../receiver/index.js'
import type { ReceiverSettings } from '../receiver/options.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { type Configuration, type ConfigurationSources, configurationOf } from './configuration/configuration.js'
import { tellWarnings } from './credentialSources.js'
import { type BotCredentials, bindingOf } from './credentials.js'
import { ConfigurationError } from './errors.js'
import type { Timeouts } from './http/options.js'
import type { TlsFiles } from './http/tls.js'

/** A bot to serve, and its credentials. */
export interface ServedBot {
  readonly bot: DeliveryHandler
  readonly credentials?: BotCredentials
  /** Section of the credentials file. */
  readonly section?: string
}

/** A bot that is found while the process runs, such as that of an organisation. */
export interface FoundBot {
  readonly bot: DeliveryHandler
  readonly credentials: BotCredentials
}

/** Several bots: a list; or a function that finds a bot by its address, for bots that come and go while the process runs. */
export type ServedBots = readonly ServedBot[] | BotLookup<FoundBot>

/** The arguments of `serve` and `work`: one bot and options, or several bots in the options. */
export type Given<Options> =
  | readonly [bot: DeliveryHandler, options?: Options & Omit<ServedBot, 'bot'>]
  | readonly [options: Options & { readonly bots: ServedBots }]

export type Served = readonly ServedBot[] | BotLookup

const bindingOptions: OptionNames<Omit<ServedBot, 'bot'>> = { credentials: true, section: true }

/**
 * Separates the bots from the options.
 * @param called The function that they were given to. @param known Its options.
 * @throws {ConfigurationError} if there is no bot, or an option is unknown.
 */
export function givenBots<Options extends object>(
  called: 'serve' | 'work' | 'listen',
  [first, second]: Given<Options>,
  known: OptionNames<Options>,
): { readonly served: Served; readonly options: Options } {
  if (typeof first === 'object' && first !== null && 'bots' in first) {
    checkGiven(called, first, { ...known, bots: true })
    return { served: severalBots(called, first.bots), options: first }
  }
  if (!isBot(first)) {
    const problem =
      typeof first === 'object' && first !== null && 'bot' in first ? 'has the bot in its options' : 'has no bot'
    throw misused(called, problem, `Write \`${called}(bot)\`, or \`${called}(bot, { credentials })\`.`)
  }
  checkGiven(called, second ?? {}, { ...known, ...bindingOptions })
  const { credentials, section, ...options } = second ?? ({} as Options & Omit<ServedBot, 'bot'>)
  return { served: [{ bot: first, credentials, section }], options: options as Options }
}

/** @throws {UnknownOptionError} for an unknown option, also in one that is an object. */
function checkGiven(called: string, options: object, known: Readonly<Record<string, true>>): void {
  checkOptions(called, options, known)
  for (const [name, inner] of Object.entries(nestedOptions)) {
    const value: unknown = Reflect.get(options, name)
    if (Object.hasOwn(known, name) && value) checkOptions(called, value, inner, name)
  }
}

/** Options that are objects with options of their own. The receiver and the listener check theirs. */
const nestedOptions = {
  timeouts: { headers: true, body: true, idle: true } satisfies OptionNames<Timeouts>,
  tls: { cert: true, key: true } satisfies OptionNames<TlsFiles>,
  traces: { adopt: true, propagate: true } satisfies OptionNames<TraceOptions>,
}

function severalBots(called: string, bots: ServedBots): Served {
  if (Array.isArray(bots) && bots.every((one: Partial<ServedBot> | undefined) => isBot(one?.bot))) return bots
  if (typeof bots === 'function') {
    return async (email, signal) => {
      const found = await bots(email, signal)
      return found === undefined || found === null ? undefined : bindingOfFound(found)
    }
  }
  throw misused(
    called,
    'has `bots` that is not a list of bots',
    `Write \`${called}({ bots: [{ bot, credentials }] })\`${called === 'listen' ? '' : ', or give a function of the address'}.`,
  )
}

/** Leaves an invalid one as it is; the receiver reports what is wrong with it. */
function bindingOfFound(found: FoundBot): BotBinding {
  const { bot, credentials }: Partial<FoundBot> = Object(found)
  return bot && credentials ? bindingOf(bot, credentials) : (found as unknown as BotBinding)
}

const isBot = (given: unknown): given is DeliveryHandler =>
  typeof given === 'object' && given !== null && 'handle' in given && typeof given.handle === 'function'

function misused(called: string, problem: string, advice: string): ConfigurationError {
  return new ConfigurationError([{ where: `the call of ${called}`, problem, advice }])
}

export function configured(
  served: Served,
  sources: Omit<ConfigurationSources, 'bots'>,
  log: Log,
): Omit<Configuration, 'bots'> & Pick<ReceiverSettings, 'bots'> {
  const listed = typeof served === 'function' ? [] : served
  const found = configurationOf({ ...sources, bots: listed })
  if (found.problems.length > 0) throw new ConfigurationError(found.problems)
  tellWarnings(found.warnings, log)
  if (typeof served === 'function') return { ...found, bots: served }
  const bots = listed.flatMap(({ bot }, index) => {
    const credentials = found.bots[index]?.credentials
    return credentials === undefined ? [] : [bindingOf(bot, credentials)]
  })
  return { ...found, bots }
}
