import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Fetch } from '../../client/exchange/transport.js'
import { pause, systemClock } from '../../clock.js'
import { serveHttp } from '../../node/http/serveHttp.js'
import { dialectIn } from '../../protocol/index.js'
import { createProxy } from '../../testing/record/proxy.js'
import { openRecorder } from '../../testing/record/recorder.js'
import { errorMessage, isObject } from '../../values.js'
import { botFile, loadBotModule } from '../botModule.js'
import type { Output } from '../shared/output.js'
import { fetchThroughProxy } from '../shared/proxiedFetch.js'
import { UsageError } from '../shared/usageError.js'
import { botFileFor } from '../test/bots.js'
import { makeTest } from './makeTest.js'

export interface RecordFlags {
  readonly site?: string
  readonly to: string
  readonly port: number
  readonly host: string
  readonly bot?: string
  readonly from?: string
  readonly json?: true
}

/** Records until a signal to end, then turns the recording into a transcript. */
export async function record(given: string | undefined, flags: RecordFlags, output: Output): Promise<number> {
  const { from } = flags
  const name = given ?? (from === undefined ? 'recording' : from.replace(/\.jsonl$/, ''))
  const bot = botFor(name, flags)
  // Fails before an hour is recorded, rather than after.
  if (bot !== undefined) await loadBotModule(bot)
  for (const ending of from === undefined ? ['jsonl', 'chat', 'yaml'] : ['chat', 'yaml']) {
    const file = `${name}.${ending}`
    if (existsSync(file)) throw new UsageError(`${file} already exists. Give another name, or move it away.`)
  }
  const file = from ?? (await recorded(`${name}.jsonl`, flags, output))
  return makeTest({ name, file, ...(bot !== undefined && { bot }) }, output)
}

/** The given bot file, or one beside the recording, if there is one. @throws {BotModuleError} */
function botFor(name: string, { bot }: RecordFlags): string | undefined {
  if (bot !== undefined) return botFile(bot)
  try {
    return botFileFor(resolve(`${name}.chat`), undefined)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

/** Records into a file until a signal comes. Returns the file. */
async function recorded(file: string, flags: RecordFlags, output: Output): Promise<string> {
  const { environment, endSignal, err } = output.terminal
  const site = webAddress(flags.site ?? environment.EARSHOT_SITE, "the server's address", '--site')
  const bot = webAddress(flags.to, "the bot's address", '--to')
  const stopped = endSignal()
  const fetch = fetchThroughProxy(environment)
  const { server, problem } = await askServer(site, fetch)
  const recorder = openRecorder(file, (error) =>
    output.note(`Recording into ${file} failed and stopped: ${errorMessage(error)}. Traffic is still passed on.`),
  )
  const app = createProxy({
    ...{ site, bot, recorder, clock: systemClock },
    fetch: async (request) => fetch(request.url, await initOf(request)),
    onTraffic: (says) => output.note(err.paint('faint', says)),
    onReach: (side, reason) => output.note(reason ?? `The ${side} can be reached again.`),
  })
  const { url, cut, drain } = await serveHttp((request) => app.fetch(request), flags.host, flags.port).catch(
    (error) => {
      recorder.close()
      rmSync(file)
      throw error
    },
  )
  try {
    recorder.write({
      kind: 'recording',
      version: 1,
      at: systemClock.now(),
      site,
      proxy: url,
      ...(server && { server }),
    })
    if (problem !== undefined) output.note(problem)
    const text = `Recording into ${file}, until Ctrl-C.
  Set ${url} as the address of the bot's account on ${site}, and as the site in the bot's credentials.
  Deliveries go on to the bot at ${bot}, calls to ${site}.
`
    if (output.json) output.note(text)
    else output.terminal.out.write(text)
    await stopped
    // The bot may be in a long poll for events.
    await Promise.race([drain(0), pause(systemClock, patience, undefined, { unref: true })])
  } finally {
    await cut()
    recorder.write({ kind: 'end', at: systemClock.now() })
    recorder.close()
  }
  return file
}

/** What a server tells about itself without credentials; `problem` says why it tells nothing. */
async function askServer(site: string, fetch: Fetch) {
  try {
    const response = await fetch(`${site}/api/v1/server_settings`, { signal: AbortSignal.timeout(settingsPatience) })
    const json: unknown = await response.json().catch(() => undefined)
    if (!isObject(json) || json.result !== 'success') {
      return {
        problem: `${site} answers, but not as a chat server (status ${response.status}). Is it the right address?`,
      }
    }
    const dialect = dialectIn(json)
    const level = [json.feature_level, json.zulip_feature_level, json.svc_feature_level].find(Number.isInteger)
    return {
      server: {
        ...(dialect !== undefined && { dialect: dialect.name }),
        ...(typeof level === 'number' && { level }),
        ...(typeof json.realm_name === 'string' && { organisation: json.realm_name }),
      },
    }
  } catch (error) {
    const reason = errorMessage(error instanceof Error ? (error.cause ?? error) : error)
    return { problem: `The server can't be reached at ${site}: ${reason}` }
  }
}

/** Milliseconds. */
const settingsPatience = 10_000

async function initOf(request: Request): Promise<RequestInit> {
  const { method, headers, redirect, signal } = request
  const body = await request.arrayBuffer()
  return { method, headers, redirect, signal, ...(body.byteLength > 0 && { body }) }
}

/** Milliseconds that running requests get at the end. */
const patience = 1_000

function webAddress(text: string | undefined, what: string, option: string): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '') return url.href.replace(/\/$/, '')
  const found = text === undefined ? 'is missing' : `${JSON.stringify(text)} is invalid`
  throw new UsageError(`${what.replace(/^t/, 'T')} ${found}. Give one such as http://127.0.0.1:5002 with ${option}.`)
}
