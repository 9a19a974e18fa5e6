import { AdapterRateLimitError, NetworkError, ValidationError } from '@chat-adapter/shared'
import { type Adapter, type ChatInstance, ConsoleLogger, type Logger, type WebhookOptions } from 'chat'
import { type Delivery, type Log, logOf } from '../bot/index.js'
import { Client, type Clock, systemClock } from '../client/index.js'
import { inTime } from '../clock.js'
import { type OpenedListener, openListener } from '../listener/createListener.js'
import type { ListenerError, ListeningBots } from '../listener/index.js'
import { botTypes } from '../protocol/index.js'
import { createReceiver, type Receiver } from '../receiver/index.js'
import { Choices } from './choices.js'
import { translated } from './errors.js'
import { findMessage } from './findMessage.js'
import { type BotIdentity, threadOf } from './incoming.js'
import { type Connected, Intake } from './intake.js'
import { credentialsIn, tokensIn, type ZulipAdapterOptions } from './options.js'
import { stateStorage } from './stateStorage.js'
import { encodeThreadId, type ZulipThreadId } from './threadId.js'
import { ThreadPlaces } from './threadPlaces.js'

/** What a test puts in place of a server on the network. */
export interface TestConnection {
  readonly client: Client
  readonly clock: Clock
  readonly by: 'webhook' | 'events'
  /** Has the Chat SDK initialise its adapters. */
  readonly initialize: () => Promise<void>
}

/** The adapter's way to the server and back: a client, and a receiver or a listener. */
export class AdapterConnection {
  readonly handler: Intake
  readonly choices: Choices
  readonly places: ThreadPlaces
  readonly #options: ZulipAdapterOptions
  #logger: Logger
  /** Whether the log says that follow-ups aren't heard. */
  #isWarned = false
  #chat: ChatInstance | undefined
  #connected: Connected | undefined
  #test: TestConnection | undefined
  #receiver: Receiver | undefined
  #listener: OpenedListener | undefined
  #listening: ListeningBots | undefined
  #stopping = new AbortController()
  #opening: Promise<BotIdentity> | undefined

