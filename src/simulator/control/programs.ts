import {
  type Dialect,
  type EncodedRequest,
  type Endpoint,
  type EndpointName,
  encodeRequest,
  endpointNamed,
  type Message,
  toWire,
  toWirePath,
} from '../../protocol/index.js'
import type { Delivery } from '../delivery/delivery.js'
import type { DeliveryRequest } from '../delivery/network.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'

/**
 * A delivery as a test of the bot: the same person sends the same message in the same place, and the bot must give the
 * same answer.
 */
export function deliveryAsTest(delivery: Delivery, realm: Realm): string {
  const { message } = delivery.notification
  const account = realm.account(delivery.bot.id)
  const { reading } = delivery
  const replies = reading?.kind === 'reply' ? quoted(reading.content) : ''
  const name = `answers ${message.sender_full_name} as in delivery ${delivery.id}`
  return `import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'
import { bot } from './bot.js'

it(${quoted(name)}, async () => {
  const chat = await testBot(bot, { account: ${quoted(account.fullName)} })
  const replies = await ${saying(message, account.id)}
  expect(replies.map((reply) => reply.content)).toEqual([${replies}])
  await chat.close()
})
`
}

function saying(message: Message, botId: number): string {
  const who = `chat.as(${quoted(message.sender_full_name)})`
  if (message.type === 'stream') {
    const { display_recipient: channel, subject: topic } = message
    return `${who}.say(${quoted(message.content)}, { channel: ${quoted(channel)}, topic: ${quoted(topic)} })`
  }
  const others = message.display_recipient.filter(({ id }) => id !== message.sender_id && id !== botId)
  if (others.length === 0) return `${who}.dm(${quoted(message.content)})`
  const names = others.map(({ full_name }) => full_name).join(', ')
  return `${who}.dm(${quoted(message.content)}) // in a conversation with ${names} too, which makes no difference here`
}

/** A call as a TypeScript program that uses the client. */
export function callAsProgram(
  { endpoint, parameters }: WrittenCall,
  { url, email }: { readonly url: string; readonly email: string },
): string {
  const written = Object.keys(parameters).length === 0 ? '' : literal(parameters)
  return `import { Client } from 'earshot/client'

const client = new Client({ site: ${quoted(url)}, email: ${quoted(email)}, apiKey: process.env.API_KEY ?? '' })
const answer = await client.${endpoint.name}(${written})
`
}

/** Data as a TypeScript literal. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  const fields = Object.entries(value).map(([name, one]) => `${nameIn(name)}: ${literal(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function nameIn(name: string): string {
  // Unquoted, it would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

export type CallEntry = Extract<JournalEntry, { kind: 'call' }>

/** A call of an endpoint, without the parameters that have their default. */
interface WrittenCall {
  readonly endpoint: Endpoint
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What was called; undefined for a request that led to no endpoint. */
export function writtenCall({ endpoint: name, parameters }: CallEntry): WrittenCall | undefined {
  if (name === undefined) return undefined
  const endpoint: Endpoint = endpointNamed(name as EndpointName)
  const given = Object.entries((parameters ?? {}) as Record<string, unknown>)
  const said = given.filter(([parameter, value]) => !isDefault(endpoint, parameter, value))
  return { endpoint, parameters: Object.fromEntries(said) }
}

/** The same as a request, in the server's dialect. */
export function requestOf({ endpoint, parameters }: WrittenCall, dialect: Dialect): EncodedRequest {
  const encoded = encodeRequest({ ...endpoint, path: toWirePath(dialect, endpoint.path) }, parameters)
  const inWords = (fields: EncodedRequest['form']) =>
    fields.map(([name, value]) => [Object.keys(toWire(dialect, { [name]: 0 }))[0] ?? name, value] as const)
  return { ...encoded, query: inWords(encoded.query), form: inWords(encoded.form) }
}

function isDefault({ params }: Endpoint, parameter: string, value: unknown): boolean {
  const { type, defaultValue } = (params[parameter]?._zod.def ?? {}) as { type?: string; defaultValue?: unknown }
  return type === 'default' && JSON.stringify(defaultValue) === JSON.stringify(value)
}

/** A delivery as a shell command. It has the real token, or the receiver would reject it. */
export function deliveryAsCurl({ method, url, headers, body }: DeliveryRequest): string {
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.has(name.toLowerCase()))
  return curlCommand(method, url, [
    ...sent.map(([name, value]) => ['-H', `${name}: ${value}`] as const),
    ...(body === undefined ? [] : [['--data-binary', body] as const]),
  ])
}

/** A curl command. Values are in single quotes, in which only the quote itself is special to a shell. */
export function curlCommand(
  method: string,
  url: string,
  options: readonly (readonly [option: string, value: string])[],
): string {
  const verb = method === 'GET' ? '-G' : method === 'HEAD' ? '-I' : `-X ${method}`
  const lines = options.map(([option, value]) => `  ${option} ${inShellQuotes(value)}`)
  return [`curl -sS ${verb} ${inShellQuotes(url)}`, ...lines].join(' \\\n')
}

function inShellQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Headers that curl adds itself. */
const curlsOwn: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding', 'accept'])
