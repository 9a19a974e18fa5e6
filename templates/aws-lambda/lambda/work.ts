import type { Context } from 'aws-lambda'
import { createWorker } from 'earshot/queue'
import { withBots } from './withBots.js'

/**
 * Works on what is in the queue until there is nothing more, and does what is due without a message. It is called for each
 * delivery, and once a minute for what could not be dealt with at first.
 */
export async function handler(_: unknown, { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>) {
  const stopping = new AbortController()
  const timeLeft = getRemainingTimeInMillis()
  await withBots(async (bots) => {
    const worker = createWorker({ ...bots, signal: stopping.signal })
    const working = worker.start()
    const [enough, late] = [after(timeLeft / 2), after(timeLeft - lastSeconds)]
    // What takes longer goes back into the queue unharmed, for whoever is called next.
    late.then(() => stopping.abort(new DOMException('The time of the function is up.', 'TimeoutError')))
    await Promise.race([worker.idle(), enough])
    await working.stop()
  })
}

/** Milliseconds in which handlers hear that their time is up, and the queue that they were stopped. */
const lastSeconds = 10_000

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
