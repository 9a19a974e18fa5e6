/**
 * The text of an answer, decoded like the server's HTTP library: by the charset in `Content-Type`; without one, `text/*` is
 * Latin-1 and anything else UTF-8. So send `application/json; charset=utf-8`.
 */
export function answerText(body: Uint8Array, contentType: string): string {
  const charset = charsetOf(contentType)
  return latin1.has(charset) ? latin1Text(body) : decoderFor(charset).decode(body)
}

const latin1: ReadonlySet<string> = new Set(['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin-1', 'latin1', 'l1'])

function charsetOf(contentType: string): string {
  const named = /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1]
  if (named !== undefined) return named.toLowerCase()
  return /^\s*text\//i.test(contentType) ? 'iso-8859-1' : 'utf-8'
}

/** A byte order mark is kept, and makes JSON invalid. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function decoderFor(charset: string): Pick<typeof utf8, 'decode'> {
  if (charset === 'utf-8') return utf8
  try {
    return new TextDecoder(charset, { ignoreBOM: true })
  } catch {
    return utf8
  }
}

/** Without TextDecoder, which reads Latin-1 as Windows-1252. */
function latin1Text(body: Uint8Array): string {
  let text = ''
  for (let at = 0; at < body.length; at += chunk) text += String.fromCharCode(...body.subarray(at, at + chunk))
  return text
}

const chunk = 8192
