import { readFileSync } from 'node:fs'
import { nearest } from '../../text/index.js'
import { type ConfigurationProblem, whyUnread } from '../errors.js'
import type { SettingSource } from './readCredentials.js'
import { neededSettings, type Setting, type SettingName, serverSettings, settingNames, settings } from './settings.js'

/** Such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

const where = 'the environment'

export function environmentSource(environment: Environment, problems: ConfigurationProblem[]): SettingSource {
  const values = new Map<SettingName, string>()
  const unusable = new Set<SettingName>()
  for (const name of settingNames) {
    const found = inEnvironment(settings[name], environment)
    if (typeof found === 'string') values.set(name, found)
    else if (found !== undefined) {
      problems.push(found)
      unusable.add(name)
    }
  }
  return {
    values,
    unusable,
    folder: process.cwd(),
    place: (name) => ({ where, option: usedVariable(settings[name], environment) }),
    howTo: (name) => `Set ${settings[name].variable}`,
  }
}

export function speaksOfABot({ values, unusable }: SettingSource): boolean {
  return neededSettings.some((name) => values.has(name) || unusable.has(name))
}

/** A setting's value in the environment, or why it can't be read. An empty variable counts as unset. */
export function inEnvironment(setting: Setting, environment: Environment): string | ConfigurationProblem | undefined {
  const { variable, isSecret } = setting
  const text = environment[variable]?.trim() || undefined
  const fileVariable = `${variable}_FILE`
  const path = isSecret === true ? environment[fileVariable]?.trim() || undefined : undefined
  if (path === undefined) return text
  const place = { where, option: fileVariable, file: path }
  if (text !== undefined) {
    return { ...place, problem: `and ${variable} are both set`, advice: 'Unset one of them.' }
  }
  try {
    const secret = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
    if (secret !== '') return secret
    return { ...place, problem: `names ${path}, which is empty`, advice: `Write into it ${setting.what}.` }
  } catch (error) {
    const reason = whyUnread(error)
    const advice = 'Check its path, and that this user may read it; a container has only the secrets it was given.'
    return { ...place, problem: `names ${path}, which can't be read: ${reason}`, advice }
  }
}

export function strayVariables(environment: Environment): ConfigurationProblem[] {
  const all: readonly Setting[] = [...Object.values(settings), ...Object.values(serverSettings)]
  const names = [
    ...all.flatMap(({ variable, isSecret }) => (isSecret ? [variable, `${variable}_FILE`] : [variable])),
    'EARSHOT_CONFIG',
  ]
  return Object.keys(environment)
    .filter((name) => name.startsWith('EARSHOT_') && !names.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, names)
      return meant === undefined
        ? []
        : [
            {
              where,
              option: name,
              problem: 'is not a variable that Earshot reads',
              advice: `Did you mean ${meant}?`,
            },
          ]
    })
}

function usedVariable({ variable, isSecret }: Setting, environment: Environment): string {
  const fileVariable = `${variable}_FILE`
  return isSecret && !environment[variable]?.trim() && environment[fileVariable]?.trim() ? fileVariable : variable
}
