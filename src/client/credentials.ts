export type Secrets = ReturnType<typeof secretsOf>

/** Characters. The keys and tokens that servers make are longer. */
const shortestSecret = 16

/** What is wrong with the length of an API key or a token; undefined when nothing is. */
export function tooShort(secret: string): string | undefined {
  return secret.length < shortestSecret ? `fewer than ${shortestSecret} characters, which can be guessed` : undefined
}

/** What the client proves itself with. Only headers may carry it. */
export function secretsOf(email: string, apiKey: string) {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const secrets = [...new Set([encoded, apiKey, encodeURIComponent(apiKey)])]
  return {
    /** Value of the `authorization` header. @see spec 5.1 */
    authorization: `Basic ${encoded}`,
    /** Masks the secrets in text from outside, before it gets into an error. */
    mask: (text: string) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text),
    areIn: (thing: unknown) => anyText(thing, (text) => secrets.some((secret) => text.includes(secret))),
  }
}

/** Objects that are searched; a value with more counts as a match. */
const tooMany = 500

/** Whether this holds for any string in a value, at any depth: an error's cause counts too. */
function anyText(thing: unknown, holds: (text: string) => boolean, seen: Set<unknown> = new Set()): boolean {
  if (typeof thing === 'string') return holds(thing)
  if (typeof thing !== 'object' || thing === null || seen.has(thing)) return false
  seen.add(thing)
  if (seen.size > tooMany || ArrayBuffer.isView(thing)) return true
  return Reflect.ownKeys(thing).some((key) => anyText(valueIn(thing, key), holds, seen))
}

function valueIn(thing: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(thing, key)
  } catch {
    return undefined
  }
}
