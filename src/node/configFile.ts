import type { Log } from '../bot/index.js'
import { chooseSection } from './configuration/chooseSection.js'
import { botIn } from './configuration/fileSections.js'
import { mixUps } from './configuration/mixUps.js'
import { openToOthers, readConfigFile } from './configuration/readFile.js'
import { tellWarnings } from './credentialSources.js'
import type { BotCredentials } from './credentials.js'
import type { ConfigurationProblem } from './errors.js'
import { ConfigurationError } from './errors.js'

export interface CredentialsFileOptions {
  /** Which section to read, by its name or by the bot's address: `api`, or the only one, when not given. */
  readonly section?: string
  /** Hears of options that nobody reads, and of a file that others may read. */
  readonly log?: Log
}

/**
 * One bot's credentials from an INI file such as a chat server's own `zuliprc`: a section with `email`, `key`, `site` and
 * `token`, and if wanted `owner_email`, `owner_key`, `dialect` and `insecure`. A file for several bots has a section for
 * each; those whose names were left empty are found by the bot's address.
 *
 * @throws {ConfigurationError} naming all that is wrong, with file, section, line and option.
 * @example
 * [api]
 * email=echo-bot@chat.example.com
 * key=...
 * site=https://chat.example.com
 * token=...
 */
export async function credentialsFromFile(file: string, options: CredentialsFileOptions = {}): Promise<BotCredentials> {
  const problems: ConfigurationProblem[] = []
  const read = readConfigFile(file, problems)
  const section = read === undefined ? undefined : chooseSection(read, options.section, problems)
  const found = section === undefined ? undefined : botIn(file, section, problems)
  if (found !== undefined) problems.push(...mixUps([found]))
  if (found === undefined || problems.length > 0) throw new ConfigurationError(problems)
  if (options.log !== undefined) tellWarnings([...openToOthers(file), ...found.warnings], options.log)
  return found.credentials
}
