import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from '../../text/index.js'
import { shellPath } from '../../text/shellWord.js'
import { type ConfigurationProblem, whyUnread } from '../errors.js'
import { type IniSection, readIni } from './ini.js'
import { type Needs, readCredentials } from './readCredentials.js'
import { settings } from './settings.js'
import { emailOf, label, sectionSource, settingLocation, settingNamed } from './sources.js'
import { strayOptions } from './strays.js'

export interface ConfigFile {
  readonly path: string
  readonly bots: readonly IniSection[]
  /** `[serve]`: the settings for all of them. */
  readonly server: IniSection | undefined
}

export function readConfigFile(path: string, problems: ConfigurationProblem[]): ConfigFile | undefined {
  const text = textOf(path, problems)
  if (text === undefined) return undefined
  const { sections, slips } = readIni(text)
  for (const { line, problem, advice, section } of slips) {
    problems.push({ ...settingLocation(path, undefined, undefined, line), section, problem, advice })
  }
  const isServer = ({ name, options }: IniSection) =>
    name.toLowerCase() === 'serve' && !options.some((option) => settingNamed(option, settings) !== undefined)
  const bots = sections.filter((one) => !isServer(one))
  if (bots.length > 0 || slips.length > 0) return { path, bots, server: sections.find(isServer) }
  problems.push({
    ...settingLocation(path),
    problem: text.trim() === '' ? 'is empty: it has no section' : 'has no section for a bot',
    advice: "Write a line [api] above the bot's options; the file that the chat server offers for the bot has it.",
  })
  return undefined
}

function textOf(path: string, problems: ConfigurationProblem[]): string | undefined {
  const place = settingLocation(path)
  // In JavaScript it may be undefined, as from a variable that isn't set.
  if (!path) {
    const problem = `is ${path === '' ? 'empty' : path}`
    problems.push({ where: "the file's path", problem, advice: "Give one, such as 'earshotrc'." })
    return undefined
  }
  try {
    const bytes = readFileSync(path)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (error) {
    if (!(error instanceof TypeError)) {
      const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR'
      const advice = isFolder
        ? `Give the path of the file in it, such as ${join(path, 'earshotrc')}.`
        : 'Download it from the chat server, where the bot was created, or set EARSHOT_CONFIG to its path.'
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
  return [{ ...settingLocation(path), problem, advice: `Run: chmod 600 ${shellPath(path)}` }]
}

/** The bot of a section; undefined if it has problems. */
export function botIn(path: string, section: IniSection, problems: ConfigurationProblem[], needs?: Needs) {
  const source = sectionSource(settings, path, section, problems)
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
    problems.push({ ...settingLocation(path), section: wanted, problem, advice })
  if (only !== undefined && second !== undefined) {
    const lines = found.map(({ line }) => line).join(' and ')
    const advice = 'Give each bot a section of its own, and its own name.'
    tell(`has the section ${label(only)} twice, in lines ${lines}`, advice)
  } else if (wanted === undefined) {
    const advice = 'Choose one with the option `section`: its name, or the address of the bot.'
    tell(`has several bots, and none is chosen: ${list}`, advice)
  } else {
    const names = bots.map(({ name }) => name)
    const meant = nearest(wanted, names)
    const advice = meant === undefined ? `Choose one of ${list}, or add it.` : `Did you mean [${meant}]?`
    tell(`has no section [${wanted}]`, advice)
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
