import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { Counters } from '../../receiver/http/counters.js'
import { networkOf } from '../../receiver/http/networkOf.js'

/** Those whom the server does not hear out, told in the log without letting them fill it. */
export interface TurnedAway {
  /** Somebody connected who is neither allowed nor a proxy. */
  refused(address: string): void
  /** Somebody asked who is not allowed. */
  answer(address: string): Response
  /** A connection was ended for others. */
  madeRoom(): void
}

export function turnedAway(log: Log, clock: Clock): TurnedAway {
  const window = { window: 60_000 }
  const refusals = new Counters(window, clock)
  const ended = new Counters(window, clock, ({ count }) => log.warn({ ended: count }, 'Connections ended since then'))
  const tell = (address: string) => {
    if (refusals.add(networkOf(address), 1) === 1) {
      log.warn({ address }, 'Somebody was turned away who is not in `allow`; add the address if it is the chat server')
    }
  }
  return {
    refused: tell,
    answer(address) {
      tell(address)
      return Response.json({ error: { code: 'ADDRESS_NOT_ALLOWED', message: notAllowed } }, { status: 403 })
    },
    madeRoom() {
      if (ended.add('', 1) === 1) log.warn({}, 'There is too much at once; connections that are of no use are ended')
    },
  }
}

const notAllowed =
  'Nobody at this address is served. It is not among the addresses that the receiver was told to allow. ' +
  'Add it to `allow`, or name the proxy before the receiver in `trustProxy`.'
