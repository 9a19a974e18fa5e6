import type { Log } from '../bot/index.js'
import { createRepeat } from './repeatedSignal.js'

interface Closable {
  readonly close: () => Promise<void>
  readonly log: Log
}

const names = ['SIGINT', 'SIGTERM'] as const

/** What is to be closed before the process ends: there may be several servers, and it ends after the last. */
const open = new Set<Closable>()

/**
 * Closes a server, and then ends the process, when that is told to end. A second signal, unless it is npm's copy of the
 * same Ctrl-C, ends it at once.
 *
 * @returns A function to call when the server has been closed for another reason.
 */
export function closeOnSignals(close: () => Promise<void>, log: Log): () => void {
  const closable: Closable = { close, log }
  if (open.size === 0 && !isEnding) for (const name of names) process.on(name, told)
  open.add(closable)
  return () => {
    open.delete(closable)
    // While the process ends, a copy of the signal must still find somebody who knows it for one.
    if (open.size === 0 && !isEnding) stopListening()
  }
}

let isEnding = false
let repeat = createRepeat()

function told(signal: NodeJS.Signals): void {
  const which = repeat()
  if (which === 'first') closeAll(signal)
  if (which !== 'second') return
  stopListening()
  // As if nobody had listened, unless somebody else does.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
}

function closeAll(signal: NodeJS.Signals): void {
  isEnding = true
  const closing = [...open].map(({ close, log }) => {
    log.info({ signal }, 'Shutting down; waiting for running handlers')
    return close()
  })
  void Promise.allSettled(closing).then(() => {
    stopListening()
    // Whoever else listens for the signal decides when the process ends.
    if (process.listenerCount(signal) === 0) process.exit()
    isEnding = false
    repeat = createRepeat()
    // Opened meanwhile by whoever keeps the process: it is told of the next signal.
    if (open.size > 0) for (const name of names) process.on(name, told)
  })
}

function stopListening(): void {
  for (const name of names) process.off(name, told)
}
