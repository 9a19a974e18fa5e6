/**
 * The SHA-256 digest of a text's UTF-8 bytes, in hexadecimal. Node, Bun and Deno compute it synchronously, so that a test's
 * clock can't advance meanwhile; elsewhere it is asynchronous.
 */
export async function sha256(text: string): Promise<string> {
  const { hash } = (globalThis as Platform).process?.getBuiltinModule?.('crypto') ?? {}
  if (hash !== undefined) return hash('sha256', text, 'hex')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: 'crypto'): { readonly hash?: Hash } | undefined }
}

type Hash = (algorithm: 'sha256', text: string, encoding: 'hex') => string
