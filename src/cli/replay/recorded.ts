import { type NotificationProblem, readNotification } from '../../protocol/index.js'
import { isRecording, readRecording } from '../../testing/record/recording.js'
import { isObject, parseJson } from '../../values.js'
import { UsageError } from '../shared/usageError.js'

export interface Recorded {
  readonly text: string
  /** The same, read; undefined when it is no JSON. */
  readonly json: unknown
}

/** A notification or a list of them, what a simulator's control API and journal give, or an HTTP archive. */
export function recordedIn(file: string, text: string): readonly Recorded[] {
  const found = (isRecording(text) ? readRecording(text, file).traffic : valuesIn(text)).flatMap((value, _, all) =>
    deliveriesIn(value, all.length === 1),
  )
  const [first] = found
  // A single notification is sent as it was written.
  if (first !== undefined && found.length === 1 && first.isWhole) return [{ text, json: first.json }]
  if (found.length > 0) return found
  throw new UsageError(
    `The file ${file} holds no delivery: ${text.trim() === '' ? 'it is empty' : 'nothing in it has the fields of one'}. ` +
      'Give a notification as the server posts it, or what /sim/deliveries of a simulator answers.',
  )
}

function valuesIn(text: string): readonly unknown[] {
  const whole = parseJson(text)
  if (whole !== undefined) return [whole]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parseJson)
  return lines.length > 1 && values.every((value) => value !== undefined) ? values : []
}

function deliveriesIn(value: unknown, isAlone: boolean): readonly (Recorded & { readonly isWhole?: boolean })[] {
  if (Array.isArray(value)) return value.flatMap((one) => deliveriesIn(one, false))
  if (!isObject(value)) return []
  const { deliveries, entries, log, request } = value
  for (const list of [deliveries, entries]) if (Array.isArray(list)) return deliveriesIn(list, false)
  if (isObject(log)) return deliveriesIn(log, false)
  const body = isObject(request) ? bodyOf(request) : undefined
  if (body !== undefined) return [{ text: body, json: parseJson(body) }]
  // A single value may be a notification with mistakes, which the check then finds.
  const isNotification = isAlone || ['message', 'bot_email', 'trigger'].every((field) => field in value)
  return isNotification ? [{ text: JSON.stringify(value), json: value, isWhole: isAlone }] : []
}

function bodyOf({ body, postData }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof body === 'string') return body
  return isObject(postData) && typeof postData.text === 'string' ? postData.text : undefined
}

interface Changes {
  /** The token to send; undefined leaves the recorded one. */
  readonly token: string | undefined
  /** An ID for the message, so that the bot does not take it for one that it has answered; undefined leaves it. */
  readonly messageId: number | undefined
}

export interface Prepared {
  readonly body: string
  readonly bot: string
  readonly messageId: number | undefined
  /** Wrong fields without which a receiver can't act, and so refuses the delivery. */
  readonly problems: readonly NotificationProblem[]
  /** Wrong fields that a receiver can do without. */
  readonly warnings: readonly NotificationProblem[]
}

/** Puts token and message ID into a delivery and holds it against the contract. */
export function prepared(recorded: Recorded, changes: Changes): Prepared {
  const { json, text } = recorded
  if (!isObject(json)) {
    const problem = { path: 'body', problem: json === undefined ? 'is no JSON' : 'is no object' }
    return { body: text, bot: 'nobody', messageId: undefined, problems: [problem], warnings: [] }
  }
  const changed = withChanges(json, changes)
  const read = readNotification(changed)
  const { message, bot_email: bot } = changed
  return {
    // What was not changed goes out as it was written.
    body: changed === json ? text : JSON.stringify(changed),
    bot: typeof bot === 'string' ? bot : 'nobody',
    messageId: isObject(message) && typeof message.id === 'number' ? message.id : undefined,
    problems: read.ok ? [] : read.problems,
    warnings: read.ok ? read.warnings : [],
  }
}

function withChanges(json: Readonly<Record<string, unknown>>, { token, messageId }: Changes) {
  const { message } = json
  const isNumbered = isObject(message) && typeof message.id === 'number'
  if (token === undefined && (messageId === undefined || !isNumbered)) return json
  return {
    ...json,
    ...(token !== undefined && { token }),
    ...(messageId !== undefined && isNumbered && { message: { ...message, id: messageId } }),
  }
}

/** Whether the token of a delivery was masked, as in what a simulator exports. */
export function isMasked({ json }: Recorded): boolean {
  return isObject(json) && typeof json.token === 'string' && /^\*+$/.test(json.token)
}
