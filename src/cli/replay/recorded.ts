import { type NotificationProblem, readNotification } from '../../protocol/index.js'
import { isRecording, readRecording } from '../../testing/record/recording.js'
import { isObject, parseJson } from '../../values.js'
import { UsageError } from '../shared/usageError.js'

export interface Recorded {
  readonly text: string
  /** The parsed text; undefined if it isn't JSON. */
  readonly json: unknown
}

/** Reads a notification or a list of them, a simulator's deliveries or journal, or an HTTP archive. */
export function recordedIn(file: string, text: string): readonly Recorded[] {
  const found = (isRecording(text) ? readRecording(text, file).traffic : valuesIn(text)).flatMap((value, _, all) =>
    deliveriesIn(value, all.length === 1),
  )
  const [first] = found
  // A single notification is sent unchanged.
  if (first !== undefined && found.length === 1 && first.isWhole) return [{ text, json: first.json }]
  if (found.length > 0) return found
  throw new UsageError(
    `The file ${file} holds no delivery: ${text.trim() === '' ? 'it is empty' : 'nothing in it has the fields of one'}. ` +
      'Give a notification as the server posts it, or a response of /sim/deliveries of a simulator.',
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
  // A single value may be an invalid notification; the check then reports what is wrong.
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
  /** A new message ID, so that the bot doesn't treat it as a duplicate; undefined leaves the recorded one. */
  readonly messageId: number | undefined
}

export interface Prepared {
  readonly body: string
  readonly bot: string
  readonly messageId: number | undefined
  /** Invalid fields that make a receiver reject the delivery. */
  readonly problems: readonly NotificationProblem[]
  /** Invalid fields that a receiver ignores. */
  readonly warnings: readonly NotificationProblem[]
}

/** Sets the token and message ID of a delivery, and checks it against the contract. */
export function prepared(recorded: Recorded, changes: Changes): Prepared {
  const { json, text } = recorded
  if (!isObject(json)) {
    const problem = { path: 'body', problem: json === undefined ? 'is not JSON' : 'is not an object' }
    return { body: text, bot: 'nobody', messageId: undefined, problems: [problem], warnings: [] }
  }
  const changed = withChanges(json, changes)
  const read = readNotification(changed)
  const { message, bot_email: bot } = changed
  return {
    // An unchanged delivery is sent byte for byte.
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

/** Whether the delivery's token is masked, as in a simulator's exports. */
export function isMasked({ json }: Recorded): boolean {
  return isObject(json) && typeof json.token === 'string' && /^\*+$/.test(json.token)
}
