import type { Bot, Log } from '../bot/index.js'
import type { Message } from '../protocol/index.js'
import { createReceiver, type ReceiverOptions } from '../receiver/index.js'
import { createSimulator, type Simulator, type SimulatorOptions, type Who } from '../simulator/index.js'
import { memoryStorage, type Storage } from '../storage/index.js'

export interface TestBotOptions {
  /** Which bot of the organisation it is; `echo` unless given. */
  readonly account?: Who
  /** Gives the bot its owner's credentials too, so that `ctx.owner` is there for the owner's messages. */
  readonly withOwner?: boolean
  readonly simulator?: SimulatorOptions
  readonly receiver?: Omit<ReceiverOptions, 'bots' | 'fetch' | 'storage'>
  /** Where sessions are kept; in memory, by the organisation's clock, unless given. Give the same to two for a restart. */
  readonly storage?: Storage
}

/** A bot in a simulated organisation, to be talked to. */
export interface TestChat {
  readonly simulator: Simulator
  /** The bot's full name, as it is mentioned: `@**${chat.botName}**`. */
  readonly botName: string
  /** Talks as one of the organisation's people. @throws {RangeError} when there is nobody of that name */
  as(who: Who): Speaker
  /** What the bot and its receiver logged, for a test that fails, or one about logging. */
  readonly log: readonly LoggedLine[]
  close(): Promise<void>
}

export interface LoggedLine {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

export interface Speaker {
  /**
   * Says something in a topic of a channel, and gives what the bot said after it there, once it has nothing left to do.
   *
   * @throws {Refusal} when the service does not take the message
   */
  say(text: string, where: { readonly channel: string; readonly topic: string }): Promise<Message[]>
  /** Says something to the bot alone, and gives what it answered. @throws {Refusal} likewise */
  dm(text: string): Promise<Message[]>
}

/**
 * Puts a bot into a simulated organisation, in this process and without a socket: the organisation's server posts to a
 * receiver, the receiver's bot calls the server.
 *
 * @example
 * const chat = await testBot(bot)
 * const [reply] = await chat.as('iago').say('@**Echo** hi', { channel: 'general', topic: 'greetings' })
 * await chat.close()
 */
export async function testBot(bot: Bot, options: TestBotOptions = {}): Promise<TestChat> {
  const simulator = createSimulator(options.simulator)
  const account = simulator.realm.account(options.account ?? 'echo')
  const { token, ...credentials } = simulator.credentials(account.id)
  if (token === undefined) {
    throw new TypeError(
      `${account.fullName} is no outgoing-webhook bot, so nothing is posted to it; choose one that is.`,
    )
  }
  const owner =
    options.withOwner === true && account.ownerId !== null ? simulator.credentials(account.ownerId) : undefined
  const lines: LoggedLine[] = []
  const receiver = createReceiver({
    log: keeping(lines),
    ...options.receiver,
    bots: [{ bot, credentials, tokens: [token], ...(owner && { owner }) }],
    fetch: simulator.fetch,
    storage: options.storage ?? memoryStorage({ clock: simulator.clock }),
  })
  simulator.connect(account.id, (request) => receiver.fetch(request))

  const quiet = async () => {
    await simulator.idle()
    await receiver.idle()
  }
  const fromBot = (messages: readonly Message[], after: number) =>
    messages.filter((message) => message.id > after && message.sender_id === account.id)

  return {
    simulator,
    botName: account.fullName,
    log: lines,
    as(who) {
      const { id } = simulator.realm.account(who)
      return {
        async say(text, where) {
          const sent = simulator.say(id, where, text)
          await quiet()
          return fromBot(simulator.messages(where), sent)
        },
        async dm(text) {
          const sent = simulator.say(id, { to: [account.id] }, text)
          await quiet()
          return fromBot(simulator.messages({ dm: [id, account.id] }), sent)
        },
      }
    },
    async close() {
      await quiet()
      await simulator.close()
    },
  }
}

function keeping(lines: LoggedLine[]): Log {
  const keep = (level: keyof Log) => (fields: object, message: string) => lines.push({ level, fields, message })
  return { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
}
