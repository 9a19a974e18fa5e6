import { type InProcessAnswer, type InProcessHandler, inProcess } from '../protocol/inProcess.js'
import type { Bots } from './bots.js'
import { notificationIn, type Received } from './notifications.js'
import type { ReceiverSettings } from './options.js'
import type { Receptionist } from './reception.js'
import { Refusal } from './refusal.js'
import { type Told, toldAnswer } from './told.js'

export interface InProcessOptions {
  readonly settings: ReceiverSettings
  readonly bots: Bots
  readonly receptionist: Receptionist
  /** Whether requests meet nothing but what the receiver itself does with them. */
  readonly isAlone: () => boolean
  /** What is said of a delivery that could not be taken, or of what a receiver does not foresee. */
  readonly refuse: (error: unknown) => Told
}

/**
 * Lets a server in this process hand notifications over without the web's Request and Response around them. What is to
 * be refused, counted or looked at by anybody goes the usual way, as if this one was not there.
 */
export function offerInProcess(fetch: object, options: InProcessOptions): void {
  Object.assign(fetch, { [inProcess]: createInProcess(options) })
}

function createInProcess({ settings, bots, receptionist, isAlone, refuse }: InProcessOptions): InProcessHandler {
  const { observer, clock, signal, maxBodyBytes } = settings
  if (observer?.request !== undefined) return () => undefined

  return ({ method, url, body, isAscii = false }) => {
    if (method !== 'POST' || body === undefined || !isRoot(url) || signal?.aborted || !isAlone()) return undefined
    // A text of ASCII has as many bytes as characters, and is what its bytes say.
    if (body.length > maxBodyBytes || (!isAscii && beyondAscii.test(body))) return undefined
    const arrived = clock.now()
    const received = readQuietly(body)
    return received && answer(received, arrived)
  }

  /** Undefined for what is to be refused, which the usual way does, in words. */
  function readQuietly(body: string): Received | undefined {
    try {
      return notificationIn(body, bots, settings)
    } catch {
      return undefined
    }
  }

  async function answer(received: Received, arrived: number): Promise<InProcessAnswer> {
    try {
      const settled = await receptionist.take(received, arrived).answer
      if (settled === 'full') throw new Refusal('QUEUE_FULL')
      if (settled === 'unavailable') throw new Refusal('QUEUE_UNAVAILABLE')
      return toldAnswer(settled)
    } catch (error) {
      return refuse(error)
    }
  }
}

/** Whether an absolute URL has no path but the root, and nothing behind it. */
function isRoot(url: string): boolean {
  return url.indexOf('/', url.indexOf('//') + 2) === url.length - 1
}

const beyondAscii = /[^\0-\x7f]/
