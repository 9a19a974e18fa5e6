import { fromWire, type Notification, type NotificationProblem, readNotification } from '../protocol/index.js'
import type { Bots, RegisteredBot } from './bots.js'
import { type JsonLimits, readJsonObject } from './http/json.js'
import { Refusal } from './http/refusal.js'

/** A valid notification and its bot. */
export interface Received {
  readonly bot: RegisteredBot
  readonly notification: Notification
  /** Mistyped fields, which were dropped. */
  readonly warnings: readonly NotificationProblem[]
}

/**
 * Checks a body in this order: UTF-8, size, JSON, bot, token, shape. Nothing but the bot and the token is read before the
 * token is known to be valid.
 *
 * @throws {Refusal} for the first problem.
 */
export function readReceived(body: Uint8Array, bots: Bots, limits: JsonLimits): Received {
  return notificationIn(textOf(body), bots, limits)
}

/** The same for a decoded body. @throws {Refusal} for the first problem. */
export function notificationIn(body: string, bots: Bots, limits: JsonLimits): Received {
  const json = readJsonObject(body, limits)
  const email = textAt(json, 'bot_email')
  const token = textAt(json, 'token')
  const bot = bots.find(email, token)
  if (bot === undefined) throw new Refusal('UNAUTHORIZED', {}, { bot: email, wrong: bots.has(email) ? 'token' : 'bot' })
  const read = readNotification(fromWire(bot.dialect, json, body))
  if (read.ok) {
    if (read.notification.message.id < 0) {
      throw new Refusal('INVALID_NOTIFICATION', { path: 'message.id', problem: 'it is negative' })
    }
    return { bot, notification: read.notification, warnings: read.warnings }
  }
  const [first] = read.problems
  throw new Refusal('INVALID_NOTIFICATION', first ?? {})
}

function textOf(body: Uint8Array): string {
  if (body.byteLength === 0) throw new Refusal('EMPTY_BODY')
  try {
    return strictUtf8.decode(body)
  } catch {
    throw new Refusal('INVALID_UTF8')
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function textAt(json: Readonly<Record<string, unknown>>, path: keyof Notification & string): string {
  const value = Object.hasOwn(json, path) ? json[path] : undefined
  if (typeof value === 'string') return value
  throw new Refusal('INVALID_NOTIFICATION', { path, problem: 'a string was expected' })
}
