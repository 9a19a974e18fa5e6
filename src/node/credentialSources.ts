import type { Log } from '../bot/index.js'
import { botsConfiguration } from './configuration/configuration.js'
import type { Environment } from './configuration/environmentSource.js'
import type { Needs } from './configuration/readCredentials.js'
import type { BotCredentials } from './credentials.js'
import { ConfigurationError, type ConfigurationProblem, problemText } from './errors.js'

/** Where one bot's credentials may come from. */
export interface CredentialSources {
  /** Section of the file. */
  readonly section?: string | undefined
  /** Path of the file; `EARSHOT_CONFIG`, or `earshotrc` in the working directory, when not given. */
  readonly configFile?: string | undefined
  readonly environment: Environment
  readonly needs?: Needs
  readonly log: Log
}

/**
 * A bot's credentials: those in the environment, unless a file or a section is named; else those in a file.
 *
 * @throws {ConfigurationError} naming all that is missing or can't be used.
 */
export function findCredentials({ log, section, ...sources }: CredentialSources): BotCredentials {
  const { bots, problems, warnings } = botsConfiguration({ ...sources, bots: [{ section }] })
  const [bot] = bots
  if (bot === undefined || problems.length > 0) throw new ConfigurationError(problems)
  tellWarnings(warnings, log)
  return bot.credentials
}

/** Says in the log what looks wrong, and harms nobody yet. */
export function tellWarnings(warnings: readonly ConfigurationProblem[], log: Log): void {
  for (const warning of warnings) {
    const { file, section, option } = warning
    log.warn({ file, section, option }, problemText(warning))
  }
}
