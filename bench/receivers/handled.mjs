import { setTimeout } from 'node:timers/promises'

/** Waits until so many deliveries have been handled. */
export async function handledTo(total, handled) {
  const end = performance.now() + 600_000
  while ((await handled()) < total) {
    if (performance.now() > end) throw new Error(`Only ${await handled()} of ${total} were handled within ten minutes.`)
    await setTimeout(5)
  }
}
