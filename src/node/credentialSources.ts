import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../bot/index.js'
import { credentialsFromFile } from './configFile.js'
import { type BotCredentials, neededSettings, settings } from './credentials.js'
import { credentialsFromEnvironment, type Environment } from './environment.js'
import { ConfigurationError } from './errors.js'

/** Where a bot's credentials may come from. */
export interface CredentialSources {
  readonly credentials: BotCredentials | undefined
  /** Section of the file. */
  readonly section: string | undefined
  /** Whether the environment may speak of this bot: it can't when there are several, or a section is meant. */
  readonly mayAskEnvironment: boolean
  /** Path of the file; `EARSHOT_CONFIG`, or `earshotrc` in the working directory, when not given. */
  readonly configFile: string | undefined
  readonly environment: Environment
  readonly log: Log
}

/**
 * A bot's credentials: those given, else those in the environment, else those in a file.
 *
 * @throws {ConfigurationError} when there are none, or they can't be used.
 */
export async function findCredentials(sources: CredentialSources): Promise<BotCredentials> {
  const { section, environment, log } = sources
  const given = sources.credentials ?? (sources.mayAskEnvironment ? credentialsFromEnvironment(environment) : undefined)
  if (given !== undefined) return given
  const named = sources.configFile ?? (environment.EARSHOT_CONFIG?.trim() || undefined)
  const file = resolve(named ?? defaultFile)
  if (named === undefined && !existsSync(file)) throw nowhere(file)
  return credentialsFromFile(file, { log, section })
}

const defaultFile = 'earshotrc'

function nowhere(file: string): ConfigurationError {
  const variables = neededSettings.map((name) => settings[name].variable)
  return new ConfigurationError(
    `There are no credentials for the bot: ${variables.join(', ')} are not set, and there is no file ${file}. ` +
      'Set them, or download the file from the chat server, where the bot was created, and save it under that name.',
    { file },
  )
}
