import type { Log } from '../bot/index.js'
import type { BotBinding, DeliveryHandler } from '../receiver/index.js'
import { type Configuration, type ConfigurationSources, configurationOf } from './configuration/configuration.js'
import { tellWarnings } from './credentialSources.js'
import { type BotCredentials, bindingOf } from './credentials.js'
import { ConfigurationError } from './errors.js'

/** A bot to serve, and where its credentials are. */
export interface ServedBot {
  readonly bot: DeliveryHandler
  readonly credentials?: BotCredentials
  /** Section of the credentials file. */
  readonly section?: string
}

/** Bots as they are given to `serve` and `work`: one with its options, or several in the options. */
export type Given<Options> =
  | readonly [bot: DeliveryHandler, options?: Options & Omit<ServedBot, 'bot'>]
  | readonly [options: Options & { readonly bots: readonly ServedBot[] }]

/** Tells the bots from the options. */
export function givenBots<Options extends object>([first, second]: Given<Options>): {
  readonly served: readonly ServedBot[]
  readonly options: Options
} {
  if ('bots' in first) return { served: first.bots, options: first }
  const { credentials, section, ...options } = second ?? ({} as Options & Omit<ServedBot, 'bot'>)
  return { served: [{ bot: first, credentials, section }], options: options as Options }
}

/** The configuration, if all of it can be used. @throws {ConfigurationError} that names all that can't. */
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
