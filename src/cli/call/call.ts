import { readFile } from 'node:fs/promises'
import { callNamed } from '../../client/callNamed.js'
import { wholeTopics } from '../../client/deleteWholeTopic.js'
import {
  type CallOptions,
  type Client,
  systemClock,
  type TopicDeletion,
  type Transport,
  type WireRequest,
} from '../../client/index.js'
import {
  type Endpoint,
  type EndpointName,
  endpointNamed,
  endpoints,
  newestFeatureLevel,
  type Params,
  summaryOf,
} from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { listInWords } from '../../values.js'
import type { ConnectionFlags } from '../shared/command.js'
import { clientFor, connect, type ServerConnection } from '../shared/connection.js'
import { exitCodes } from '../shared/failure.js'
import { hanging } from '../shared/layout.js'
import type { Output } from '../shared/output.js'
import { progressOn } from '../shared/progress.js'
import type { Side } from '../shared/terminal.js'
import { UsageError } from '../shared/usageError.js'
import { describeEndpoint } from './describe.js'
import { readTypedParameters } from './parameters.js'
import { readable, responseTable } from './table.js'

export async function call(
  given: string | undefined,
  parameters: readonly string[],
  flags: CallFlags,
  output: Output,
): Promise<number> {
  const { name, typed, chosen } = argumentsOf(given, parameters, flags.table)
  if (flags.list === true) {
    output.result(endpointRows(), () => endpointList(output.terminal.out))
    return exitCodes.worked
  }
  if (name === undefined) throw new UsageError('The endpoint is missing. See them all: earshot call --list')
  const endpoint = endpointCalled(name)
  if (flags.help === true) {
    output.terminal.out.write(describeEndpoint(endpoint, output.terminal.out))
    return exitCodes.worked
  }
  if (flags.json === true && flags.table !== undefined) {
    throw new UsageError("--json and --table can't be combined. Drop one of them.")
  }
  const params = await readTypedParameters(endpoint, typed, (path) =>
    path === '-' ? output.terminal.read() : readFile(path),
  )
  const connection = anonymously(endpoint, flags, output) ?? (await connect(flags, output))
  if (flags.dryRun === true) {
    const request = await dryRun(connection, endpoint.name, params)
    output.result(request, () => requestText(request))
    return exitCodes.worked
  }
  const answer = await answered(endpoint, params, connection, flags, output)
  const { columns } = output.terminal.out
  const { note } = output
  output.result(answer, (paint) =>
    flags.table === undefined ? readable(answer) : responseTable(answer, { columns, paint, chosen, note }),
  )
  return exitCodes.worked
}

interface CallArguments {
  readonly name: string | undefined
  readonly typed: readonly string[]
  /** The columns of the table. (default: all) */
  readonly chosen?: readonly string[]
}

/** The columns are optional, so what follows `--table` may be the endpoint or a parameter instead. */
function argumentsOf(
  name: string | undefined,
  typed: readonly string[],
  table: true | string | undefined,
): CallArguments {
  if (typeof table !== 'string') return { name, typed }
  if (table.includes('=')) return { name, typed: [table, ...typed] }
  if (names.some((one) => one === table)) return { name: table, typed: name === undefined ? typed : [name, ...typed] }
  return { name, typed, chosen: table.split(',').map((column) => column.trim()) }
}

async function answered(
  { name }: Endpoint & { readonly name: EndpointName },
  params: Readonly<Record<string, unknown>>,
  connection: ServerConnection,
  { timeout }: CallFlags,
  output: Output,
): Promise<Readonly<Record<string, unknown>>> {
  const client = clientFor(connection, {
    onIgnored: (_, parameters) => output.note(`The server ignored ${parameters.join(', ')}.`),
  })
  const options = timeout === undefined ? {} : { timeout }
  try {
    if (name !== 'streams.deleteTopic') return await callNamed(client, name, params, options)
    return await deleteWholeTopic(client, params as Params<'streams.deleteTopic'>, options, output)
  } finally {
    await client.close()
  }
}

/** A public endpoint needs no account if only `--site` is given. */
function anonymously(
  { access }: Endpoint,
  { site, config, section, simulator, as }: ConnectionFlags,
  { terminal }: Output,
): ServerConnection | undefined {
  const isAlone = [config, section, simulator, as].every((flag) => flag === undefined)
  if (access !== 'public' || site === undefined || !isAlone) return undefined
  if (terminal.environment.EARSHOT_EMAIL !== undefined) return undefined
  // A client needs an account, but calls of public endpoints don't send it.
  const connections = { environment: terminal.environment }
  return { site, email: 'nobody', apiKey: 'none'.repeat(4), allowInsecure: true, connections }
}

