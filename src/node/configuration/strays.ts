import { meantOr, nearest } from '../../text/index.js'
import { type ConfigurationProblem, quoted } from '../errors.js'
import type { IniSection } from './ini.js'
import { foreignOptions, type Setting, serveSettings, settings } from './settings.js'
import { type Environment, type SettingsTable, settingLocation, settingNamed } from './sources.js'

/** Variables that are probably misspelt. */
export function strayVariables(environment: Environment): ConfigurationProblem[] {
  const all: readonly Setting[] = [...Object.values(settings), ...Object.values(serveSettings)]
  const names = [
    ...all.flatMap(({ variable, isSecret }) => (isSecret ? [variable, `${variable}_FILE`] : [variable])),
    'EARSHOT_CONFIG',
  ]
  return Object.keys(environment).flatMap((option) => {
    const meant = option.startsWith('EARSHOT_') && !names.includes(option) ? nearest(option, names) : undefined
    if (meant === undefined) return []
    const problem = 'is not a variable that Earshot reads'
    return [{ where: 'the environment', option, problem, advice: `Did you mean ${meant}?` }]
  })
}

/** Unknown options of a section, with the likely intended name. */
export function strayOptions<Name extends string>(
  path: string,
  section: IniSection,
  table: SettingsTable<Name>,
): ConfigurationProblem[] {
  const known: readonly Setting[] = Object.values(table)
  const strays = section.options.filter((option) => settingNamed(option, table) === undefined)
  return strays.map(({ name, line }) => {
    const place = settingLocation(path, section, quoted(name).slice(1, -1), line)
    const foreign = Object.hasOwn(foreignOptions, name) ? foreignOptions[name] : undefined
    if (foreign !== undefined) return { ...place, problem: 'is not read by Earshot', advice: foreign }
    const named = known.find(({ variable }) => variable.toLowerCase() === name)
    const names = known.flatMap(({ options }) => options)
    const all = known.map(({ options }) => options[0]).join(', ')
    const advice = named ? `Did you mean ${named.options[0]}?` : meantOr(`Options are: ${all}.`, name, names)
    return { ...place, problem: 'is not an option of Earshot, so it is not read', advice }
  })
}
