import type { HonoRequest } from 'hono/request'
import type { Notification, NotificationProblem } from '../protocol/index.js'
import { fromWire, readNotification } from '../protocol/lean.js'
import { readBody } from './body.js'
import type { Bots, RegisteredBot } from './bots.js'
import { type JsonLimits, readJsonObject } from './json.js'
import { Refusal } from './refusal.js'

/** A notification that may be acted on, and the bot that it is for. */
export interface Received {
  readonly bot: RegisteredBot
  readonly notification: Notification
  /** What was mistyped and is left out. */
  readonly warnings: readonly NotificationProblem[]
}

/** How much of a body is read. */
export interface BodyLimits extends JsonLimits {
  readonly maxBodyBytes: number
}

/**
 * Checks a request in the order size, JSON, bot, token, shape. Nothing else of the notification is read before its
 * token is known to be right.
 *
 * @throws {Refusal} for the first thing that is wrong.
 */
export async function receiveNotification(request: HonoRequest, bots: Bots, limits: BodyLimits): Promise<Received> {
  return notificationIn(await readBody(request, limits.maxBodyBytes), bots, limits)
}

/** Checks a body in the same order. @throws {Refusal} for the first thing that is wrong. */
export function notificationIn(body: string, bots: Bots, limits: JsonLimits): Received {
  const json = readJsonObject(body, limits)
  const email = textOf(json, 'bot_email')
  const token = textOf(json, 'token')
  const bot = bots.find(email, token)
  if (bot === undefined) throw new Refusal('UNAUTHORIZED', {}, email)
  const read = readNotification(fromWire(bot.dialect, json))
  if (read.ok) return { bot, notification: read.notification, warnings: read.warnings }
  const [first] = read.problems
  throw new Refusal('INVALID_NOTIFICATION', first ?? {})
}

function textOf(json: Readonly<Record<string, unknown>>, path: keyof Notification & string): string {
  const value = Object.hasOwn(json, path) ? json[path] : undefined
  if (typeof value === 'string') return value
  throw new Refusal('INVALID_NOTIFICATION', { path, problem: 'a string was expected' })
}
