import { existsSync, statSync } from 'node:fs'
import {
  levelsFor,
  runTranscriptFile,
  settingsOfFile,
  shortPath,
  type TranscriptFileResult,
  transcriptsIn,
  waysFor,
} from '../../testing/player/files.js'
import { transcriptFailure } from '../../testing/player/run.js'
import type { Way } from '../../testing/simulatedProcess.js'
import { TranscriptError } from '../../transcript/problems.js'
import { BotModuleError } from '../botModule.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'
import { botFileFor, freshBot } from './bots.js'

export interface TestFlags {
  readonly bot?: string
  readonly update?: true
  readonly by?: Way | 'both'
  readonly level?: readonly number[]
  readonly levels?: 'all'
  readonly json?: true
}

interface Tried {
  readonly file: string
  readonly by?: Way
  readonly level?: number
  readonly passed: boolean
  readonly skipped: boolean
  readonly updated: boolean
  readonly line?: number
  readonly diff?: string
  readonly problem?: string
}

export async function test(files: readonly string[], flags: TestFlags, output: Output): Promise<number> {
  if (flags.level !== undefined && flags.levels !== undefined) {
    throw new UsageError('Give --level or --levels all, not both.')
  }
  const tried: Tried[] = []
  for (const path of transcriptsOf(files)) tried.push(...(await tryOne(path, flags, output)))
  const failed = tried.filter(({ passed }) => !passed)
  const wrong = failed.filter(({ problem }) => problem !== undefined)
  const skipped = tried.filter((one) => one.skipped)
  const passed = tried.length - failed.length - skipped.length
  output.result({ passed: failed.length === 0, results: tried }, (paint) => {
    const counts = [
      [failed.length - wrong.length, 'failed'],
      [wrong.length, 'could not be tried'],
      [passed, 'passed'],
      [skipped.length, 'skipped'],
    ] as const
    const text = counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
    return paint(failed.length === 0 ? 'good' : 'bad', text)
  })
  if (wrong.length > 0 || passed + failed.length === 0) return exitCodes.notTried
  return failed.length > 0 ? exitCodes.failed : exitCodes.worked
}

async function tryOne(path: string, flags: TestFlags, output: Output): Promise<readonly Tried[]> {
  const file = shortPath(path)
  const { paint } = output.terminal.err
  try {
    const settings = settingsOfFile(path, file)
    const bot = freshBot(botFileFor(path, flags.bot), settings.bot)
    const wanted = flags.levels ?? flags.level
    // The newest level first, since --update writes the transcript as it is there.
    const levels = wanted === undefined ? [undefined] : [...levelsFor(settings, wanted)].sort((a, b) => b - a)
    const ways = flags.by === undefined ? [undefined] : waysFor(settings, flags.by)
    const runs = ways.flatMap((by) => levels.map((level) => ({ by, level })))
    const results: Tried[] = []
    for (const [at, { by, level }] of runs.entries()) {
      const update = flags.update === true && at === 0
      const how = { ...(level !== undefined && { level }), ...(by !== undefined && { by }) }
      const result = await runTranscriptFile(path, { bot, file, update, ...how })
      tell(result, output)
      results.push(summary(result))
    }
    if (runs.length > 0) return results
    output.note(
      `${paint('faint', 'skipped')} ${file}: it is for ${levels.length > 0 ? 'the other way' : 'other levels'}`,
    )
    return [{ file, passed: true, skipped: true, updated: false }]
  } catch (error) {
    // A broken bot beside this transcript doesn't affect the others.
    const isOfBot = error instanceof UsageError || error instanceof BotModuleError
    if (!(error instanceof TranscriptError || (isOfBot && flags.bot === undefined))) throw error
    output.note(`${paint('bad', 'wrong')}   ${file}\n${error.message}`)
    return [{ file, passed: false, skipped: false, updated: false, problem: error.message }]
  }
}

function tell(result: TranscriptFileResult, { note, terminal }: Output): void {
  const { file, by, level, passed, skipped, isUpdated } = result
  const { paint } = terminal.err
  const where = `${file} ${paint('faint', `at level ${level}${by === 'events' ? ', by events' : ''}`)}`
  const word = skipped ? paint('faint', 'skipped') : paint('good', isUpdated ? 'updated' : 'passed ')
  note(
    passed
      ? `${word} ${where}`
      : `${paint('bad', 'failed')}  ${where}\n${coloured(transcriptFailure(result), paint)}\n`,
  )
}

function coloured(text: string, paint: Output['terminal']['err']['paint']): string {
  return text.replace(/^ *\d* ([-+]) .*$/gm, (line, sign: string) => paint(sign === '-' ? 'bad' : 'good', line))
}

function summary({ file, by, level, passed, skipped, isUpdated, line, diff }: TranscriptFileResult): Tried {
  return { file, by, level, passed, skipped, updated: isUpdated, ...(line !== undefined && { line, diff }) }
}

function transcriptsOf(files: readonly string[]): readonly string[] {
  const found = (files.length === 0 ? ['.'] : files).flatMap((path) => {
    if (!existsSync(path)) throw new UsageError(`There is no ${path}. Give transcripts (.chat), or folders of them.`)
    return statSync(path).isDirectory() ? transcriptsIn(path, { below: true }) : [path]
  })
  if (found.length > 0) return found
  throw new UsageError('There is no transcript here: no file that ends in .chat. Write one, or name the folder.')
}
