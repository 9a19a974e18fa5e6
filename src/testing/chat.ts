import type { Log } from '../bot/index.js'
import type { Message } from '../protocol/index.js'
import type { DeliveryHandler, ReceiverOptions } from '../receiver/index.js'
import type { ConversationOf, Faults, Simulator, SimulatorClock, SimulatorOptions, Who } from '../simulator/index.js'
import type { Storage } from '../storage/index.js'
import type { OptionNames } from '../text/index.js'
import type { BotCall } from './botCalls.js'

/** What is tested: a `Bot`, or what makes one, so that a restart begins with a new one. */
export type Tested = DeliveryHandler | (() => DeliveryHandler | Promise<DeliveryHandler>)

export interface TestBotOptions {
  /**
   * Which bot of the organisation it is (default: `echo`). A name that nobody there has makes a new bot with that name, as
   * a transcript does.
   */
  readonly account?: Who
  /** Gives the bot its owner's credentials too, so that `ctx.owner` is there for the owner's messages. */
  readonly withOwner?: boolean
  /** The version of the server, from 0 to the newest. The newest unless given here or in the environment. */
  readonly featureLevel?: number
  /** The simulated server. Its clock stands still unless another is given: see `chat.advance`. */
  readonly simulator?: SimulatorOptions
  readonly receiver?: Omit<ReceiverOptions, 'bots' | 'fetch' | 'storage' | 'clock'>
  /** Where sessions are kept; in memory, by the organisation's clock, unless given. It outlives `chat.restart`. */
  readonly storage?: Storage
}

export const testBotOptions: OptionNames<TestBotOptions> = {
  account: true,
  withOwner: true,
  featureLevel: true,
  simulator: true,
  receiver: true,
  storage: true,
}

/** A topic of a channel, or the direct conversation of exactly these. */
export type Where = ConversationOf

/** A bot in a simulated organisation, to be talked to. */
export interface TestChat {
  readonly simulator: Simulator
  /** The bot's full name, as it is mentioned: `@**${chat.botName}**`. */
  readonly botName: string
  /** The time of the organisation, and of the bot. */
  readonly clock: SimulatorClock
  /** What goes wrong, when, and how often: `chat.faults.add('the next call of users.me answers 503')`. */
  readonly faults: Faults
  /** Talks as one of the organisation's people. @throws {RangeError} when there is nobody of that name */
  as(who: Who): Speaker
  /**
   * Lets time pass: milliseconds, or a text such as `'5m'` or `'1d 12h'`. What falls due on the way happens, each at its
   * own time. Gives what the bot said meanwhile, wherever that was.
   *
   * @throws {TypeError} when the clock goes by itself
   * @throws {RangeError} for what is no stretch of time
   */
  advance(by: number | string): Promise<Message[]>
  /**
   * Ends the bot as `kill -9` would, and starts it anew: with the same storage, in the same organisation. What was under
   * way is dropped, and the server delivers once more what was not answered. Another bot may take its place; what was
   * given to `testBot` is used again unless one is given. Gives what the bot said meanwhile.
   */
  restart(options?: { readonly bot?: Tested }): Promise<Message[]>
  /** Makes the server another version of itself. Bots learn of it as they would of a real one; a restart is quickest. */
  level(featureLevel: number): void
  /** What the bot has changed by the API so far, oldest first: calls that only read are left out. */
  effects(): BotCall[]
  /** All calls that the bot has made so far, oldest first. */
  calls(): BotCall[]
  /** All messages of a topic or of a direct conversation, oldest first. */
  conversation(where: Where): Message[]
  /** What was said so far and where, as a text for people. */
  text(): string
  /** What the bot and its receiver logged, for a test that fails, or one about logging. */
  readonly log: readonly LoggedLine[]
  /** Ends the bot and the organisation; waits for nothing. Calling it again does nothing. */
  close(): Promise<void>
  /** `close`, for `await using chat = await testBot(bot)`. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface LoggedLine {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

/** One of the organisation's people. Each call resolves once the bot has nothing left to do. */
export interface Speaker {
  /**
   * Says something, and gives what the bot said after it there. Without a place it is the topic where this person spoke
   * last, and at first the topic `tests` of the organisation's first channel, which is `general` in the bakery.
   *
   * @throws {Refusal} when the service does not take the message
   */
  say(text: string, where?: Where): Promise<Message[]>
  /** Says something to the bot alone, and gives what it answered. @throws {Refusal} likewise */
  dm(text: string): Promise<Message[]>
  /**
   * Changes a message, the last one that this person wrote unless another is given; gives what the bot said after that.
   *
   * @throws {Refusal} when the service does not let them
   * @throws {RangeError} when they wrote nothing yet
   */
  edit(text: string, message?: MessageToTouch): Promise<Message[]>
  /**
   * Reacts to a message, the newest where this person spoke last unless another is given; gives what the bot said after
   * that.
   *
   * @throws {Refusal} when there is no such emoji
   * @throws {RangeError} when they spoke nowhere yet
   */
  react(emoji: string, message?: MessageToTouch): Promise<Message[]>
}

/** A message, or its ID. */
export type MessageToTouch = number | { readonly id: number }
