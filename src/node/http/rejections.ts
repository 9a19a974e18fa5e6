import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { Counters } from '../../receiver/http/counters.js'
import { networkOf } from '../../receiver/http/networkOf.js'

/** Logs rejected connections and requests, at most one line a minute for each network. */
export interface Rejections {
  /** A connection from an address that is not allowed. */
  connection(address: string): void
  /** The response to a request from an address that is not allowed. */
  response(address: string): Response
  /** A connection was closed because there were more than `maxConnections`. */
  tooMany(): void
}

export function rejections(log: Log, clock: Clock): Rejections {
  const window = { window: 60_000 }
  const addresses = new Counters(window, clock)
  const closed = new Counters(window, clock, ({ count }) =>
    log.warn({ closed: count }, 'Connections closed in that minute'),
  )
  const connection = (address: string) => {
    if (addresses.add(networkOf(address), 1) === 1) {
      log.warn({ address }, 'Rejected an address that is not in `allow`; add it if it is the chat server')
    }
  }
  return {
    connection,
    response(address) {
      connection(address)
      return Response.json({ error: { code: 'ADDRESS_NOT_ALLOWED', message: notAllowed } }, { status: 403 })
    },
    tooMany() {
      if (closed.add('', 1) === 1) log.warn({}, 'Too many connections; closing idle ones')
    },
  }
}

const notAllowed =
  'Requests from this address are not allowed. The receiver has a list of allowed addresses, and this is not one of them. ' +
  'Add it to `allow`, or add the proxy in front of the receiver to `trustProxy`.'
