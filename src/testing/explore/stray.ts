/**
 * Does something while promises that fail and that nobody waits for, and errors thrown in timers, are collected rather
 * than end the process. `stray` gives those since it was asked last.
 */
export async function caught<Result>(
  work: (stray: () => Promise<readonly unknown[]>) => Promise<Result>,
): Promise<Result> {
  let found: unknown[] = []
  const collect = (error: unknown) => {
    found.push(error)
  }
  const before = kinds.map((kind) => [kind, process.rawListeners(kind)] as const)
  for (const kind of kinds) process.removeAllListeners(kind).on(kind, collect)
  try {
    return await work(async () => {
      // Node tells of them after the turn of the event loop in which they failed.
      await new Promise((resolve) => realImmediate(resolve))
      const all = found
      found = []
      return all
    })
  } finally {
    for (const [kind, listeners] of before) {
      process.removeAllListeners(kind)
      for (const listener of listeners) process.on(kind, listener as () => void)
    }
  }
}

const kinds = ['unhandledRejection', 'uncaughtException'] as const

// Kept from the start, since tests replace the platform's timers.
const { setImmediate: realImmediate } = globalThis
