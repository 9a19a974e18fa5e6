import { percentDecoded } from '../../values.js'
import type { DeliveryRequest } from './network.js'

/**
 * The request that carries a notification, with the headers and JSON format of the server's HTTP library. Credentials in
 * the address become an `Authorization` header. There is no signature, time or delivery ID.
 */
export function requestFor(address: string, notification: unknown, agent: string): DeliveryRequest {
  const body = asciiJson(notification)
  return posted(address, body, body.length, agent)
}

/** The request with a given body. */
export function requestWith(address: string, body: string, agent: string): DeliveryRequest {
  // UTF-8 can't express half of a character.
  const sent = body.replaceAll(/\p{Cs}/gu, '\u{fffd}')
  return posted(address, sent, utf8.encode(sent).length, agent)
}

function posted(address: string, body: string, length: number, agent: string): DeliveryRequest {
  const headers: Record<string, string> = {
    'User-Agent': agent,
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
    'Content-Type': 'application/json',
    'Content-Length': String(length),
  }
  if (!address.includes('@')) return { method: 'POST', url: address, headers, body }
  const url = new URL(address)
  const { username, password } = url
  if (username !== '' || password !== '') {
    headers.Authorization = `Basic ${base64(`${unquoted(username)}:${unquoted(password)}`)}`
    url.username = ''
    url.password = ''
  }
  return { method: 'POST', url: url.href, headers, body }
}

/** An invalid percent-encoding stays as it is. */
const unquoted = (text: string) => percentDecoded(text) ?? text

const utf8 = new TextEncoder()

function base64(text: string): string {
  return btoa(String.fromCharCode(...utf8.encode(text)))
}

/**
 * JSON as the server formats it in a delivery: ASCII only, a space after each comma and colon. So a receiver that counts
 * bytes or signs bodies gets the same bytes here.
 */
export function asciiJson(value: unknown): string {
  // Line breaks inside strings are escaped, so those found here are between values.
  const oneLine = JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')
  return oneLine.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
