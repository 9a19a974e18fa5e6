import { type AddressAnswer, addressTrouble } from '../../addressTrouble.js'
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
  const { address, networkFor } = called
  const signal = AbortSignal.timeout(patience)
  const failed = (answer: AddressAnswer): Probed => {
    const { problem, advice } = addressTrouble(answer, new URL(address))
    return { answers: false, says: `${problem}. ${advice}` }
  }
  try {
    const request = { method: 'GET', url: address, headers: {}, body: undefined, signal } as const
    const { status, header, body } = await networkFor(address)(request)
    const parts = inParts(body)
    const text = status === disallowedNetworkStatus ? await parts.next() : undefined
    parts.cancel()
    if (text) return { answers: false, says: new TextDecoder().decode(text) }
    // A bot takes POST, and a GET has no token.
    const isBot = status < 300 || (status >= 400 && status < 500 && status !== 404)
    return isBot
      ? { answers: true, says: 'It answers.' }
      : failed({ kind: 'answer', status, location: header('location') })
  } catch (error) {
    return failed(signal.aborted ? { kind: 'late', seconds: patience / 1_000 } : { kind: 'error', error })
  }
}
