import type { Log } from '../bot/index.js'

const names = ['SIGINT', 'SIGTERM'] as const

/**
 * Drains and ends the process when it is told to end. A second signal ends it at once.
 *
 * @returns A function that stops listening.
 */
export function closeOnSignals(close: () => Promise<void>, log: Log): () => void {
  const stop = () => {
    for (const name of names) process.off(name, onSignal)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    stop()
    log.info({ signal }, 'Told to end; waiting for what is under way')
    // Whoever else listens for the signal decides when the process ends.
    void close().finally(() => process.listenerCount(signal) === 0 && process.exit())
  }
  for (const name of names) process.on(name, onSignal)
  return stop
}
