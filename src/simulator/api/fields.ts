import { errors } from '../../protocol/index.js'
import { Refusal } from '../realm/refusal.js'

/**
 * Reads URL-encoded parameters; where a name comes twice, the last one counts. A broken percent-encoding stays as it is,
 * and bytes that are not UTF-8 become U+FFFD, as the server reads them.
 */
export function readFields(text: string): Map<string, string> {
  // A question mark that comes first would be left out.
  return new Map(new URLSearchParams(`&${text}`))
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
