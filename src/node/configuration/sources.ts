import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type ConfigurationProblem, whyUnread } from '../errors.js'
import type { IniOption, IniSection } from './ini.js'
import { type Setting, settings } from './settings.js'

/** Such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

export type SettingLocation = Omit<ConfigurationProblem, 'problem' | 'advice'>

/** Settings as they are written in the environment, in a section of a file, or in code. */
export interface Source<Name extends string> {
  readonly values: Map<Name, unknown>
  /** Settings that exist but couldn't be read, which has already been reported. */
  readonly unusable: Set<Name>
  /** Where relative paths begin. */
  readonly folder: string
  /** Where a setting is, or should be, and its name there. */
  place(name: Name): SettingLocation
  /** How to set one there: `Set EARSHOT_SITE`. */
  howTo(name: Name): string
}

export type SettingsTable<Name extends string> = Readonly<Record<Name, Setting>>

function settingNames<Name extends string>(table: SettingsTable<Name>): readonly Name[] {
  return Object.keys(table) as Name[]
}

/** An empty variable counts as unset. */
export function environmentSource<Name extends string>(
  table: SettingsTable<Name>,
  environment: Environment,
  problems: ConfigurationProblem[],
): Source<Name> {
  const where = 'the environment'
  const values = new Map<Name, unknown>()
  const unusable = new Set<Name>()
  const variables = new Map<Name, string>()
  for (const name of settingNames(table)) {
    const { variable, isSecret, what } = table[name]
    const text = environment[variable]?.trim() || undefined
    const fileVariable = `${variable}_FILE`
    const path = (isSecret && environment[fileVariable]?.trim()) || undefined
    const found = path === undefined ? text : secretIn(path, text === undefined ? undefined : variable, what)
    if (typeof found === 'object') {
      problems.push({ where, option: fileVariable, file: path, ...found })
      unusable.add(name)
    } else if (found !== undefined) values.set(name, found)
    variables.set(name, path === undefined || text !== undefined ? variable : fileVariable)
  }
  return {
    values,
    unusable,
    folder: process.cwd(),
    place: (name) => ({ where, option: variables.get(name) }),
    howTo: (name) => `Set ${table[name].variable}`,
  }
}

function secretIn(path: string, variable: string | undefined, what: string) {
  if (variable !== undefined) return { problem: `and ${variable} are both set`, advice: 'Unset one of them.' }
  try {
    const secret = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
    return secret || { problem: `names ${path}, which is empty`, advice: `Write into it ${what}.` }
  } catch (error) {
    const advice = 'Check its path, and that this user may read it; a container has only the secrets it was given.'
    return { problem: `names ${path}, which can't be read: ${whyUnread(error)}`, advice }
  }
}

/** The settings of a section. Options that are there twice are added to the problems; several lines of tokens are joined. */
export function sectionSource<Name extends string>(
  table: SettingsTable<Name>,
  path: string,
  section: IniSection,
  problems: ConfigurationProblem[],
): Source<Name> {
  const values = new Map<Name, unknown>()
  const lines = new Map<Name, IniOption>()
  const unusable = new Set<Name>()
  for (const option of section.options) {
    const name = settingNamed(option, table)
    if (name === undefined) continue
    const first = lines.get(name)
    // Already reported as a slip.
    if (option.value === undefined) unusable.add(name)
    else if (first === undefined) {
      values.set(name, option.value)
      lines.set(name, option)
    } else if (table[name].options.includes('tokens')) values.set(name, `${values.get(name)},${option.value}`)
    else if (first.value !== option.value && !unusable.has(name)) {
      unusable.add(name)
      const problem = `is there twice, with different values (first in line ${first.line})`
      problems.push({
        ...settingLocation(path, section, option.name, option.line),
        problem,
        advice: 'Remove one of them.',
      })
    }
  }
  return {
    values,
    unusable,
    folder: dirname(resolve(path)),
    place: (name) =>
      settingLocation(path, section, lines.get(name)?.name ?? table[name].options[0], lines.get(name)?.line),
    howTo: (name) => `Write a line ${table[name].options[0]}=... below ${label(section)}`,
  }
}

export function settingNamed<Name extends string>(option: IniOption, table: SettingsTable<Name>): Name | undefined {
  return settingNames(table).find((name) => table[name].options.includes(option.name))
}

export function settingLocation(path: string, section?: IniSection, option?: string, line?: number): SettingLocation {
  const where = [path, section && label(section), line && `line ${line}`].filter(Boolean).join(', ')
  return { where, file: path, section: section?.name, option }
}

/** A section's name, as messages show it. */
export function label(section: IniSection): string {
  return section.name === '' ? `[] of ${emailOf(section) ?? `line ${section.line}`}` : `[${section.name}]`
}

export function emailOf({ options }: IniSection): string | undefined {
  return options.find((option) => settingNamed(option, settings) === 'email')?.value
}
