import { DurableObject } from 'cloudflare:workers'
import { createReceiver, type Receiver } from 'earshot/receiver'
import { createStorage } from 'earshot/storage'
import { bot } from './bot.js'
import { durableEngine } from './durableEngine.js'

/** What the bot finds in its surroundings: `wrangler.jsonc` says the one, `wrangler secret put` the others. */
export interface Env {
  readonly BOT: DurableObjectNamespace<BotObject>
  readonly EARSHOT_SITE: string
  readonly EARSHOT_EMAIL: string
  readonly EARSHOT_API_KEY: string
  /** Several, with commas, while one is rotated. */
  readonly EARSHOT_TOKEN: string
  /** The server's words; `zulip` for a Zulip server. */
  readonly EARSHOT_DIALECT?: 'svc' | 'zulip'
}

/**
 * The bot. There is one in all the world, wherever its messages come in, so that it knows what it has answered and what it
 * was told; and it lives on after an answer, for as long as its handlers need.
 */
export class BotObject extends DurableObject<Env> {
  readonly #receiver: Receiver

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.#receiver = createReceiver({
      bots: [
        {
          bot,
          credentials: { site: env.EARSHOT_SITE, email: env.EARSHOT_EMAIL, apiKey: env.EARSHOT_API_KEY },
          tokens: env.EARSHOT_TOKEN.split(','),
          dialect: env.EARSHOT_DIALECT,
        },
      ],
      storage: createStorage(durableEngine(state.storage)),
    })
  }

  override async fetch(request: Request): Promise<Response> {
    const remoteAddress = request.headers.get('cf-connecting-ip') ?? undefined
    return this.#receiver.fetch(request, { remoteAddress })
  }

  /** Does what is due without a message, such as schedules and questions whose time is up. */
  async tick(): Promise<void> {
    await this.#receiver.tick()
  }
}

const worker: ExportedHandler<Env> = {
  fetch: (request, env) => theBot(env).fetch(request),
  scheduled: (_, env) => theBot(env).tick(),
}

const theBot = ({ BOT }: Env) => BOT.get(BOT.idFromName('bot'))

export { worker as default }
