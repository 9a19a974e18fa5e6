import { type BotCredentials, credentialsOf, neededSettings, type SettingName, settings } from './credentials.js'
import { ConfigurationError } from './errors.js'

/** Such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * One bot's credentials from `EARSHOT_SITE`, `EARSHOT_EMAIL`, `EARSHOT_API_KEY` and `EARSHOT_TOKEN`, and where they are
 * set `EARSHOT_OWNER_EMAIL`, `EARSHOT_OWNER_API_KEY`, `EARSHOT_DIALECT` and `EARSHOT_ALLOW_INSECURE`; undefined when none
 * of the first four is set.
 *
 * @throws {ConfigurationError} when only some are set, or one can't be used.
 */
export function credentialsFromEnvironment(environment: Environment = process.env): BotCredentials | undefined {
  const get = (name: SettingName) => environment[settings[name].variable]?.trim() || undefined
  const set = neededSettings.filter((name) => get(name) !== undefined)
  if (set.length === 0) return undefined
  return credentialsOf(get, (name, problem) => {
    const { variable } = settings[name]
    const beside = set.map((other) => settings[other].variable).join(', ')
    return new ConfigurationError(
      `The environment does not say which bot to serve: ${variable} ${problem}. ` +
        (problem === 'is missing' ? `Set it beside ${beside}, or unset those to use a file.` : 'Set it anew.'),
      { option: variable },
    )
  })
}
