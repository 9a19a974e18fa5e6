import type { Log } from '../bot/index.js'

interface Closable {
  readonly close: () => Promise<void>
  readonly log: Log
}

const names = ['SIGINT', 'SIGTERM'] as const

/** What is to be closed before the process ends: there may be several servers, and it ends after the last. */
const open = new Set<Closable>()

/**
 * Closes a server, and then ends the process, when that is told to end. A second signal ends it at once.
 *
 * @returns A function to call when the server has been closed for another reason.
 */
export function closeOnSignals(close: () => Promise<void>, log: Log): () => void {
  const closable: Closable = { close, log }
  if (open.size === 0) for (const name of names) process.on(name, closeAll)
  open.add(closable)
  return () => {
    open.delete(closable)
    if (open.size === 0) stopListening()
  }
}

function closeAll(signal: NodeJS.Signals): void {
  stopListening()
  const closing = [...open].map(({ close, log }) => {
    log.info({ signal }, 'Told to end; waiting for what is under way')
    return close()
  })
  // Whoever else listens for the signal decides when the process ends.
  void Promise.allSettled(closing).then(() => process.listenerCount(signal) === 0 && process.exit())
}

function stopListening(): void {
  for (const name of names) process.off(name, closeAll)
}
