import type { BotCredentials } from '../credentials.js'
import type { ConfigurationProblem } from '../errors.js'
import { neededSettings, type SettingName, settingNames, settings } from './settings.js'
import { isDialectName, tokensIn, verdictOn } from './values.js'

/** A bot's settings as they stand somewhere. */
export interface SettingSource {
  readonly values: ReadonlyMap<SettingName, string>
  /** Those that are there and could not be had, which has been told already. */
  readonly unusable: ReadonlySet<SettingName>
  /** Where a setting stands, or should stand, and how it is called there. */
  place(name: SettingName): Place
  /** How to write one there: `Set EARSHOT_SITE`. */
  howTo(name: SettingName): string
}

export type Place = Omit<ConfigurationProblem, 'problem' | 'advice'>

/** What somebody needs who does without the token: to call, and not to be called. */
export interface Needs {
  /** Whether the token of the bot's deliveries is needed; it is unless told otherwise. */
  readonly token?: boolean
}

/** Puts a bot's settings together. Where they can't be used, all that is wrong is added to the problems. */
export function readCredentials(
  source: SettingSource,
  problems: ConfigurationProblem[],
  needs: Needs = {},
): BotCredentials | undefined {
  const { values, unusable } = source
  const always = neededSettings.filter((name) => name !== 'token' || needs.token !== false)
  const hasOwner = (['ownerEmail', 'ownerApiKey'] as const).some((name) => values.has(name) || unusable.has(name))
  const needed: readonly SettingName[] = hasOwner ? [...always, 'ownerEmail', 'ownerApiKey'] : always
  const isInsecureAllowed = values.get('allowInsecure') === 'true'
  const found = settingNames.flatMap((name): ConfigurationProblem[] => {
    if (unusable.has(name)) return []
    const text = values.get(name)
    if (text === undefined || text === '') {
      if (text === undefined && !needed.includes(name)) return []
      const problem = text === undefined ? 'is missing' : 'is empty'
      return [{ ...source.place(name), problem, advice: `${source.howTo(name)}: ${settings[name].what}.` }]
    }
    const verdict = verdictOn(name, text, isInsecureAllowed)
    return verdict === undefined ? [] : [{ ...source.place(name), ...verdict }]
  })
  problems.push(...found)
  if (found.length > 0 || unusable.size > 0) return undefined
  const text = (name: SettingName) => values.get(name) ?? ''
  const dialect = text('dialect')
  return {
    site: text('site'),
    email: text('email'),
    apiKey: text('apiKey'),
    token: tokensIn(text('token')),
    owner: hasOwner ? { email: text('ownerEmail'), apiKey: text('ownerApiKey') } : undefined,
    dialect: isDialectName(dialect) ? dialect : undefined,
    allowInsecure: isInsecureAllowed,
  }
}
