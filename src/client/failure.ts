/**
 * Errors of the platform that come before the first byte of a request is sent. Anything else may have come after it.
 */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  // Bun's word.
  'ConnectionRefused',
])

/** System calls that end before the first byte of a request is sent. */
const opening: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Errors of the platform that say that its own patience ran out. */
const outOfPatience: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Why no answer came. */
export interface Failure {
  /** For people, without its stack. */
  readonly reason: string
  /** The request certainly never reached the server. */
  readonly unsent: boolean
  readonly timedOut: boolean
}

/** Reads what a transport threw. */
export function failureOf(error: unknown): Failure {
  const roots = rootsOf(error)
  return {
    reason: [...new Set(roots.map(words))].join('; '),
    unsent: roots.every((root) => beforeSending.has(field(root, 'code')) || opening.has(field(root, 'syscall'))),
    timedOut: roots.some((root) => outOfPatience.has(field(root, 'code'))),
  }
}

/** What lies at the bottom: `fetch` wraps the real error, and several addresses tried at once give several. */
function rootsOf(error: unknown, depth = 0): unknown[] {
  if (depth < 5 && error instanceof Error) {
    if (error instanceof AggregateError && error.errors.length > 0) {
      return error.errors.flatMap((inner) => rootsOf(inner, depth + 1))
    }
    if (error.cause instanceof Error) return rootsOf(error.cause, depth + 1)
  }
  return [error]
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || field(error, 'code') || error.name
}

function field(error: unknown, name: string): string {
  return typeof error === 'object' && error !== null ? String(Reflect.get(error, name) ?? '') : ''
}
