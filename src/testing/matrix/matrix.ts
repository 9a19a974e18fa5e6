import { CodedError } from '../../errors.js'
import { isFeatureLevel, newestFeatureLevel } from '../../protocol/index.js'
import { type Use, usageOf } from '../../simulator/api/usage.js'
import type { SimulatorOptions } from '../../simulator/index.js'
import { checkOptions, type OptionNames } from '../../text/index.js'
import { errorMessage, shortened } from '../../values.js'
import { type Behaviour, behaviours } from './behaviours.js'

/** The arguments of a run. */
export interface MatrixRunAt {
  /** The feature level of the server to run the tests against. */
  readonly level: number
  /** Pass it to `createSimulator`, or to `testBot` as `simulator`: it sets the level, and records what the bot uses. */
  readonly simulator: Pick<SimulatorOptions, 'featureLevel' | 'onUse'>
}

/** Runs a bot's tests once. Throws or rejects if they fail; the first line of the error is the reason. */
export type MatrixRun = (at: MatrixRunAt) => unknown

export interface MatrixOptions {
  /** The lowest level to try (default: 0). */
  readonly from?: number
  /** Skips levels at which nothing changes that the bot used in a run at the newest level. */
  readonly quick?: boolean
  /** Maximum number of concurrent runs (default: 1). */
  readonly jobs?: number
  /** Called after each run. */
  readonly onResult?: (result: MatrixResult) => void
}

const matrixOptions: OptionNames<MatrixOptions> = { from: true, quick: true, jobs: true, onResult: true }

/** The result of a bot's tests against one behaviour of the server. */
export interface MatrixResult extends Behaviour {
  readonly works: boolean
  /** Why they failed, in one line. */
  readonly why?: string
}

/** The servers with which a bot works. */
export interface Matrix {
  /** By level, oldest first. */
  readonly results: readonly MatrixResult[]
  /** The lowest level from which it works up to the newest; undefined if it fails at the newest. */
  readonly worksFrom: number | undefined
  /** Whether it works at all levels that were tried. */
  readonly works: boolean
}

/**
 * Runs a bot's tests against every version of the server that behaves differently, and finds the first that works.
 *
 * @throws {MatrixError} for invalid options, and if nothing was tried @throws {UnknownOptionError} for an unknown option
 * @example
 * const { worksFrom } = await matrix(async ({ simulator }) => {
 *   const chat = await testBot(bot, { simulator })
 *   const [reply] = await chat.as('hamlet').dm('whois iago@example.com')
 *   await chat.close()
 *   if (!reply?.content.includes('Iago')) throw new Error(`It said: ${reply?.content}`)
 * })
 */
export async function matrix(run: MatrixRun, options: MatrixOptions = {}): Promise<Matrix> {
  checkOptions('matrix', options, matrixOptions)
  const { quick = false, jobs = 1, from = 0, onResult = () => {} } = options
  if (!isFeatureLevel(from)) {
    throw new MatrixError(
      'invalid_option',
      `No server has the feature level ${String(from)} to start from; give a whole number from 0 to ${newestFeatureLevel}.`,
    )
  }
  if (!Number.isInteger(jobs) || jobs < 1) {
    throw new MatrixError('invalid_option', `There can't be ${String(jobs)} jobs; give a whole number above 0.`)
  }

  const results: MatrixResult[] = []
  const attempt = async (behaviour: Behaviour, known?: Ending) => {
    const { works, why } = known ?? (await ending(run, behaviour.level))
    const result = { ...behaviour, works, ...(why !== undefined && { why }) }
    results.push(result)
    onResult(result)
  }

  if (!quick) {
    await inPool(jobs, behaviours(from).toReversed(), (behaviour) => attempt(behaviour))
  } else {
    const newest = await ending(run, newestFeatureLevel)
    // A run that failed may have stopped before it used everything.
    const chosen = newest.works ? behaviours(from, usageOf(newest.uses)) : behaviours(from)
    const [last, ...others] = chosen.toReversed()
    if (last !== undefined) await attempt(last, newest)
    await inPool(jobs, others, (behaviour) => attempt(behaviour))
  }
  return verdict(results.sort((one, other) => one.level - other.level))
}

export type MatrixErrorCode =
  /** An option is invalid. */
  | 'invalid_option'
  /** The command can't be started. */
  | 'command_not_found'
  /** The tests passed without starting a simulator of the level, so they say nothing about it. */
  | 'nothing_tried'
  /** It was stopped. */
  | 'stopped'

/** The matrix can't be completed. A bot that fails at some level is a result, not an error. */
export class MatrixError extends CodedError<MatrixErrorCode> {
  override readonly name = 'MatrixError'
}

interface Ending {
  readonly works: boolean
  readonly why?: string
  readonly uses: readonly Use[]
}

async function ending(run: MatrixRun, level: number): Promise<Ending> {
  const uses: Use[] = []
  try {
    await run({ level, simulator: { featureLevel: level, onUse: (use) => uses.push(use) } })
    return { works: true, uses }
  } catch (error) {
    // This error makes every run pointless.
    if (error instanceof MatrixError) throw error
    return { works: false, why: messageText(errorMessage(error)) || 'It failed without a message.', uses }
  }
}

/** The first line of a message; the whole paragraph, or two, if that only announces what follows. */
export function messageText(message: string): string {
  const [first = '', second = ''] = message.trim().split(/\n\s*\n/)
  const [line = ''] = first.split('\n')
  const announces = (text: string) => text.trimEnd().endsWith(':')
  const text = announces(line) ? (announces(first) ? `${first} ${second}` : first) : line
  return shortened(text.replace(/\s+/g, ' ').trim(), longest)
}

/** Characters. */
const longest = 500

function verdict(results: readonly MatrixResult[]): Matrix {
  const lastFailure = results.findLastIndex(({ works }) => !works)
  return { results, worksFrom: results[lastFailure + 1]?.level, works: lastFailure === -1 }
}

/** Processes the items in order, several at a time. */
async function inPool<Item>(size: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  try {
    await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker))
  } finally {
    waiting.length = 0
  }
}
