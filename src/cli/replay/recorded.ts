import { isObject, parseJson } from '../../values.js'
import { UsageError } from '../shared/usageError.js'

/** A delivery as somebody recorded or wrote it. */
export interface Recorded {
  /** The body as it stands. */
  readonly text: string
  /** The same, read; undefined when it is no JSON. */
  readonly json: unknown
}

/**
 * The deliveries in a file: a notification alone or a list of them, what a simulator's control API and journal give
 * (`/sim/deliveries`, a journal as JSON lines), or an HTTP archive.
 *
 * @throws {UsageError} for a file without any.
 */
export function recordedIn(file: string, text: string): readonly Recorded[] {
  const found = valuesIn(text).flatMap((value, _, all) => deliveriesIn(value, all.length === 1))
  const [first] = found
  // A notification that stands alone goes out as it was written.
  if (first !== undefined && found.length === 1 && first.isWhole) return [{ text, json: first.json }]
  if (found.length > 0) return found
  throw new UsageError(
    `The file ${file} holds no delivery: ${text.trim() === '' ? 'it is empty' : 'nothing in it has the fields of one'}. ` +
      'Give a notification as the server posts it, or what /sim/deliveries of a simulator answers.',
  )
}

/** The file's value, or those of its lines; none when it is neither. */
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
  // Anything that stands alone may be a notification that was mistyped, and the check then says where.
  const isNotification = isAlone || ['message', 'bot_email', 'trigger'].every((field) => field in value)
  return isNotification ? [{ text: JSON.stringify(value), json: value, isWhole: isAlone }] : []
}

/** The body of a delivery's record, or of an archive's request. */
function bodyOf({ body, postData }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof body === 'string') return body
  return isObject(postData) && typeof postData.text === 'string' ? postData.text : undefined
}
