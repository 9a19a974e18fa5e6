import { readFileSync, statSync } from 'node:fs'
import type { ConfigurationProblem } from '../errors.js'
import { whyUnread } from './environmentSource.js'
import { type ConfigFile, configFileOf, placeOf } from './fileSections.js'
import { readIni } from './ini.js'

/** Reads a file of credentials; undefined, and why among the problems, when it can't be read. */
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
    problem: text.trim() === '' ? 'is empty: it has no section' : 'has no section of a bot',
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
      const advice =
        'Download it from the chat server, where the bot was created, or say with EARSHOT_CONFIG where it is.'
      problems.push({ ...place, problem: `can't be read: ${whyUnread(error)}`, advice })
      return undefined
    }
  }
  problems.push({ ...place, problem: 'is no text in UTF-8', advice: 'Save it as UTF-8, or download it anew.' })
  return undefined
}

/** A warning where others than this user may read a file with secrets. */
export function openToOthers(path: string): ConfigurationProblem[] {
  if (process.platform === 'win32') return []
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) === 0) return []
  const problem = `may be read by others (its mode is ${mode.toString(8)}), and it holds the bot's secrets`
  return [{ ...placeOf(path, undefined), problem, advice: `Run: chmod 600 ${path}` }]
}
