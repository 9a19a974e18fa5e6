/**
 * Tells a second signal to end from npm's copy of the first: Ctrl-C reaches npm and its child from the terminal, and npm
 * passes it on once more.
 */
export function createRepeat(now: () => number = Date.now): () => 'first' | 'copy' | 'second' {
  let first: number | undefined
  return () => {
    if (first === undefined) {
      first = now()
      return 'first'
    }
    return now() - first > copiedWithin ? 'second' : 'copy'
  }
}

/** Milliseconds within which npm passes on to its child what the terminal has sent to both. */
const copiedWithin = 500
