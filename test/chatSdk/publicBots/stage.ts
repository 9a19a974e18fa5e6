import { createMemoryState } from '@chat-adapter/state-memory'
import { type Adapter, Chat, type ConcurrencyStrategy, type StateAdapter } from 'chat'
import { createZulipAdapter, type ZulipAdapter, type ZulipAdapterOptions } from '../../../src/chatSdk/index.js'
import { Client } from '../../../src/client/index.js'
import { createSimulator, type MessageTarget, type Simulator } from '../../../src/simulator/index.js'

/** How a bot gets its messages, and from which server. */
export interface Setting {
  readonly by: 'webhook' | 'events'
  readonly level: number
}

export const settings: readonly Setting[] = (['webhook', 'events'] as const).flatMap((by) =>
  [300, 496].map((level) => ({ by, level })),
)

/** A bot as its author writes it: given an adapter and a state, it declares its handlers. */
export interface PublicBot {
  readonly name: string
  readonly adapter?: ZulipAdapterOptions
  readonly concurrency?: ConcurrencyStrategy
  declare(chat: Chat, zulip: ZulipAdapter): void
  /** Further platforms that it connects. */
  readonly adapters?: Readonly<Record<string, Adapter>>
  /** Serves webhooks as the bot's framework does; without it, requests go to `chat.webhooks.zulip`. */
  serve?(chat: Chat): Promise<Served>
  /** Its requests come over a socket, which takes real time. */
  readonly isOverSockets?: boolean
}

export interface Served {
  readonly address: string | ((request: Request) => Promise<Response>)
  close(): Promise<void>
}

/** A conversation with one public bot in a simulated organisation. */
export class Stage {
  readonly simulator: Simulator
  readonly #bot: PublicBot
  readonly #setting: Setting
  readonly #state: StateAdapter
  #running: { readonly chat: Chat; readonly served: Served | undefined } | undefined

  constructor(bot: PublicBot, setting: Setting) {
    this.#bot = bot
    this.#setting = setting
    // A real server's answer takes its own time, which a frozen clock would not give it.
    const clock = bot.isOverSockets === true ? 'real' : 'frozen'
    this.simulator = createSimulator({ randomSeed: 1, featureLevel: setting.level, clock })
    if (setting.by === 'events') this.simulator.addBot({ full_name: 'Robo', type: 'generic' })
    this.#state = createMemoryState()
    // The state outlives a restart, as one in Redis does.
    this.#state.disconnect = async () => {}
  }

  get name(): string {
    return this.#setting.by === 'webhook' ? 'Echo' : 'Robo'
  }

  get chat(): Chat {
    if (this.#running === undefined) throw new Error('The bot is not running.')
    return this.#running.chat
  }

  async start(): Promise<void> {
    const { simulator, name } = this
    const { token, ...credentials } = simulator.credentials(name)
    const zulip = createZulipAdapter({
      ...credentials,
      ...(token !== undefined && { token }),
      fetch: simulator.fetch,
      clock: simulator.clock,
      ...this.#bot.adapter,
    })
    const { concurrency = 'queue' } = this.#bot
    const chat = new Chat({
      userName: 'bot',
      adapters: { zulip, ...this.#bot.adapters },
      state: this.#state,
      logger: 'silent',
      concurrency,
    })
    this.#bot.declare(chat, zulip)
    await this.meanwhile(chat.initialize())
    const served = this.#setting.by === 'webhook' ? await this.#bot.serve?.(chat) : undefined
    if (this.#setting.by === 'webhook') {
      simulator.connect(name, served?.address ?? ((request) => chat.webhooks.zulip(request)))
    }
    await this.meanwhile(zulip.ready)
    this.#running = { chat, served }
  }

  /** Ends the bot as a deployment does, and starts it anew with the state that it left. */
  async restart(): Promise<void> {
    await this.#stop()
    await this.start()
  }

  /** The API as a person uses it. */
  as(who: string): Client {
    return new Client({ ...this.simulator.credentials(who), clock: this.simulator.clock, fetch: this.simulator.fetch })
  }

  /** Posts as a person. A message that needs no mention gets one by webhook, where the server posts nothing else. */
  say(text: string, where: MessageTarget, options: { readonly isCalled?: boolean; readonly as?: string } = {}): number {
    const { isCalled = false, as = 'iago' } = options
    const isDirect = !('channel' in where)
    const mention = !isDirect && (isCalled || this.#setting.by === 'webhook') ? `@**${this.name}** ` : ''
    return this.simulator.say(as, where, mention + text)
  }

  /** What the bot has said there. */
  answers(where: MessageTarget): string[] {
    const bot = this.simulator.realm.account(this.name).id
    return this.simulator
      .messages('channel' in where ? where : { dm: [this.name, 'iago'] })
      .filter(({ sender_id }) => sender_id === bot)
      .map(({ content }) => withoutCodes(content))
  }

  /** Waits, as a person does, until the bot's last message there is this text. */
  async sees(text: string, where: MessageTarget): Promise<void> {
    await this.until(() => this.answers(where).at(-1) === text).catch(() => {
      throw new Error(
        `The bot never said ${JSON.stringify(text)}. It said:\n${JSON.stringify(this.answers(where), null, 2)}`,
      )
    })
  }

  async until(isSo: () => boolean): Promise<void> {
    const { clock } = this.simulator
    const isFrozen = this.#bot.isOverSockets !== true
    const end = performance.now() + 20_000
    for (let turns = 0; !isSo(); turns += 1) {
      if (isFrozen ? turns > 4_000 : performance.now() > end) throw new Error('It never was so.')
      await new Promise((resolve) => setImmediate(resolve))
      if (isFrozen && turns % 20 === 19) await clock.advance(500)
    }
  }

  /** Lets time pass until this has ended. */
  async meanwhile<Result>(work: Promise<Result> | undefined): Promise<Result | undefined> {
    let isEnded = false
    const ended = work?.finally(() => {
      isEnded = true
    })
    await this.until(() => isEnded || ended === undefined)
    return ended
  }

  async #stop(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    // What still runs may wait for the clock.
    await this.meanwhile(running?.served?.close())
    await this.meanwhile(running?.chat.shutdown())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
    await this.simulator.close()
  }
}

/** Codes of buttons and names of uploaded files differ from run to run. */
export function withoutCodes(content: string): string {
  return content.replace(/\(\w{6}-(\d+)\)/g, '(code-$1)').replace(/\/user_uploads\/[^)]*\//g, '/')
}

export async function onStage(bot: PublicBot, setting: Setting): Promise<Stage> {
  const stage = new Stage(bot, setting)
  await stage.start()
  return stage
}
