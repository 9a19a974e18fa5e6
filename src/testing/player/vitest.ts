import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TranscriptError } from '../../transcript/problems.js'
import type { Way } from '../simulatedProcess.js'
import { levelsFor, runTranscriptFile, settingsOfFile, transcriptsIn, waysFor } from './files.js'
import { transcriptFailure } from './run.js'
import type { TranscriptOptions, TranscriptSettings } from './settings.js'

export interface TranscriptsOptions extends Omit<TranscriptOptions, 'file' | 'level' | 'by'> {
  /**
   * How the bot gets its messages; `both` plays each transcript over a webhook at every level, and over events at the newest.
   * (default: the environment's `EARSHOT_BY`, or else `webhook`)
   */
  readonly by?: Way | 'both'
  /** The levels at which to play each transcript, if it allows them. (default: the environment's, or else the newest) */
  readonly levels?: readonly number[] | 'all'
  /** The transcripts to play, by their names without `.chat`. (default: all beside the test) */
  readonly only?: readonly string[]
}

/**
 * Creates a Vitest test for each transcript beside the test file, at each level. `vitest -u` rewrites them with what the bot
 * does.
 *
 * @example transcripts(import.meta.url, { bot: createEcho, levels: [1, 176, 496] })
 * @throws {TranscriptError} if there is none
 */
export function transcripts(testFile: string, { by, levels, only, ...options }: TranscriptsOptions): void {
  const folder = dirname(testFile.startsWith('file:') ? fileURLToPath(testFile) : testFile)
  const paths = transcriptsIn(folder).filter((path) => only?.includes(nameOf(path)) ?? true)
  const missing = only?.filter((name) => !paths.some((path) => nameOf(path) === name)) ?? []
  if (paths.length === 0 || missing.length > 0) {
    const what = missing.length > 0 ? missing.map((name) => `${name}.chat`).join(', ') : 'file that ends in .chat'
    throw new TranscriptError('no_transcripts', folder, `There is no ${what} in ${folder}. Write one beside the test.`)
  }
  for (const path of paths) {
    const settings = readableSettings(path)
    const chosen = levels && settings ? newestFirst(levelsFor(settings, levels)) : [undefined]
    chosen.forEach((level, at) => {
      const both = settings ? waysFor(settings, 'both') : (['webhook'] as const)
      const ways = by === 'both' ? both.slice(0, at === 0 ? 2 : 1) : [by]
      ways.forEach((way, which) => {
        const name = `${basename(path)}${level === undefined ? '' : ` at level ${level}`}`
        test(way === 'events' ? `${name}, by events` : name, async ({ skip }) => {
          // Only the first run, at the newest level, updates the file.
          const update = at === 0 && which === 0 && isUpdating()
          const chosen = { ...(level !== undefined && { level }), ...(way && { by: way }) }
          const result = await runTranscriptFile(path, { ...options, update, ...chosen })
          if (result.skipped) skip(`It is not for level ${result.level}, or not for this way.`)
          if (!result.passed) throw new Error(transcriptFailure(result))
          // Counts where Vitest requires assertions.
          expect(result.passed).toBe(true)
        })
      })
    })
  }
}

function nameOf(path: string): string {
  return basename(path, '.chat')
}

/** Undefined if the transcript can't be read; it is then run once, so that its test fails with the reason. */
function readableSettings(path: string): TranscriptSettings | undefined {
  try {
    return settingsOfFile(path)
  } catch (error) {
    if (error instanceof TranscriptError) return undefined
    throw error
  }
}

const newestFirst = (levels: readonly number[]) => [...levels].sort((one, other) => other - one)

/** Whether Vitest runs with `-u`. */
function isUpdating(): boolean {
  const state: object = expect.getState().snapshotState
  return Reflect.get(state, '_updateSnapshot') === 'all'
}
