import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { commandRun, levelsText, type MatrixResult, matrix, matrixBadge, matrixTable } from '../testing/index.js'
import { wholeNumber } from './shared/arguments.js'
import { exitCodes } from './shared/exitCodes.js'
import type { Output } from './shared/output.js'
import { runCommand } from './shared/runCommand.js'
import { UsageError } from './shared/usageError.js'

interface MatrixFlags {
  readonly from: number
  readonly quick?: true
  readonly jobs: number
  readonly timeout: number
  readonly badge?: string
  readonly json?: true
}

/**
 * `earshot matrix -- npm test`: runs a bot's tests against every version of the server that behaves differently. Ends
 * with 0 where they work on all of them, with 1 where they break on one, with 2 where nothing could be tried.
 */
export function matrixCommand(): Command {
  return new Command('matrix')
    .description('Run a test command against every version of the server that behaves differently.')
    .usage('[options] -- <test command>')
    .argument('<command...>', 'what runs your tests, such as: npm test')
    .option('--from <level>', 'the lowest feature level to try', wholeNumber, 0)
    .option('--quick', 'leave out levels at which nothing changes that the bot uses')
    .option('--jobs <count>', 'how many runs may go on at the same time', wholeNumber, 1)
    .option('--timeout <seconds>', 'how long one run may take', wholeNumber, 600)
    .option('--badge <file>', 'write a badge that says from which level on it works, as SVG')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explanation)
    .action((command: readonly string[], flags: MatrixFlags) =>
      runCommand('matrix', flags, (output) => run(command, flags, output)),
    )
}

const explanation = `
The command is run once for each way in which servers behave. It learns the feature
level from EARSHOT_FEATURE_LEVEL, which every simulator heeds that is not told a level.

The exit code is 0 when the tests work at all levels that were tried, 1 when they break
at one of them, and 2 when nothing could be tried. A bot that need not work on older
servers says so with --from.

  $ earshot matrix --quick --jobs 4 --badge level.svg -- npm test`

async function run(command: readonly string[], flags: MatrixFlags, output: Output): Promise<number> {
  const { from, quick = false, jobs, timeout, badge } = flags
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of signals) process.once(signal, stop)
  try {
    if (badge !== undefined) await checkWritable(badge)
    const result = await matrix(commandRun(command, { timeout: timeout * 1000, signal: stopping.signal }), {
      from,
      quick,
      jobs,
      onResult: (one) => output.note(progress(one)),
    })
    output.result(result, () => `\n${matrixTable(result)}`)
    if (badge !== undefined) await writeFile(badge, matrixBadge(result))
    return result.works ? exitCodes.worked : exitCodes.failed
  } finally {
    // Where one run found out that all are pointless, others may be under way.
    stopping.abort()
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Found out before the runs rather than after them. */
async function checkWritable(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(
      `The badge can't be written to ${file}: there is no folder ${folder} to write to. Name another file.`,
    )
  })
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function progress(result: MatrixResult): string {
  return `level ${levelsText(result)}: ${result.works ? 'works' : `breaks: ${result.why}`}`
}
