import type { Log } from '../../bot/index.js'
import { type CallWatch, type Client, type ObserveCall, observedClient } from '../../client/index.js'
import type { RegisteredBot } from '../bots.js'

/**
 * The clients of one delivery, created on first use. Their calls and retries are logged to the delivery's log and reported
 * to `observe`.
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
    this.#client ??= this.#observed(this.#bot.client)
    return this.#client
  }

  get owner(): RegisteredBot['owner'] {
    const { owner } = this.#bot
    this.#owner ??= owner && { email: owner.email, client: this.#observed(owner.client) }
    return this.#owner
  }

  #observed(client: Client): Client {
    return observedClient(client, (call) => logged(call.endpoint, this.#log, this.#observe?.(call)))
  }
}

function logged(endpoint: string, log: Log, watch: CallWatch | undefined): CallWatch {
  return {
    sending: (attempt) => watch?.sending?.(attempt),
    repeating(repeat) {
      log.warn({ endpoint, ...repeat }, 'Retrying a call')
      watch?.repeating?.(repeat)
    },
    ended(end) {
      log.debug({ endpoint, ...end }, 'Call ended')
      watch?.ended?.(end)
    },
  }
}
