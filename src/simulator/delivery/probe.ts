import { disallowedNetworkStatus } from '../../protocol/index.js'
import { inParts } from '../bytes.js'
import type { Connection } from './network.js'

/** Whether something answers at a bot's address, and what to do if not. */
export interface Probed {
  readonly answers: boolean
  readonly says: string
}

/** Milliseconds to wait for the bot. */
const patience = 3_000

/** Sends a GET to a bot's address. It runs no handler, and isn't a delivery. */
export async function probe(called: Connection | undefined): Promise<Probed> {
  if (called === undefined) return { answers: false, says: 'It has no address yet.' }
  const { address: url, networkFor } = called
  const signal = AbortSignal.timeout(patience)
  try {
    const { status, body } = await networkFor(url)({ method: 'GET', url, headers: {}, body: undefined, signal })
    const parts = inParts(body)
    const text = status === disallowedNetworkStatus ? await parts.next() : undefined
    parts.cancel()
    return text ? { answers: false, says: new TextDecoder().decode(text) } : readStatus(status)
  } catch (error) {
    return { answers: false, says: signal.aborted ? silent : says(error, new URL(url)) }
  }
}

const silent = `Nothing answered within ${patience / 1000} seconds.`

function readStatus(status: number): Probed {
  if (status === 404) return { answers: false, says: 'A server answers there, but with 404: is the path right?' }
  if (status >= 500) return { answers: false, says: `A server answers there, but with ${status}.` }
  return { answers: true, says: 'It answers.' }
}

function says(error: unknown, { host, hostname }: URL): string {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(error)
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}: start the bot, or correct the port.`
  if (code === 'ENOTFOUND') return `There is no host called ${hostname}.`
  return `The connection failed: ${message}`
}
