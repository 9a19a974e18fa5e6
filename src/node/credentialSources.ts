import type { Log } from '../bot/index.js'
import { checkOptions } from '../text/index.js'
import { botsConfiguration, environmentBot, mixUps } from './configuration/configuration.js'
import { botIn, chooseSection, openToOthers, readConfigFile } from './configuration/file.js'
import type { Needs } from './configuration/readCredentials.js'
import type { Environment } from './configuration/sources.js'
import type { BotCredentials } from './credentials.js'
import { ConfigurationError, type ConfigurationProblem, problemText } from './errors.js'

interface CredentialSources {
  readonly section?: string | undefined
  /** Path of the file. (default: `EARSHOT_CONFIG`, or `earshotrc` in the working directory) */
  readonly configFile?: string | undefined
  readonly environment: Environment
  readonly needs?: Needs
  readonly log: Log
}

/**
 * Finds a bot's credentials: in the environment, unless a file or a section is named; otherwise in a file.
 * @throws {ConfigurationError} listing everything that is missing or invalid.
 */
export function findCredentials({ log, section, ...sources }: CredentialSources): BotCredentials {
  const { bots, problems, warnings } = botsConfiguration({ ...sources, bots: [{ section }] })
  const [bot] = bots
  if (bot === undefined || problems.length > 0) throw new ConfigurationError(problems)
  tellWarnings(warnings, log)
  return bot.credentials
}

export function tellWarnings(warnings: readonly ConfigurationProblem[], log: Log): void {
  for (const warning of warnings) {
    const { file, section, option } = warning
    log.warn({ file, section, option }, problemText(warning))
  }
}

export interface CredentialsFileOptions {
  /** The section to read: its name or the bot's address. (default: `api`, or the only one) */
  readonly section?: string
  /** Gets warnings about unknown options, and about a file that other users can read. */
  readonly log?: Log
}

/**
 * Reads one bot's credentials from an INI file such as a chat server's `zuliprc`: a section with `email`, `key`, `site`
 * and `token`, and optionally `owner_email`, `owner_key`, `dialect` and `insecure`. A file for several bots has a
 * section for each; sections without a name are found by the bot's address.
 *
 * @throws {ConfigurationError} listing every problem, with file, section, line and option.
 * @example
 * [api]
 * email=echo-bot@chat.example.com
 * key=...
 * site=https://chat.example.com
 * token=...
 */
export async function credentialsFromFile(file: string, options: CredentialsFileOptions = {}): Promise<BotCredentials> {
  checkOptions('credentialsFromFile', options, { section: true, log: true })
  const problems: ConfigurationProblem[] = []
  const read = readConfigFile(file, problems)
  const section = read === undefined ? undefined : chooseSection(read, options.section, problems)
  const found = section === undefined ? undefined : botIn(file, section, problems)
  if (found !== undefined) problems.push(...mixUps([found]))
  if (found === undefined || problems.length > 0) throw new ConfigurationError(problems)
  if (options.log !== undefined) tellWarnings([...openToOthers(file), ...found.warnings], options.log)
  return found.credentials
}

/**
 * Reads one bot's credentials from `EARSHOT_SITE`, `EARSHOT_EMAIL`, `EARSHOT_API_KEY` and `EARSHOT_TOKEN`, and if set
 * `EARSHOT_OWNER_EMAIL`, `EARSHOT_OWNER_API_KEY`, `EARSHOT_DIALECT` and `EARSHOT_ALLOW_INSECURE`; undefined if none of
 * the first four is set. A secret can be in a file: append `_FILE` to its variable's name, and give the path.
 *
 * @throws {ConfigurationError} if only some are set, or some are invalid; it lists them all.
 * @example const credentials = credentialsFromEnvironment()
 */
export function credentialsFromEnvironment(environment: Environment = process.env): BotCredentials | undefined {
  const problems: ConfigurationProblem[] = []
  const found = environmentBot(environment, problems)
  if (found?.bot !== undefined) problems.push(...mixUps([found.bot]))
  if (problems.length > 0) throw new ConfigurationError(problems)
  return found?.bot?.credentials
}
