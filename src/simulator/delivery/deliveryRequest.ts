import { isObject, percentDecoded } from '../../values.js'
import type { DeliveryRequest } from './network.js'

/**
 * The request that carries a notification, with the headers and JSON format of the server's HTTP library. Credentials in
 * the address become an `Authorization` header. There is no signature, time or delivery ID.
 */
export function requestFor(address: string, notification: unknown, agent: string): DeliveryRequest {
  const body = asciiJson(notification)
  return posted(address, body, body.length, agent, json)
}

/** The request with a given body. */
export function requestWith(address: string, body: string, agent: string, type = json): DeliveryRequest {
  // UTF-8 can't express half of a character.
  const sent = body.replaceAll(/\p{Cs}/gu, '\u{fffd}')
  return posted(address, sent, utf8.encode(sent).length, agent, type)
}

const json = 'application/json'

/** What Slack's format has besides the notification: IDs of the organisation and the bot, and the server's name. */
export interface SlackFacts {
  readonly team: number
  readonly host: string
  readonly bot: number
}

/** The request that carries a notification about a message in a channel as a form, like Slack's outgoing webhooks. */
export function slackRequest(
  address: string,
  { token, data, trigger, ...rest }: Readonly<Record<string, unknown>>,
  agent: string,
  { team, host, bot }: SlackFacts,
): DeliveryRequest {
  // Faults can remove fields.
  const message = isObject(rest.message) ? rest.message : {}
  const { timestamp, sender_id, sender_full_name, stream_id, display_recipient } = message
  const form = new URLSearchParams(
    Object.entries({
      ...{
        token,
        team_id: `T${team}`,
        team_domain: host,
        channel_id: `C${stream_id}`,
        channel_name: display_recipient,
      },
      ...{ thread_ts: timestamp, timestamp, user_id: `U${sender_id}`, user_name: sender_full_name },
      ...{ text: data, trigger_word: trigger, service_id: bot },
    }).map(([name, value]): [string, string] => [name, String(value)]),
  )
  // The two characters that the server's language encodes differently.
  const body = String(form).replaceAll('*', '%2A').replaceAll('%7E', '~')
  return requestWith(address, body, agent, 'application/x-www-form-urlencoded')
}

function posted(address: string, body: string, length: number, agent: string, type: string): DeliveryRequest {
  const headers: Record<string, string> = {
    'User-Agent': agent,
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
    'Content-Type': type,
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
