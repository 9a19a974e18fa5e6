import { asciiJson } from './asciiJson.js'
import type { Letter } from './network.js'

/**
 * The request that carries a notification: the headers of the server's HTTP library and its way of writing JSON.
 * Credentials in the address become an `Authorization` header. There is no signature, no time and no delivery ID.
 *
 * @see spec 6.1
 */
export function letterFor(address: string, notification: unknown, agent: string): Letter {
  const body = asciiJson(notification)
  return written(address, body, agent, body.length)
}

/** The request that carries a body as it is. */
export function letterWith(address: string, body: string, agent: string): Letter {
  return written(address, body, agent, byteLength(body))
}

function written(address: string, body: string, agent: string, bytes: number): Letter {
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
