import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nearest } from '../../text/index.js'
import { type ConfigurationProblem, quoted, whyUnread } from '../errors.js'
import { type Ini, type IniOption, type IniSection, type IniSlip, readIni } from './ini.js'
import { type FoundBot, type Needs, type Place, readCredentials, type SettingSource } from './readCredentials.js'
import { foreignOptions, type Setting, settings } from './settings.js'

export function readConfigFile(path: string, problems: ConfigurationProblem[]): ConfigFile | undefined {
  const text = textOf(path, problems)
  if (text === undefined) return undefined
  const file = configFileOf(path, readIni(text))
  for (const { line, problem, advice, section } of file.slips) {
    const { where } = placeOf(path, undefined, undefined, line)
    problems.push({ where, file: path, section, problem, advice })
  }
  if (file.bots.length > 0 || file.slips.length > 0) return file
  const advice = "Write a line [api] above the bot's options; the file that the chat server offers for the bot has it."
  problems.push({
    ...placeOf(path, undefined),
    problem: text.trim() === '' ? 'is empty: it has no section' : 'has no section for a bot',
    advice,
  })
  return undefined
}

function textOf(path: string, problems: ConfigurationProblem[]): string | undefined {
  const place = placeOf(path, undefined)
  try {
    const bytes = readFileSync(path)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (error) {
    if (!(error instanceof TypeError)) {
      const advice = 'Download it from the chat server, where the bot was created, or set EARSHOT_CONFIG to its path.'
      problems.push({ ...place, problem: `can't be read: ${whyUnread(error)}`, advice })
      return undefined
    }
  }
  problems.push({ ...place, problem: 'is not UTF-8 text', advice: 'Save it as UTF-8, or download it again.' })
  return undefined
}

/** A warning if other users can read a file with secrets. */
export function openToOthers(path: string): ConfigurationProblem[] {
  if (process.platform === 'win32') return []
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return []
  const problem = `can be read by others (its mode is ${mode.toString(8)}), and it holds the bot's secrets`
  return [{ ...placeOf(path, undefined), problem, advice: `Run: chmod 600 ${path}` }]
}

export interface ConfigFile {
  readonly path: string
  readonly bots: readonly IniSection[]
  /** `[serve]`: the settings for all of them. */
  readonly server: IniSection | undefined
  readonly slips: readonly IniSlip[]
}

const serverSection = 'serve'

function configFileOf(path: string, { sections, slips }: Ini): ConfigFile {
  const isServer = ({ name, options }: IniSection) =>
    name.toLowerCase() === serverSection && !options.some((option) => nameOf(option, settings) !== undefined)
  return { path, slips, bots: sections.filter((one) => !isServer(one)), server: sections.find(isServer) }
}

/** A bot's settings in its section. Options that are there twice are added to the problems. */
function sectionSource(path: string, section: IniSection, problems: ConfigurationProblem[]): SettingSource {
  const { values, lines, unusable } = settingsIn(path, section, settings, problems)
  return {
    values,
    unusable,
    folder: dirname(resolve(path)),
    place: (name) => placeOf(path, section, lines.get(name)?.name ?? settings[name].options[0], lines.get(name)?.line),
    howTo: (name) => `Write a line ${settings[name].options[0]}=... below ${label(section)}`,
  }
}

/** The settings of a section by name. Several lines of tokens are joined. */
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
    // Already reported as a slip.
    if (option.value === undefined) unusable.add(name)
    else if (before === undefined || first === undefined) {
      values.set(name, option.value)
      lines.set(name, option)
    } else if (table[name].options.includes('tokens')) values.set(name, `${before},${option.value}`)
    else if (before !== option.value && !unusable.has(name)) {
      unusable.add(name)
      const problem = `is there twice, with different values (first in line ${first.line})`
      problems.push({ ...placeOf(path, section, option.name, option.line), problem, advice: 'Remove one of them.' })
    }
  }
  return { values, lines, unusable }
}

/** Unknown options, with the likely intended name. */
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
        ...placeOf(path, section, quoted(name).slice(1, -1), line),
        problem: foreign === undefined ? 'is not an option of Earshot, so it is not read' : 'is not read by Earshot',
        advice:
          foreign ??
          (meant === undefined
            ? `Options are: ${known.map(({ options }) => options[0]).join(', ')}.`
            : `Did you mean ${meant}?`),
      }
    })
}

function label(section: IniSection): string {
  return section.name === '' ? `[] of ${emailOf(section) ?? `line ${section.line}`}` : `[${section.name}]`
}

function emailOf({ options }: IniSection): string | undefined {
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

interface BotInFile extends FoundBot {
  readonly from: string
  readonly warnings: readonly ConfigurationProblem[]
}

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
  // A missing option may be there with a typo, so likely typos are added to the problems.
  problems.push(...warnings.filter(({ advice }) => advice.startsWith('Did you mean')))
  return undefined
}

/** The wanted bot's section, by its name or the bot's address; if none is named, `api` or the only one. */
export function chooseSection(
  file: ConfigFile,
  wanted: string | undefined,
  problems: ConfigurationProblem[],
): IniSection | undefined {
  const { path, bots } = file
  // If it's missing, a problem already says why.
  if (bots.length === 0) return undefined
  const list = bots.map(label).join(', ')
  const found = wanted === undefined ? unsaid(bots) : named(bots, wanted)
  const [only, second] = found
  if (only !== undefined && second === undefined) return only
  const tell = (problem: string, advice: string) =>
    problems.push({ ...placeOf(path, undefined), section: wanted, problem, advice })
  if (only !== undefined && second !== undefined) {
    const lines = found.map(({ line }) => line).join(' and ')
    tell(
      `has the section ${label(only)} twice, in lines ${lines}`,
      'Give each bot a section of its own, and its own name.',
    )
  } else if (wanted === undefined) {
    tell(
      `has several bots, and none is chosen: ${list}`,
      'Choose one with the option `section`: its name, or the address of the bot.',
    )
  } else {
    const meant = nearest(
      wanted,
      bots.map(({ name }) => name),
    )
    tell(
      `has no section [${wanted}]`,
      meant === undefined ? `Choose one of ${list}, or add it.` : `Did you mean [${meant}]?`,
    )
  }
  return undefined
}

function unsaid(bots: readonly IniSection[]): readonly IniSection[] {
  const usual = bots.filter(({ name }) => name.toLowerCase() === 'api')
  return usual.length > 0 ? usual : bots.length === 1 ? bots : []
}

/** By the exact name; else ignoring case; else by the bot's address. */
function named(bots: readonly IniSection[], wanted: string): readonly IniSection[] {
  const exact = bots.filter(({ name }) => name === wanted)
  if (exact.length > 0) return exact
  const lower = wanted.toLowerCase()
  const loose = bots.filter(({ name }) => name.toLowerCase() === lower)
  return loose.length > 0 ? loose : bots.filter((bot) => emailOf(bot)?.toLowerCase() === lower)
}
