import { label, sectionSource, strayOptions } from './fileSections.js'
import type { IniSection } from './ini.js'
import type { FoundBot } from './mixUps.js'
import type { ConfigurationProblem } from './problem.js'
import { type Needs, readCredentials } from './readCredentials.js'
import { settings } from './settings.js'

/** A bot of a file, where it stands, and what looks wrong in its section. */
export interface BotInFile extends FoundBot {
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
