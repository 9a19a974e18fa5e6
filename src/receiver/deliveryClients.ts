import type { Log } from '../bot/index.js'
import { type CallWatch, type Client, type ObserveCall, observedClient } from '../client/index.js'
import type { RegisteredBot } from './bots.js'

/**
 * The clients that a delivery is worked on with. What becomes of their calls stands in the delivery's log, each repeat
 * with its reason, and is told to `observe`.
 */
export function deliveryClients(
  { client, owner }: Pick<RegisteredBot, 'client' | 'owner'>,
  log: Log,
  observe: ObserveCall | undefined,
): { readonly client: Client; readonly owner: RegisteredBot['owner'] } {
  const heard: ObserveCall = (call) => logged(call.endpoint, log, observe?.(call))
  return {
    client: observedClient(client, heard),
    owner: owner && { email: owner.email, client: observedClient(owner.client, heard) },
  }
}

function logged(endpoint: string, log: Log, watch: CallWatch | undefined): CallWatch {
  return {
    sending: (attempt) => watch?.sending?.(attempt),
    repeating(repeat) {
      log.warn({ endpoint, ...repeat }, 'A call came to nothing and is made again')
      watch?.repeating?.(repeat)
    },
    ended(end) {
      log.debug({ endpoint, ...end }, 'A call has ended')
      watch?.ended?.(end)
    },
  }
}
