import { endOfTurn } from '../../clock.js'

/**
 * Runs work while unhandled rejections and uncaught exceptions are collected instead of ending the process. `stray` returns
 * those since its last call.
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
      // Node reports them after the turn of the event loop in which they failed.
      await endOfTurn()
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
