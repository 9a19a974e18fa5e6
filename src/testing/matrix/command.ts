import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Use } from '../../simulator/index.js'
import { endOf } from './childProcess.js'
import { firstFailure } from './firstFailure.js'
import { MatrixError, type MatrixRun } from './matrix.js'

export interface CommandRunOptions {
  /** Where the command is run; the working directory unless given. */
  readonly cwd?: string
  /** Milliseconds that one run may take; 10 minutes unless given. */
  readonly timeout?: number
  /** Ends the runs that are under way. */
  readonly signal?: AbortSignal
}

/**
 * A run of the matrix that starts a test command, such as `npm test`. The command learns the level from the variable
 * `EARSHOT_FEATURE_LEVEL`, which every simulator heeds that is not told its level.
 *
 * @example
 * const result = await matrix(commandRun(['npm', 'test']), { quick: true, jobs: 4 })
 */
export function commandRun(command: readonly string[], options: CommandRunOptions = {}): MatrixRun {
  const { timeout = 600_000 } = options
  if (!(timeout > 0)) throw new MatrixError('INVALID_OPTION', `A run can't take ${timeout} ms; give a number above 0.`)
  return async ({ level, simulator }) => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-matrix-'))
    const usageFile = join(folder, 'usage.jsonl')
    try {
      const ended = await endOf(command, {
        ...options,
        timeout,
        env: { ...process.env, EARSHOT_FEATURE_LEVEL: String(level), EARSHOT_USAGE_FILE: usageFile },
      })
      const uses = await usesIn(usageFile)
      for (const use of uses) simulator.onUse?.(use)
      if (ended.tookTooLong) throw new Error(`It was stopped after ${timeout / 1000} s.`)
      if (ended.code !== 0) throw new Error(firstFailure(ended.output) ?? `It ended with ${ended.how}, without a word.`)
      if (!uses.some((use) => 'level' in use && use.level === level)) throw nothingTried(command, level)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function nothingTried(command: readonly string[], level: number): MatrixError {
  return new MatrixError(
    'NOTHING_TRIED',
    `"${command.join(' ')}" passed without starting a simulator of level ${level}, so it says nothing of that level. ` +
      'Let some tests make their simulator without `featureLevel`, so that it heeds EARSHOT_FEATURE_LEVEL.',
  )
}

async function usesIn(path: string): Promise<readonly Use[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  // A process that was killed may have left half a line at the end.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Use)
}
