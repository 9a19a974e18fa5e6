import { type MatrixResult, matrix, matrixTable } from '../../testing/index.js'
import { behaviours, levelsText } from '../../testing/matrix/behaviours.js'
import { commandRun } from '../../testing/matrix/command.js'
import { summary } from '../../testing/matrix/table.js'
import type { Way } from '../../testing/simulatedProcess.js'
import { exitCodes } from '../shared/failure.js'
import { hanging } from '../shared/layout.js'
import type { Output } from '../shared/output.js'
import { progressOn } from '../shared/progress.js'

export interface MatrixFlags {
  readonly from: number
  readonly by?: Way
  readonly quick?: true
  readonly jobs: number
  /** Milliseconds. */
  readonly timeout: number
  readonly all?: true
  readonly json?: true
}

export async function runMatrix(command: readonly string[], flags: MatrixFlags, output: Output): Promise<number> {
  const { by, from, quick = false, jobs, timeout, all } = flags
  const { err, out } = output.terminal
  const progress = progressOn(output.terminal, { every: 0 })
  const results: MatrixResult[] = []
  const stopping = new AbortController()
  void output.terminal.endSignal().then(() => stopping.abort())
  try {
    if (err.canRewrite) progress.show(`Running ${command.join(' ')}, at the newest level first`)
    const result = await matrix(commandRun(command, { timeout, signal: stopping.signal, ...(by && { by }) }), {
      from,
      quick,
      jobs,
      onResult(one) {
        results.push(one)
        const latest = `level ${levelsText(one)}: ${one.works ? 'works' : `breaks: ${one.why}`}`
        progress.show(err.canRewrite ? `${countText(results, quick ? undefined : from)}; ${latest}` : latest)
      },
    })
    progress.end()
    output.result(result, () => {
      if (all) return `\n${matrixTable(result)}`
      return [countText(results), ...summary(result).split('\n')]
        .map((line) => hanging(line, 4, out.columns))
        .join('\n')
    })
    return result.works ? exitCodes.worked : exitCodes.failed
  } finally {
    progress.end()
    // If one run shows that all are pointless, others may still be running.
    stopping.abort()
  }
}

function countText(results: readonly MatrixResult[], from?: number): string {
  const broken = results.filter(({ works }) => !works).length
  const all = from === undefined ? results.length : behaviours(from).length
  const counted = from === undefined ? all : `${results.length} of ${all}`
  return `${counted} ${all === 1 ? 'run' : 'runs'}, ${broken === 0 ? 'none' : broken} broken`
}
