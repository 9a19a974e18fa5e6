import type { Log } from '../bot/index.js'

interface Closable {
  readonly close: () => Promise<void>
  readonly log: Log
}

const names = ['SIGINT', 'SIGTERM'] as const

const open = new Set<Closable>()

/**
 * Closes a server on SIGINT or SIGTERM, then ends the process. A second signal, unless it is npm's copy of the same Ctrl-C,
 * ends it at once.
 * @returns A function to call when the server was closed in another way.
 */
export function closeOnSignals(close: () => Promise<void>, log: Log): () => void {
  const closable: Closable = { close, log }
  if (open.size === 0 && !isEnding) for (const name of names) process.on(name, onSignal)
  open.add(closable)
  return () => {
    open.delete(closable)
    // During shutdown npm's copy of the signal must still be caught.
    if (open.size === 0 && !isEnding) stopListening()
  }
}

let isEnding = false
let repeat = createRepeat()

function onSignal(signal: NodeJS.Signals): void {
  const which = repeat()
  if (which === 'first') closeAll(signal)
  if (which !== 'second') return
  stopListening()
  // Nobody else listens: let the default action end the process, after this turn's lines of the log are written.
  if (process.listenerCount(signal) === 0) setImmediate(() => process.kill(process.pid, signal))
}

function closeAll(signal: NodeJS.Signals): void {
  isEnding = true
  const closing = [...open].map(({ close, log }) => {
    log.info({ signal }, 'Shutting down; waiting for running handlers')
    return close()
  })
  void Promise.allSettled(closing).then(() => {
    stopListening()
    // Other listeners decide themselves when the process ends.
    if (process.listenerCount(signal) === 0) process.exit()
    isEnding = false
    repeat = createRepeat()
    // Servers that were opened meanwhile.
    if (open.size > 0) for (const name of names) process.on(name, onSignal)
  })
}

function stopListening(): void {
  for (const name of names) process.off(name, onSignal)
}

/**
 * Distinguishes a second signal from npm's copy of the first: Ctrl-C reaches npm and its child from the terminal, and npm
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

/** Milliseconds within which npm's copy arrives. */
const copiedWithin = 500
