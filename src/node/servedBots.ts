import type { Log } from '../bot/index.js'
import type { BotBinding, DeliveryHandler } from '../receiver/index.js'
import { type OptionNames, unknownOption } from '../text/index.js'
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

/** The arguments of `serve` and `work`: one bot and options, or several bots in the options. */
export type Given<Options> =
  | readonly [bot: DeliveryHandler, options?: Options & Omit<ServedBot, 'bot'>]
  | readonly [options: Options & { readonly bots: readonly ServedBot[] }]

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
): { readonly served: readonly ServedBot[]; readonly options: Options } {
  if (typeof first === 'object' && first !== null && 'bots' in first) {
    checkOptions(called, first, { ...known, bots: true })
    if (!Array.isArray(first.bots) || !first.bots.every((one) => isBot(one?.bot))) {
      throw misused(
        called,
        'has `bots` that are no list of bots',
        `Write \`${called}({ bots: [{ bot, credentials }] })\`.`,
      )
    }
    return { served: first.bots, options: first }
  }
  if (!isBot(first)) {
    const problem =
      typeof first === 'object' && first !== null && 'bot' in first ? 'has its bot among its options' : 'has no bot'
    throw misused(called, problem, `Write \`${called}(bot)\`, or \`${called}(bot, { credentials })\`.`)
  }
  checkOptions(called, second ?? {}, { ...known, ...bindingOptions })
  const { credentials, section, ...options } = second ?? ({} as Options & Omit<ServedBot, 'bot'>)
  return { served: [{ bot: first, credentials, section }], options: options as Options }
}

const isBot = (given: unknown): given is DeliveryHandler =>
  typeof given === 'object' && given !== null && 'handle' in given && typeof given.handle === 'function'

function checkOptions(called: string, options: object, known: Readonly<Record<string, true>>): void {
  const timeouts = 'timeouts' in options ? options.timeouts : undefined
  const unknown =
    unknownOption(options, known) ?? unknownOption(Object(timeouts ?? {}), { headers: true, body: true, idle: true })
  if (unknown === undefined) return
  const where = `the options of ${called}`
  throw new ConfigurationError([{ where, option: unknown.name, problem: 'is unknown', advice: unknown.advice }])
}

function misused(called: string, problem: string, advice: string): ConfigurationError {
  return new ConfigurationError([{ where: `the call of ${called}`, problem, advice }])
}

export function configured(
  served: readonly ServedBot[],
  sources: Omit<ConfigurationSources, 'bots'>,
  log: Log,
): Omit<Configuration, 'bots'> & { readonly bots: readonly BotBinding[] } {
  const found = configurationOf({ ...sources, bots: served })
  if (found.problems.length > 0) throw new ConfigurationError(found.problems)
  tellWarnings(found.warnings, log)
  const bots = served.flatMap(({ bot }, index) => {
    const credentials = found.bots[index]?.credentials
    return credentials === undefined ? [] : [bindingOf(bot, credentials)]
  })
  return { ...found, bots }
}
