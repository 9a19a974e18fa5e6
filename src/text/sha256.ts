/**
 * The SHA-256 digest of a text's UTF-8 bytes, in hexadecimal. Node, Bun and Deno answer at once, so that no time of a
 * test's clock goes by meanwhile; elsewhere the platform takes a turn.
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
