import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TranscriptError } from '../../transcript/problems.js'
import { levelsFor, runTranscriptFile, settingsOfFile, transcriptsIn } from './files.js'
import { failureText } from './run.js'
import type { TranscriptOptions } from './setup.js'

export interface TranscriptsOptions extends Omit<TranscriptOptions, 'file' | 'level'> {
  /** At which levels each is played, as far as it is for them; once, at the newest or that of the environment, unless given. */
  readonly levels?: readonly number[] | 'all'
  /** Which of the transcripts, by their names without `.chat`; all that lie beside the test unless given. */
  readonly only?: readonly string[]
}

/**
 * Makes a Vitest test of each transcript that lies beside the test file, and of each level. With `vitest -u` what the bot
 * really does is written into them.
 *
 * @example transcripts(import.meta.url, { bot: createEcho, levels: [1, 176, 496] })
 * @throws {TranscriptError} when there is none
 */
export function transcripts(testFile: string, { levels, only, ...options }: TranscriptsOptions): void {
  const folder = dirname(testFile.startsWith('file:') ? fileURLToPath(testFile) : testFile)
  const paths = transcriptsIn(folder).filter((path) => only?.includes(nameOf(path)) ?? true)
  const missing = only?.filter((name) => !paths.some((path) => nameOf(path) === name)) ?? []
  if (paths.length === 0 || missing.length > 0) {
    const what = missing.length > 0 ? missing.map((name) => `${name}.chat`).join(', ') : 'file that ends in .chat'
    throw new TranscriptError('NO_TRANSCRIPTS', folder, `There is no ${what} in ${folder}. Write one beside the test.`)
  }
  for (const path of paths) {
    const chosen = levels === undefined ? [undefined] : levelsOf(path, levels)
    chosen.forEach((level, at) => {
      const name = basename(path)
      test(level === undefined ? name : `${name} at level ${level}`, async ({ skip }) => {
        // What differs between levels is not written over and over: the newest server, which is first, says how it is.
        const update = at === 0 && isUpdating()
        const result = await runTranscriptFile(path, { ...options, update, ...(level !== undefined && { level }) })
        if (result.skipped) skip(`It is not for level ${result.level}.`)
        if (!result.passed) throw new Error(failureText(result))
      })
    })
  }
}

function nameOf(path: string): string {
  return basename(path, '.chat')
}

/** One that can't be read is tried once, so that its test says what is wrong. */
function levelsOf(path: string, levels: readonly number[] | 'all'): readonly (number | undefined)[] {
  try {
    return [...levelsFor(settingsOfFile(path), levels)].sort((one, other) => other - one)
  } catch (error) {
    if (error instanceof TranscriptError) return [undefined]
    throw error
  }
}

/** Whether Vitest was told to bring up to date what tests compare with. */
function isUpdating(): boolean {
  const state: object = expect.getState().snapshotState
  return Reflect.get(state, '_updateSnapshot') === 'all'
}
