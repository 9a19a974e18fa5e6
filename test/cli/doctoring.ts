import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot } from 'earshot'
import { serve } from 'earshot/node'
import { createSimulator, type SimulatorOptions } from 'earshot/simulator'
import { onTestFinished } from 'vitest'
import { type DoctorFlags, doctor } from '../../src/cli/doctor/doctor.js'
import { createOutput } from '../../src/cli/shared/output.js'
import { organisationOf } from '../../src/simulator/public/organisation.js'
import { type Ended, earshot, pretendTerminal } from './inProcess.js'

interface Line {
  readonly check: string
  readonly status: string
  readonly bot?: string
  readonly message: string
  readonly advice?: string
}

/** Runs `earshot doctor`. */
export const earshotDoctor = (args: readonly string[]): Promise<Ended> => earshot(['doctor', ...args])

/** The same as JSON: its lines by their check, and the exit code. */
export async function diagnosed(
  flags: DoctorFlags & { readonly file?: string },
  environment: Record<string, string> = {},
) {
  const { file, ...others } = flags
  const { terminal, printed } = pretendTerminal({ environment })
  const code = await doctor(file, others, createOutput(terminal, true))
  const { result, findings } = JSON.parse(printed.out) as { result: string; findings: readonly Line[] }
  return { code, result, findings, of: (check: string) => findings.filter((one) => one.check === check) }
}

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'earshot-doctor-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

export function file(text: string, name = 'earshotrc'): string {
  const path = join(folder(), name)
  writeFileSync(path, text)
  chmodSync(path, 0o600)
  return path
}

/** A simulated server with the bakery, the bot Echo as it is there, and its credentials file. */
export async function bakery(options: SimulatorOptions = {}) {
  const simulator = createSimulator(options)
  const { url } = await simulator.serve({ port: 0 })
  onTestFinished(() => simulator.close())
  const { users, bots } = organisationOf(simulator)
  const bot = (name: string) => found(bots.find((one) => one.full_name === name))
  const user = (name: string) => found(users.find((one) => one.full_name === name))
  const echo = bot('Echo')
  /** A credentials file; what is given replaces what is right. */
  const rc = (changes: Record<string, string | undefined> = {}) => {
    const right = { email: echo.email, key: echo.api_key, site: url, token: echo.token ?? '' }
    const options = Object.entries({ ...right, ...changes }).filter(([, value]) => value !== undefined)
    return file(`[api]\n${options.map(([option, value]) => `${option}=${value}\n`).join('')}`)
  }
  return { simulator, url, echo, bot, user, rc }
}

/** A bot that is served, which does nothing but note what reaches its handlers. */
export async function servedEcho(credentials: { site: string; email: string; apiKey: string; token: string }) {
  const handled: string[] = []
  const bot = new Bot()
  bot.onDirectMessage((ctx) => void handled.push(ctx.text))
  bot.onMention((ctx) => void handled.push(ctx.text))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const { url, close } = await serve(bot, {
    credentials,
    port: 0,
    handleSignals: false,
    environment: {},
    log,
    closeTimeout: 100,
  })
  onTestFinished(close)
  return { url, handled }
}

/** A server that answers as it is told, in place of a bot or of a chat server. */
export async function something(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address at which nothing listens. */
export async function nowhere(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

function found<One>(one: One | undefined): One {
  if (one === undefined) throw new Error('The bakery has nobody of that name.')
  return one
}
