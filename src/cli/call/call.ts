import { readFile } from 'node:fs/promises'
import type { Endpoint, EndpointName, Params } from '../../protocol/index.js'
import { type Connection, clientFor, connect } from '../shared/connection.js'
import { exitCodes } from '../shared/exitCodes.js'
import type { Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'
import { anonymously } from './anonymously.js'
import { callNamed } from './callNamed.js'
import { describeEndpoint } from './describe.js'
import { dryRun, requestText } from './dryRun.js'
import { endpointCalled } from './endpointName.js'
import type { CallFlags } from './flags.js'
import { endpointList, endpointRows } from './list.js'
import { readParameters } from './parameters.js'
import { readable } from './readable.js'
import { answerTable } from './table.js'
import { deleteWholeTopic } from './wholeTopic.js'

/** Calls any endpoint and prints its answer; or lists the endpoints, or describes one. */
export async function call(
  name: string | undefined,
  typed: readonly string[],
  flags: CallFlags,
  output: Output,
): Promise<number> {
  if (flags.list === true) {
    output.result(endpointRows(), endpointList)
    return exitCodes.worked
  }
  if (name === undefined) throw new UsageError('No endpoint was named. See them all: earshot call --list')
  const endpoint = endpointCalled(name)
  if (flags.help === true) {
    output.terminal.out.write(describeEndpoint(endpoint, output.terminal.out.paint))
    return exitCodes.worked
  }
  if (flags.json === true && flags.table === true) {
    throw new UsageError('The answer is wanted both as JSON and as a table. Leave --json or --table away.')
  }
  const params = await readParameters(endpoint, typed, (path) =>
    path === '-' ? output.terminal.read() : readFile(path),
  )
  const connection = anonymously(endpoint, flags, output) ?? (await connect(flags, output))
  if (flags.dryRun === true) {
    const request = await dryRun(connection, endpoint.name, params)
    output.result(request, () => requestText(request))
    return exitCodes.worked
  }
  print(await answered(endpoint, params, connection, flags, output), flags, output)
  return exitCodes.worked
}

async function answered(
  { name }: Endpoint & { readonly name: EndpointName },
  params: Readonly<Record<string, unknown>>,
  connection: Connection,
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

function print(answer: Readonly<Record<string, unknown>>, { table }: CallFlags, output: Output): void {
  const { columns } = output.terminal.out
  output.result(answer, (paint) => (table === true ? answerTable(answer, { columns, paint }) : readable(answer)))
}
