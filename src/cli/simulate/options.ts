import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  createSimulator,
  openSimulator,
  type RateLimit,
  readSeed,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/index.js'
import { UsageError } from '../shared/usageError.js'

/** Makes the simulator that flags ask for. Its errors say what is wrong with them. */
export async function openFrom(
  flags: SimulateFlags,
  more: Pick<SimulatorOptions, 'transcripts'> = {},
): Promise<Simulator> {
  const options = { ...(await simulatorOptions(flags)), ...more }
  const simulator =
    flags.data === undefined ? createSimulator(options) : await openSimulator({ ...options, data: flags.data })
  try {
    for (const [bot, address] of flags.connect.map((one) => pair('--connect', one, 'Echo=http://127.0.0.1:5002'))) {
      simulator.connect(/^\d+$/.test(bot) ? Number(bot) : bot, address)
    }
  } catch (error) {
    await simulator.close()
    throw error
  }
  return simulator
}

async function simulatorOptions(flags: SimulateFlags): Promise<SimulatorOptions> {
  const { featureLevel, dialect, seed, clock, fault, assume, deliverTo, allowHost, randomSeed } = flags
  // Two of what `/sim/assumptions` lists are options of their own.
  const { rateLimit, deliveryTimeout, ...assumptions } = Object.fromEntries(assume.map((one) => assumed(one)))
  return {
    ...(featureLevel !== undefined && { featureLevel }),
    ...(seed !== undefined && { organisation: await seedIn(seed) }),
    ...(randomSeed !== undefined && { randomSeed }),
    dialect,
    clock,
    faults: fault,
    assumptions,
    ...(rateLimit !== undefined && { rateLimit: rateLimit as RateLimit }),
    ...(deliveryTimeout !== undefined && { deliveryTimeout: Number(deliveryTimeout) }),
    deliverTo,
    controlHosts: allowHost,
  }
}

async function seedIn(path: string) {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The seed file ${path} cannot be read (${reason}); give the path of a YAML or JSON file.`)
  }
  return readSeed(text, { name: basename(path) })
}

/** A value is JSON, or a text where it is none. */
function assumed(given: string): [name: string, value: unknown] {
  const [name, value] = pair('--assume', given, 'messageLength=500')
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}

function pair(flag: string, given: string, example: string): [before: string, after: string] {
  const at = given.indexOf('=')
  if (at > 0 && at < given.length - 1) return [given.slice(0, at).trim(), given.slice(at + 1).trim()]
  throw new UsageError(`${flag} was given "${given}"; write it as ${flag} ${example}.`)
}

/** What `earshot simulate` was told. */
export interface SimulateFlags {
  readonly port: number
  readonly host: string
  readonly featureLevel?: number
  readonly dialect: 'svc' | 'zulip'
  readonly seed?: string
  readonly data?: string
  readonly clock: 'real' | 'frozen' | 'jump'
  readonly connect: readonly string[]
  readonly queue?: string
  readonly fault: readonly string[]
  readonly assume: readonly string[]
  readonly deliverTo: readonly string[]
  readonly allowHost: readonly string[]
  readonly randomSeed?: string
  readonly json?: true
}
