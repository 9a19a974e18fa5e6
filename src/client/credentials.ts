/** What the client proves itself with. Only headers may carry it. */
export interface Secrets {
  /** Value of the `authorization` header. @see spec 5.1 */
  readonly authorization: string
  /** Takes the secrets out of a text that came from outside, before it gets into an error. */
  mask(text: string): string
  /** Whether a secret is anywhere in a thing that came from outside. */
  areIn(thing: unknown): boolean
}

/** Characters. The keys and tokens that servers make are longer. */
const shortestSecret = 16

/** What is wrong with the length of an API key or a token; undefined when nothing is. */
export function tooShort(secret: string): string | undefined {
  return secret.length < shortestSecret ? `fewer than ${shortestSecret} characters, which can be guessed` : undefined
}

/** Basic authentication, with the address and the key as UTF-8. */
export function secretsOf(email: string, apiKey: string): Secrets {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const secrets = [...new Set([encoded, apiKey, encodeURIComponent(apiKey)])]
  return {
    authorization: `Basic ${encoded}`,
    mask: (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text),
    areIn: (thing) => anyText(thing, (text) => secrets.some((secret) => text.includes(secret))),
  }
}

/** How deeply values are searched; anything deeper counts as a match. */
const tooMany = 500

/** Whether this holds for any text in a thing, those that are not shown at once among them, such as an error's cause. */
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