  constructor(adapter: Adapter, options: ZulipAdapterOptions) {
    this.#options = options
    this.#logger = options.logger ?? new ConsoleLogger('info').child('zulip')
    const state = () => this.chat.getState()
    this.places = new ThreadPlaces(state)
    this.choices = new Choices(state, (message) => this.#threadOf(message))
    const { slashCommands = [] } = options
    const { places, choices } = this
    this.handler = new Intake({
      adapter,
      state,
      isListening: () => this.#listener?.whyNotReady() === undefined,
      places,
      choices,
      slashCommands,
      connected: (delivery) => this.#whenConnected(delivery),
    })
  }

  get clock(): Clock {
    return this.#test?.clock ?? this.#options.clock ?? systemClock
  }

  /** @throws {ValidationError} before the Chat SDK has initialised the adapter */
  get chat(): ChatInstance {
    return this.#chat ?? fail(notInitialised)
  }

  get connected(): Connected {
    return this.#connected ?? fail(notInitialised)
  }

  get client(): Client {
    return this.#test?.client ?? this.connected.client
  }

  get log(): Log {
    return logOf((level) => (fields, message) => {
      this.#logger[level](message, ...(Object.keys(fields).length > 0 ? [fields] : []))
    })
  }

  /** Resolves when messages that are sent from now on are heard. */
  get ready(): Promise<void> {
    return this.#listening?.ready ?? Promise.resolve()
  }

  get ended(): Promise<ListenerError> {
    const never = new Promise<never>(() => {})
    return this.#listening?.ended.then(([reason]) => reason ?? never) ?? never
  }

  /** Connects to a simulated server, which runs the handler itself. */
  testWith(connection: TestConnection): void {
    this.#test = connection
    this.#connected = undefined
  }

  /** The bot's own account, once the server has told it. */
  get own(): BotIdentity | undefined {
    return this.#connected?.own
  }

  /**
   * Opens the connection. By webhook, a server that doesn't answer now is asked again for each request: the Chat SDK initialises
   * an adapter once, and would refuse all later requests.
   */
  async begin(chat: ChatInstance): Promise<void> {
    try {
      await this.open(chat)
    } catch (error) {
      const { mode } = this.#options
      const isByWebhook = mode === 'webhook' || (mode !== 'events' && tokensIn(this.#options).length > 0)
      const mayPass = error instanceof NetworkError || error instanceof AdapterRateLimitError
      if (!isByWebhook || !mayPass) throw error
      this.log.warn({ error }, 'The server does not answer; the adapter asks again when a request comes')
    }
  }

  /** @returns the bot's own account. @throws the Chat SDK's errors if the server refuses the credentials or can't be reached */
  open(chat: ChatInstance): Promise<BotIdentity> {
    this.#chat = chat
    this.#logger = this.#options.logger ?? chat.getLogger('zulip')
    this.#opening ??= translated({ to: 'connect', what: 'bot' }, () => this.#connect(chat)).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #connect(chat: ChatInstance): Promise<BotIdentity> {
    if (this.#connected !== undefined) return this.#connected.own
    const client = this.#test?.client ?? this.#openClient()
    const me = await client.users.me()
    const own = { id: me.user_id, email: me.email, name: me.full_name, site: client.site }
    const by = this.#test?.by ?? wayOf(this.#options.mode, me.bot_type)
    const connected = { chat, client, own, by }
    if (this.#test === undefined) {
      if (by === 'events') this.#listening = this.#listen(connected)
      else this.#receiver = this.#receive(client)
    }
    this.#connected = connected
    return own
  }

  async receive(request: Request, { waitUntil }: WebhookOptions = {}): Promise<Response> {
    if (this.#connected === undefined) await this.open(this.chat)
    if (this.connected.by === 'webhook' && this.#receiver !== undefined) {
      return this.#receiver.fetch(request, waitUntil && { waitUntil })
    }
    const text =
      'This bot reads an event queue, so nothing is posted to it. Use an outgoing-webhook bot to receive requests.'
    return new Response(text, { status: 404 })
  }

  /** Sees to it that the messages of a thread are heard. Never fails: the log says what isn't. */
  async follow(thread: ZulipThreadId): Promise<void> {
    const { by, client } = this.connected
    if (by === 'webhook') {
      if (!this.#isWarned && this.#test === undefined) this.log.warn({}, followUps)
      this.#isWarned = true
    } else if (thread.kind === 'topic') {
      try {
        const { stream } = await client.streams.get({ stream_id: thread.channelId })
        await client.subscriptions.add({ subscriptions: [{ name: stream.name }] })
      } catch (error) {
        this.log.warn(
          { channel: thread.channelId, error },
          "The bot can't join the channel, so it hears only its mentions there",
        )
      }
    }
  }

  /** Ends listening. Resolves when everything that was taken is handled, or when its time is up. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => {})
    // A test has ended its bot's process.
    if (this.#test) await this.#abort()
    const ended = Promise.all([this.#listening?.stop(), this.#receiver?.idle()])
    await inTime(this.clock, shutdownTime, ended, () => this.#leave(ended))
    this.#listener = undefined
    this.#listening = undefined
    this.#receiver = undefined
    this.#connected = undefined
  }

  /** Gives up on the handlers that still run. @param ended Resolves when everything is. */
  async #leave(ended: Promise<unknown>): Promise<void> {
    const messages = [...this.handler.running].map(({ message }) => message.id)
    this.log.warn({ messages, after: shutdownTime }, 'Handlers still run; by events, their messages are handled again')
    await this.#abort()
    this.#stopping.abort(new DOMException('The bot was shut down.', 'AbortError'))
    await inTime(this.clock, 1_000, ended, () => {})
  }

  /** Aborts the signals of all handlers. */
  async #abort(): Promise<void> {
    const threads = new Set([...this.handler.running].map(({ threadId }) => threadId))
    for (const threadId of threads) await this.#chat?.abortTurn(threadId).catch(() => {})
  }

  async #whenConnected(delivery: Delivery | undefined): Promise<Connected> {
    if (this.#connected !== undefined) return this.#connected
    // A test's client is created when it is first needed, which is now.
    void delivery?.client
    if (this.#chat !== undefined) await this.open(this.#chat)
    else await this.#test?.initialize()
    return this.connected
  }

  /** The thread where a message is now; undefined if it's gone. */
  async #threadOf(id: number): Promise<string | undefined> {
    const { client, own } = this.connected
    const message = await findMessage(client, id)
    return message && encodeThreadId(threadOf(message, own))
  }

  #openClient(): Client {
    const { fetch, allowInsecure, createClient = (options) => new Client(options) } = this.#options
    const { clock } = this
    return createClient({
      ...this.#credentials,
      clock,
      ...(fetch && { fetch }),
      ...(allowInsecure !== undefined && { allowInsecure }),
    })
  }

  get #credentials(): ReturnType<typeof credentialsIn> {
    return credentialsIn(this.#options)
  }

  #receive(client: Client): Receiver {
    const tokens = tokensIn(this.#options)
    if (tokens.length === 0) {
      fail('the token of the outgoing webhook is missing; pass `token`, or set ZULIP_TOKEN')
    }
    const { maxBodyBytes } = this.#options
    return createReceiver({
      bots: [{ bot: this.handler, credentials: this.#credentials, tokens }],
      path: '*',
      createClient: () => client,
      clock: this.clock,
      log: this.log,
      ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    })
  }

  #listen({ chat, client, own }: Connected): ListeningBots {
    const { catchUp } = this.#options
    const { clock, log } = this
    this.#stopping = new AbortController()
    this.#listener = openListener({
      bots: [{ bot: this.handler, credentials: this.#credentials }],
      createClient: () => client,
      storage: stateStorage(chat.getState(), own.email, clock),
      clock,
      log,
      // The Chat SDK tries nothing twice, and limits how long its handlers run.
      attempts: 1,
      handlerTimeout: 86_400_000,
      redeliver: true,
      signal: this.#stopping.signal,
      ...(catchUp !== undefined && { catchUp: { atMost: catchUp } }),
    })
    return this.#listener.start()
  }
}

/** Milliseconds that handlers may take when the bot is shut down. Platforms kill a process some 30 seconds after they told it. */
const shutdownTime = 25_000

const followUps =
  'By webhook the server posts only mentions and direct messages, so follow-ups in a subscribed thread are not heard. Use a generic bot, which reads them as events'

function wayOf(mode: ZulipAdapterOptions['mode'], botType: number | null | undefined): 'webhook' | 'events' {
  if (mode === 'webhook' || mode === 'events') return mode
  return botType === botTypes.outgoingWebhook ? 'webhook' : 'events'
}

const notInitialised = 'it is not initialised. Call `await bot.initialize()`, or let a webhook do it'

function fail(problem: string): never {
  throw new ValidationError('zulip', `The Zulip adapter can't be used: ${problem}.`)
}
