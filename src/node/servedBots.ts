import type { Log } from '../bot/index.js'
import { botsRead } from '../receiver/bots/botsFrom.js'
import type { BotLookup, BotWithoutWebhook, DeliveryHandler, ListedBots, LookedUpBots } from '../receiver/index.js'
import { isSource, type ReceiverSettings } from '../receiver/options.js'
import type { OptionNames } from '../text/index.js'
import { checkOptions } from './checkOptions.js'
import { type Configuration, type ConfigurationSources, configurationOf } from './configuration/configuration.js'
import { tellWarnings } from './credentialSources.js'
import { type BotCredentials, bindingOf } from './credentials.js'
import { ConfigurationError } from './errors.js'

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

/**
 * Several bots: a list; or bots that come and go while the process runs, looked up by a function one at a time, or
 * listed by an async iterable that is read repeatedly. With `botsFrom` of `earshot/receiver` you choose how long they
 * are kept.
 */
export type ServedBots =
  | readonly ServedBot[]
  | BotLookup<FoundBot>
  | AsyncIterable<FoundBot>
  | LookedUpBots
  | ListedBots

/** The arguments of `serve` and `work`: one bot and options, or several bots in the options. */
export type Given<Options> =
  | readonly [bot: DeliveryHandler, options?: Options & Omit<ServedBot, 'bot'>]
  | readonly [options: Options & { readonly bots: ServedBots }]

/** Several bots as they are served: a list, or a source. */
export type Served = readonly ServedBot[] | LookedUpBots | ListedBots<BotWithoutWebhook>

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
    checkOptions(called, first, { ...known, bots: true })
    return { served: severalBots(called, first.bots), options: first }
  }
  if (!isBot(first)) {
    const problem =
      typeof first === 'object' && first !== null && 'bot' in first ? 'has the bot in its options' : 'has no bot'
    throw misused(called, problem, `Write \`${called}(bot)\`, or \`${called}(bot, { credentials })\`.`)
  }
  checkOptions(called, second ?? {}, { ...known, ...bindingOptions })
  const { credentials, section, ...options } = second ?? ({} as Options & Omit<ServedBot, 'bot'>)
  return { served: [{ bot: first, credentials, section }], options: options as Options }
}

function severalBots(called: string, bots: ServedBots): Served {
  if (Array.isArray(bots) && bots.every((one: Partial<ServedBot> | undefined) => isBot(one?.bot))) return bots
  if (isSource(bots)) return bots
  if (typeof bots === 'function' || isListable(bots)) return botsRead(bots, bindingOfFound)
  throw misused(
    called,
    'has `bots` that is not a list of bots',
    `Write \`${called}({ bots: [{ bot, credentials }] })\`.`,
  )
}

/** Leaves an invalid one as it is; the receiver reports what is wrong with it. */
function bindingOfFound(found: FoundBot): BotWithoutWebhook {
  const { bot, credentials }: Partial<FoundBot> = Object(found)
  return bot && credentials ? bindingOf(bot, credentials) : found
}

const isListable = (bots: ServedBots): bots is AsyncIterable<FoundBot> => Symbol.asyncIterator in Object(bots)

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
  const listed = isSource(served) ? [] : served
  const found = configurationOf({ ...sources, bots: listed })
  if (found.problems.length > 0) throw new ConfigurationError(found.problems)
  tellWarnings(found.warnings, log)
  if (isSource(served)) return { ...found, bots: served as ReceiverSettings['bots'] }
  const bots = listed.flatMap(({ bot }, index) => {
    const credentials = found.bots[index]?.credentials
    return credentials === undefined ? [] : [bindingOf(bot, credentials)]
  })
  return { ...found, bots }
}
