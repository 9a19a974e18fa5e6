/** What the client proves itself with. Only headers may carry it. */
export interface Secrets {
  /** Value of the `authorization` header. @see spec 5.1 */
  readonly authorization: string
  /** Takes the secrets out of a text that came from outside, before it gets into an error. */
  mask(text: string): string
}

/** Basic authentication, with the address and the key as UTF-8. */
export function secretsOf(email: string, apiKey: string): Secrets {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const secrets = [...new Set([encoded, apiKey, encodeURIComponent(apiKey)])]
  return {
    authorization: `Basic ${encoded}`,
    mask: (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text),
  }
}
