/** The signal by which the process is told to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first signal to end. A second one, unless it is npm's copy of the same Ctrl-C, ends the process at
 * once.
 */
export function endSignal(): Promise<EndSignal> {
  return new Promise((resolve) => {
    let first: number | undefined
    const told = (signal: EndSignal) => {
      if (first === undefined) {
        first = Date.now()
        resolve(signal)
      } else if (Date.now() - first > copiedWithin) process.exit(130)
    }
    for (const name of names) process.on(name, told)
  })
}

/** Milliseconds within which npm passes on to its child what the terminal has sent to both. */
const copiedWithin = 500
