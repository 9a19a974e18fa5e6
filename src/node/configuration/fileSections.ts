import { nearest } from '../../text/index.js'
import { type ConfigurationProblem, shown } from '../errors.js'
import type { Ini, IniOption, IniSection, IniSlip } from './ini.js'
import type { FoundBot } from './mixUps.js'
import { type Needs, type Place, readCredentials, type SettingSource } from './readCredentials.js'
import { foreignOptions, type Setting, settings } from './settings.js'

/** A file of credentials, read and taken apart. */
export interface ConfigFile {
  readonly path: string
  /** One for each bot. */
  readonly bots: readonly IniSection[]
  /** `[serve]`: what holds for all of them. */
  readonly server: IniSection | undefined
  readonly slips: readonly IniSlip[]
}

/** The section that is no bot's. */
export const serverSection = 'serve'

export function configFileOf(path: string, { sections, slips }: Ini): ConfigFile {
  const isServer = ({ name, options }: IniSection) =>
    name.toLowerCase() === serverSection && !options.some((option) => nameOf(option, settings) !== undefined)
  return { path, slips, bots: sections.filter((one) => !isServer(one)), server: sections.find(isServer) }
}

/** A bot's settings in its section. What stands there twice is added to the problems. */
export function sectionSource(path: string, section: IniSection, problems: ConfigurationProblem[]): SettingSource {
  const { values, lines, unusable } = settingsIn(path, section, settings, problems)
  return {
    values,
    unusable,
    place: (name) => placeOf(path, section, lines.get(name)?.name ?? settings[name].options[0], lines.get(name)?.line),
    howTo: (name) => `Write a line ${settings[name].options[0]}=... below ${label(section)}`,
  }
}

/** The settings of a section by name; of several lines with the same one, the tokens count together. */
export function settingsIn<Name extends string>(
  path: string,
  section: IniSection,
  table: Readonly<Record<Name, Setting>>,
  problems: ConfigurationProblem[],
): { values: Map<Name, string>; lines: Map<Name, IniOption>; unusable: Set<Name> } {
  const values = new Map<Name, string>()
  const lines = new Map<Name, IniOption>()
  const unusable = new Set<Name>()
  for (const option of section.options) {
    const name = nameOf(option, table)
    if (name === undefined) continue
    const before = values.get(name)
    const first = lines.get(name)
    // A slip has told of it.
    if (option.value === undefined) unusable.add(name)
    else if (before === undefined || first === undefined) {
      values.set(name, option.value)
      lines.set(name, option)
    } else if (table[name].options.includes('tokens')) values.set(name, `${before},${option.value}`)
    else if (before !== option.value && !unusable.has(name)) {
      unusable.add(name)
      const problem = `stands there twice, with different values (first in line ${first.line})`
      problems.push({ ...placeOf(path, section, option.name, option.line), problem, advice: 'Take one of them out.' })
    }
  }
  return { values, lines, unusable }
}

/** Options that nobody reads, with what was probably meant. */
export function strayOptions(
  path: string,
  section: IniSection,
  table: Readonly<Record<string, Setting>>,
): ConfigurationProblem[] {
  return section.options
    .filter((option) => nameOf(option, table) === undefined)
    .map(({ name, line }) => {
      const foreign = Object.hasOwn(foreignOptions, name) ? foreignOptions[name] : undefined
      const known = Object.values(table)
      const meant =
        known.find(({ variable }) => variable.toLowerCase() === name)?.options[0] ??
        nearest(
          name,
          known.flatMap(({ options }) => options),
        )
      return {
        ...placeOf(path, section, shown(name).slice(1, -1), line),
        problem: foreign === undefined ? 'is no option of Earshot, so it is not read' : 'is not read by Earshot',
        advice:
          foreign ??
          (meant === undefined
            ? `Options are: ${known.map(({ options }) => options[0]).join(', ')}.`
            : `Did you mean ${meant}?`),
      }
    })
}

/** How a section is called: by its name, or by its bot where a chat server left the name to its users. */
export function label(section: IniSection): string {
  return section.name === '' ? `[] of ${emailOf(section) ?? `line ${section.line}`}` : `[${section.name}]`
}

export function emailOf({ options }: IniSection): string | undefined {
  return options.find((option) => nameOf(option, settings) === 'email')?.value
}

export function placeOf(path: string, section: IniSection | undefined, option?: string, line?: number): Place {
  const parts = [
    path,
    ...(section === undefined ? [] : [label(section)]),
    ...(line === undefined ? [] : [`line ${line}`]),
  ]
  return { where: parts.join(', '), file: path, section: section?.name, option }
}

function nameOf<Name extends string>(option: IniOption, table: Readonly<Record<Name, Setting>>): Name | undefined {
  return (Object.keys(table) as Name[]).find((name) => table[name].options.includes(option.name))
}

/** A bot of a file, where it stands, and what looks wrong in its section. */
interface BotInFile extends FoundBot {
  readonly from: string
  readonly warnings: readonly ConfigurationProblem[]
}

/** Reads a bot's section. Where it can't be used, all that is wrong is added to the problems. */
export function botIn(
  path: string,
  section: IniSection,
  problems: ConfigurationProblem[],
  needs?: Needs,
): BotInFile | undefined {
  const source = sectionSource(path, section, problems)
  const credentials = readCredentials(source, problems, needs)
  const warnings = strayOptions(path, section, settings)
  if (credentials !== undefined) return { credentials, source, warnings, from: `${path}, ${label(section)}` }
  // What is missing may be there under another name, so that a slip of the pen belongs to the problems.
  problems.push(...warnings.filter(({ advice }) => advice.startsWith('Did you mean')))
  return undefined
}
