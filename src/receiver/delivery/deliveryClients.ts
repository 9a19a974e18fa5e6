import type { Log } from '../../bot/index.js'
import { type CallWatch, type Client, type ObserveCall, observedClient } from '../../client/index.js'
import type { RegisteredBot } from '../bots.js'

/**
 * The clients that a delivery is worked on with, made when they are asked for: most handlers call nobody. What becomes of
 * their calls stands in the delivery's log, each repeat with its reason, and is told to `observe`.
 */
export class DeliveryClients {
  readonly #bot: Pick<RegisteredBot, 'client' | 'owner'>
  readonly #log: Log
  readonly #observe: ObserveCall | undefined
  #client: Client | undefined
  #owner: RegisteredBot['owner']

  constructor(bot: Pick<RegisteredBot, 'client' | 'owner'>, log: Log, observe: ObserveCall | undefined) {
    this.#bot = bot
    this.#log = log
    this.#observe = observe
  }

  get client(): Client {
    this.#client ??= this.#heard(this.#bot.client)
    return this.#client
  }

  get owner(): RegisteredBot['owner'] {
    const { owner } = this.#bot
    this.#owner ??= owner && { email: owner.email, client: this.#heard(owner.client) }
    return this.#owner
  }

  #heard(client: Client): Client {
    return observedClient(client, (call) => logged(call.endpoint, this.#log, this.#observe?.(call)))
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
