import { createRepeat } from '../../node/shutdownSignals.js'

/** The signal by which the process is told to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first signal to end. A second one, unless it is npm's copy of the same Ctrl-C, ends the process at
 * once.
 */
export function endSignal(): Promise<EndSignal> {
  return new Promise((resolve) => {
    const repeat = createRepeat()
    const told = (signal: EndSignal) => {
      const which = repeat()
      if (which === 'first') resolve(signal)
      else if (which === 'second') process.exit(130)
    }
    for (const name of names) process.on(name, told)
  })
}
