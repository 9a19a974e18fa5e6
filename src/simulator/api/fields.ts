import { errors } from '../../protocol/index.js'
import { Refusal } from '../realm/refusal.js'

/**
 * Reads URL-encoded parameters; where a name comes twice, the last one counts.
 *
 * @throws {Refusal} when the percent-encoding is broken or the text is not UTF-8
 */
export function readFields(text: string, place: 'query' | 'form body'): Map<string, string> {
  const fields = new Map<string, string>()
  if (text === '') return fields
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals), place)
    fields.set(name, equals < 0 ? '' : decoded(pair.slice(equals + 1), place))
  }
  return fields
}

/** The text of a form's bytes. @throws {Refusal} when they are not UTF-8 */
export function formText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('the form body is not UTF-8')
  }
}

/** Reads a multipart form. @throws {Refusal} when it is not one */
export async function readMultipart(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ readonly fields: Map<string, string>; readonly files: Blob[] }> {
  const fields = new Map<string, string>()
  const files: Blob[] = []
  let form: FormData
  try {
    form = await new Response(Uint8Array.from(bytes), { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    throw malformed('the body is not the multipart form that Content-Type announces')
  }
  form.forEach((value, name) => {
    if (typeof value === 'string') fields.set(name, value)
    else files.push(value)
  })
  return { fields, files }
}

/** A request that cannot be read. */
export function malformed(reason: string): Refusal {
  return new Refusal(errors.malformedRequest, { reason })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(text: string, place: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw malformed(`the ${place} has a broken percent-encoding, or one that is not UTF-8`)
  }
}
