import { nearest } from '../../text/index.js'
import type { ConfigurationProblem } from '../errors.js'
import { type ConfigFile, emailOf, label, placeOf } from './fileSections.js'
import type { IniSection } from './ini.js'

/** The section of the bot that is meant: by its name or its bot's address; `api`, or the only one, when nobody says. */
export function chooseSection(
  file: ConfigFile,
  wanted: string | undefined,
  problems: ConfigurationProblem[],
): IniSection | undefined {
  const { path, bots } = file
  // Where there is none, a slip has said why.
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
      `has several bots, and nobody says which one is meant: ${list}`,
      'Say it with the option `section`: the name, or the address of the bot.',
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

/** As it is written; or in other case; or by the bot's address. */
function named(bots: readonly IniSection[], wanted: string): readonly IniSection[] {
  const exact = bots.filter(({ name }) => name === wanted)
  if (exact.length > 0) return exact
  const lower = wanted.toLowerCase()
  const loose = bots.filter(({ name }) => name.toLowerCase() === lower)
  return loose.length > 0 ? loose : bots.filter((bot) => emailOf(bot)?.toLowerCase() === lower)
}