const names: readonly EndpointName[] = endpoints.map(({ name }) => name)

export function endpointCalled(written: string): Endpoint & { readonly name: EndpointName } {
  const name = names.find((one) => one === written)
  if (name !== undefined) return { ...endpointNamed(name), name }
  const meant = suggestionsFor(written)
  const advice = meant.length === 0 ? 'See them all: earshot call --list' : `Did you mean ${listInWords(meant, 'or')}?`
  throw new UsageError(`No endpoint is called "${written}". ${advice}`)
}

function suggestionsFor(written: string): readonly string[] {
  const wanted = written.toLowerCase().replaceAll(/[^a-z.]/g, '')
  if (wanted === '') return []
  const near = nearest(wanted, names)
  const guesses: readonly ((name: string) => boolean)[] = [
    (name) => name.toLowerCase() === wanted,
    (name) => name.split('.').some((part) => part.toLowerCase() === wanted),
    (name) => name === near,
    (name) => name.split('.')[1]?.toLowerCase() === wanted.split('.').at(-1),
    (name) => name.split('.')[0]?.toLowerCase() === wanted.split('.')[0],
    (name) => name.toLowerCase().includes(wanted),
  ]
  const hits = guesses.map((guess) => names.filter(guess)).find((found) => found.length > 0)
  return (hits ?? []).slice(0, 12)
}

/** A request as it would be sent, its credentials masked. */
interface DryRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The form as text; for a file only its length. */
  readonly body?: string
}

/** The request that a call would send to a server of the newest level. Nothing is sent, not even to look up level and dialect. */
async function dryRun(
  connection: ServerConnection,
  name: EndpointName,
  params: Readonly<Record<string, unknown>>,
): Promise<DryRequest> {
  let caught: WireRequest | undefined
  const transport: Transport = {
    send: (request) => {
      caught = request
      return Promise.reject(new Error('Nothing is sent in a dry run.'))
    },
  }
  const client = clientFor(
    { dialect: 'svc', ...connection },
    { transport, featureLevel: newestFeatureLevel, retry: { attempts: 1 } },
  )
  try {
    await callNamed(client, name, params, {})
  } catch (error) {
    if (caught === undefined) throw error
  }
  if (caught === undefined) throw new TypeError(`${name} would send nothing.`)
  const { method, origin, path, headers, body } = caught
  return {
    method,
    url: origin + path,
    headers: headers.authorization === undefined ? headers : { ...headers, authorization: 'Basic ***' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : `(${body.length} bytes)` }),
  }
}

function requestText({ method, url, headers, body }: DryRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body]), ''].join('\n')
}

export function endpointList({ paint, columns }: Pick<Side, 'paint' | 'columns'>): string {
  const rows = byName()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, deprecated }) => {
    const note = deprecated === undefined ? '' : paint('warning', ' (deprecated)')
    return `${paint('name', name)}${' '.repeat(width - name.length)}  ${hanging(summaryOf({ name }) + note, width + 2, columns)}`
  })
  return `${lines.join('\n')}\n`
}

function byName(): readonly Endpoint[] {
  return [...endpoints].sort((one, other) => one.name.localeCompare(other.name))
}

function endpointRows() {
  return byName().map(({ name, method, path, access, params }) => ({
    name,
    method,
    path,
    summary: summaryOf({ name }),
    access,
    parameters: Object.keys(params),
  }))
}

export interface CallFlags extends ConnectionFlags {
  readonly list?: true
  readonly help?: true
  readonly json?: true
  readonly table?: true | string
  readonly dryRun?: true
  /** Milliseconds. */
  readonly timeout?: number
}

async function deleteWholeTopic(
  client: Client,
  params: Params<'streams.deleteTopic'>,
  options: CallOptions,
  output: Output,
): Promise<Readonly<Record<string, unknown>>> {
  let answer: Readonly<Record<string, unknown>> = {}
  const deleteTopic: Client['streams']['deleteTopic'] = async (...call) => {
    const read = await client.streams.deleteTopic(...call)
    answer = { ...read }
    return read
  }
  const progress = progressOn(output.terminal, { every: 0 })
  try {
    await wholeTopics({ ...client.streams, deleteTopic }, systemClock).deleteWholeTopic(params, {
      ...options,
      onProgress: (state) => progress.show(progressLine(state)),
    })
  } finally {
    progress.end()
  }
  return answer
}

function progressLine({ requests, elapsed, complete }: TopicDeletion): string {
  const count = requests === 1 ? '1 request' : `${requests} requests`
  return `${count}, ${(elapsed / 1000).toFixed(1)} s: ${complete ? 'all messages are deleted' : 'messages are left'}`
}
