import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Way } from '../../testing/botProcess.js'
import { matrix, matrixBadge, matrixTable } from '../../testing/index.js'
import { levelsText } from '../../testing/matrix/behaviours.js'
import { commandRun } from '../../testing/matrix/command.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'

export interface MatrixFlags {
  readonly from: number
  readonly by?: Way
  readonly quick?: true
  readonly jobs: number
  /** Milliseconds. */
  readonly timeout: number
  readonly badge?: string
  readonly json?: true
}

export async function runMatrix(command: readonly string[], flags: MatrixFlags, output: Output): Promise<number> {
  const { by, from, quick = false, jobs, timeout, badge } = flags
  const stopping = new AbortController()
  void output.terminal.endSignal().then(() => stopping.abort())
  try {
    if (badge !== undefined) await checkWritable(badge)
    const result = await matrix(commandRun(command, { timeout, signal: stopping.signal, ...(by && { by }) }), {
      from,
      quick,
      jobs,
      onResult: (one) => output.note(`level ${levelsText(one)}: ${one.works ? 'works' : `breaks: ${one.why}`}`),
    })
    output.result(result, () => `\n${matrixTable(result)}`)
    if (badge !== undefined) await writeFile(badge, matrixBadge(result))
    return result.works ? exitCodes.worked : exitCodes.failed
  } finally {
    // If one run shows that all are pointless, others may still be running.
    stopping.abort()
  }
}

/** Checked before the runs rather than after them. */
async function checkWritable(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(
      `The badge can't be written to ${file}: the folder ${folder} doesn't exist or isn't writable. Name another file.`,
    )
  })
}
