import { type Environment, environmentSource, speaksOfABot } from './configuration/environmentSource.js'
import { mixUps } from './configuration/mixUps.js'
import { readCredentials } from './configuration/readCredentials.js'
import type { BotCredentials } from './credentials.js'
import type { ConfigurationProblem } from './errors.js'
import { ConfigurationError } from './errors.js'

export type { Environment } from './configuration/environmentSource.js'

/**
 * One bot's credentials from `EARSHOT_SITE`, `EARSHOT_EMAIL`, `EARSHOT_API_KEY` and `EARSHOT_TOKEN`, and where they are
 * set `EARSHOT_OWNER_EMAIL`, `EARSHOT_OWNER_API_KEY`, `EARSHOT_DIALECT` and `EARSHOT_ALLOW_INSECURE`; undefined when none
 * of the first four is set. A secret may stand in a file, named by its variable with `_FILE` behind it.
 *
 * @throws {ConfigurationError} when only some are set, or some can't be used; it names them all.
 */
export function credentialsFromEnvironment(environment: Environment = process.env): BotCredentials | undefined {
  const problems: ConfigurationProblem[] = []
  const source = environmentSource(environment, problems)
  if (!speaksOfABot(source)) return undefined
  const credentials = readCredentials(source, problems)
  if (credentials !== undefined) problems.push(...mixUps([{ credentials, source }]))
  if (problems.length > 0) throw new ConfigurationError(problems)
  return credentials
}
