import type { DeliveryRequest } from './network.js'

/**
 * The request that carries a notification: the headers of the server's HTTP library and its way of writing JSON.
 * Credentials in the address become an `Authorization` header. There is no signature, no time and no delivery ID.
 *
 * @see spec 6.1
 */
export function requestFor(address: string, notification: unknown, agent: string): DeliveryRequest {
  const body = asciiJson(notification)
  return written(address, body, agent, body.length)
}

/** The request that carries a body as it is. */
export function requestWith(address: string, body: string, agent: string): DeliveryRequest {
  return written(address, body, agent, byteLength(body))
}

function written(address: string, body: string, agent: string, bytes: number): DeliveryRequest {
  const headers: Record<string, string> = {
    'User-Agent': agent,
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
    'Content-Type': 'application/json',
    'Content-Length': String(bytes),
  }
  if (!address.includes('@')) return { method: 'POST', url: address, headers, body }
  const url = new URL(address)
  const { username, password } = url
  if (username !== '' || password !== '') {
    headers.Authorization = `Basic ${base64(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`
    url.username = ''
    url.password = ''
  }
  return { method: 'POST', url: url.href, headers, body }
}

const utf8 = new TextEncoder()
const beyondAscii = /[^\0-\x7f]/

function byteLength(text: string): number {
  return beyondAscii.test(text) ? utf8.encode(text).length : text.length
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...utf8.encode(text)))
}

/**
 * JSON as the server writes it into a delivery: ASCII only, a space after each comma and colon. A receiver that counts
 * bytes or signs bodies sees here what it will see there. Takes data alone: nothing makes itself into something else.
 */
export function asciiJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return 'null'
  return Array.isArray(value) ? list(value) : object(value as Readonly<Record<string, unknown>>)
}

function object(fields: Readonly<Record<string, unknown>>): string {
  let json = ''
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) json += `${json === '' ? '{' : ', '}${beginning(name)}${asciiJson(value)}`
  }
  return json === '' ? '{}' : `${json}}`
}

function list(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[${items.map(asciiJson).join(', ')}]`
}

/** How a field begins. The same few names stand in every notification. */
function beginning(name: string): string {
  const known = beginnings.get(name)
  if (known !== undefined) return known
  const made = `${quoted(name)}: `
  if (beginnings.size < beginningsKept) beginnings.set(name, made)
  return made
}

const beginnings = new Map<string, string>()
const beginningsKept = 1_000

function quoted(text: string): string {
  if (!needsEscaping.test(text)) return `"${text}"`
  return JSON.stringify(text).replace(eachBeyondAscii, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Whether there is anything but printable ASCII, or a sign that ends or escapes. */
const needsEscaping = /[^ !#-[\]-~]/
const eachBeyondAscii = /[\u007f-\uffff]/g
