import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Queue } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { storeAt } from '../../node/stores.js'
import { usualRateLimit } from '../../simulator/api/rateLimit.js'
import {
  createSimulator,
  openSimulator,
  type RateLimit,
  readSeed,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/index.js'
import { errorMessage, parseJson, withoutUndefined } from '../../values.js'
import { queueAt } from '../queue/openQueue.js'
import { UsageError } from '../shared/usageError.js'

export async function openFrom(
  flags: Partial<SimulateFlags>,
  more: Pick<SimulatorOptions, 'transcripts'> = {},
): Promise<Simulator> {
  const { connect = [], data } = flags
  const options = { ...(await simulatorOptions(flags)), ...more }
  const simulator = data === undefined ? createSimulator(options) : await openSimulator({ ...options, data })
  try {
    for (const [bot, address] of connect.map((one) => pair('--connect', one, 'Echo=http://127.0.0.1:5002'))) {
      simulator.connect(/^\d+$/.test(bot) ? Number(bot) : bot, address)
    }
  } catch (error) {
    await simulator.close()
    const isWrong = error instanceof RangeError || error instanceof TypeError
    throw isWrong ? new UsageError(`--connect can't be used: ${error.message}`, { cause: error }) : error
  }
  return simulator
}

async function simulatorOptions(flags: Partial<SimulateFlags>): Promise<SimulatorOptions> {
  const { level: featureLevel, seedFile, dialect, clock, fault, assume = [], deliverTo, allowHost, randomSeed } = flags
  // One of the assumptions that `/sim/assumptions` lists is a separate option.
  const { deliveryTimeout, ...assumptions } = Object.fromEntries(assume.map((one) => assumed(one)))
  return withoutUndefined({
    featureLevel,
    organisation: seedFile === undefined ? undefined : await seedIn(seedFile),
    randomSeed,
    dialect,
    clock,
    faults: fault,
    assumptions,
    rateLimit: flags.rateLimit === undefined ? undefined : rateLimitIn(flags.rateLimit),
    deliveryTimeout: deliveryTimeout as number | undefined,
    deliverTo,
    controlHosts: allowHost,
  })
}

async function seedIn(path: string) {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const reason = errorMessage(error)
    throw new UsageError(`The seed file ${path} can't be read (${reason}). Give the path of a YAML or JSON file.`)
  }
  return readSeed(text, { name: basename(path) })
}

/** `200/60`, or what the flag is without a value. */
function rateLimitIn(given: string | true): RateLimit {
  if (given === true) return usualRateLimit
  const [, calls, seconds] = /^(\d+)\/(\d+)$/.exec(given) ?? []
  if (Number(calls) > 0 && Number(seconds) > 0) return { calls: Number(calls), seconds: Number(seconds) }
  throw new UsageError(
    `--rate-limit "${given}" is invalid. Give how many calls in how many seconds: --rate-limit 200/60`,
  )
}

/** A value is JSON or, if it doesn't parse, text. */
function assumed(given: string): [name: string, value: unknown] {
  const [name, value] = pair('--assume', given, 'messageLength=500')
  const json = parseJson(value)
  return [name, json === undefined ? value : json]
}

function pair(flag: string, given: string, example: string): [before: string, after: string] {
  const at = given.indexOf('=')
  if (at > 0 && at < given.length - 1) return [given.slice(0, at).trim(), given.slice(at + 1).trim()]
  throw new UsageError(`${flag} "${given}" is invalid. Write, for example: ${flag} ${example}`)
}

export interface SimulateFlags {
  readonly writeCredentials?: string
  readonly port: number
  readonly host: string
  readonly level?: number
  readonly dialect?: 'svc' | 'zulip'
  readonly seedFile?: string
  readonly data?: string
  readonly clock: 'real' | 'frozen' | 'jump'
  readonly connect: readonly string[]
  readonly queue?: string
  readonly fault: readonly string[]
  readonly assume: readonly string[]
  readonly rateLimit?: string | true
  readonly deliverTo: readonly string[]
  readonly allowHost: readonly string[]
  readonly randomSeed?: string
  readonly keys?: true
  readonly json?: true
}

/** Without a clock it uses the system's, as bots that run elsewhere do. */
export async function showQueue(
  where: string | undefined,
  simulator: Simulator,
  clock?: Clock,
): Promise<Queue | undefined> {
  const address = queueAt(where ?? 'inline')
  if (address.kind === 'inline') return undefined
  const queue = await storeAt(address).openQueue(clock && { clock })
  simulator.showQueue(queue)
  return queue
}
