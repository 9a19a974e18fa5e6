import type { DeadLetter, Log } from '../bot/index.js'
import type { Message } from '../protocol/index.js'
import type { DeliveryHandler, ReceiverOptions } from '../receiver/index.js'
import type { Faults, Simulator, SimulatorClock, SimulatorOptions, Who } from '../simulator/index.js'
import type { ConversationOf } from '../simulator/public/publicSimulator.js'
import type { Storage } from '../storage/index.js'
import type { OptionNames } from '../text/index.js'
import type { BotCall } from './botCalls.js'
import type { Way } from './simulatedProcess.js'

/** The bot to test: a `Bot`, or a function that creates one, so that each restart has a new bot. */
export type Tested = DeliveryHandler | (() => DeliveryHandler | Promise<DeliveryHandler>)

export interface TestBotOptions {
  /**
   * How the bot gets its messages (default: the environment's `EARSHOT_BY`, or else `webhook`). With `events`, its account
   * becomes a generic bot that reads an event queue.
   */
  readonly by?: Way
  /** The bot's account in the organisation (default: `echo`). An unknown name creates a new bot with that name, as in a transcript. */
  readonly account?: Who
  /** Gives the bot its owner's credentials too, for `ctx.owner`. */
  readonly withOwner?: boolean
  /** The version of the server (default: the environment's, or else the newest). */
  readonly featureLevel?: number
  /** The simulated server. Its clock is frozen by default: see `chat.advance`. */
  readonly simulator?: SimulatorOptions
  /** Options of the bot's receiver, such as `answerBy`. */
  readonly receiver?: Omit<ReceiverOptions, 'bots' | 'fetch' | 'storage' | 'clock'>
  /** Storage for sessions; `chat.restart` keeps it (default: in memory). */
  readonly storage?: Storage
  /**
   * Puts a queue in memory between the server and the bot, which tries again what may pass by itself: the clock has to reach
   * the next attempt, `chat.advance('2m')`. `chat.restart` keeps it; what the bot was doing is taken up half a minute later.
   * (default: false)
   */
  readonly queue?: boolean
}

export const testBotOptions: OptionNames<TestBotOptions> = {
  by: true,
  account: true,
  withOwner: true,
  featureLevel: true,
  simulator: true,
  receiver: true,
  storage: true,
  queue: true,
}

/** A topic of a channel, or the direct conversation of exactly these people. */
export type Where = ConversationOf

/** Where a person writes, with the files that they attach. */
export type Saying = (Where & Attaching) | Attaching

/** A file that a person attaches to a message. */
export interface FileToAttach {
  readonly name: string
  readonly data: string | Uint8Array | Blob
  /** Its media type. (default: that of the Blob, or of the name's extension, as browsers have it) */
  readonly type?: string
}

interface Attaching {
  /** Files that the person uploads; the message links to them below its text, as the web app does. */
  readonly files?: readonly FileToAttach[]
}

/** A bot in a simulated organisation. */
export interface TestChat {
  readonly simulator: Simulator
  /** The bot's full name, as it is mentioned: `@**${chat.botName}**`. */
  readonly botName: string
  /** The clock of the organisation and the bot. */
  readonly clock: SimulatorClock
  /** The faults to inject: `chat.faults.add('the next call of users.me answers 503')`. */
  readonly faults: Faults
  /** Speaks as a person of the organisation. @throws {RangeError} for an unknown name @example chat.as('iago') */
  as(who: Who): Speaker
  /**
   * Moves the clock by milliseconds, or by a string such as `'5m'` or `'1d 12h'`; each timer fires at its own time.
   * Returns what the bot said meanwhile, anywhere.
   *
   * @throws {TypeError} if the clock is a real one
   * @throws {RangeError} for an invalid duration
   * @example const [reminder] = await chat.advance('1h 30m')
   */
  advance(by: number | string): Promise<Message[]>
  /**
   * Kills the bot like `kill -9`, and starts it or another bot with the same storage in the same organisation. Work in
   * progress is lost, and the server repeats deliveries that were not answered. Returns what the bot said
   * meanwhile.
   * @example const afterwards = await chat.restart()
   */
  restart(options?: { readonly bot?: Tested }): Promise<Message[]>
  /** Changes the version of the server. Bots notice as with a real server; soonest after a restart. @example chat.level(237) */
  level(featureLevel: number): void
  /** The bot's calls so far that changed something, oldest first. */
  effects(): BotCall[]
  /** All of the bot's calls so far, oldest first. */
  calls(): BotCall[]
  /**
   * All messages of a topic or of a direct conversation, oldest first.
   * @example chat.conversation({ channel: 'kitchen', topic: 'lunch' })
   */
  conversation(where: Where): Message[]
  /** The whole chat as readable text. */
  text(): string
  /** What the queue has given up, oldest first. @throws {TypeError} without the option `queue: true` */
  deadLetters(): Promise<DeadLetter[]>
  /** The log of the bot and its receiver. */
  readonly log: readonly LoggedLine[]
  /** Ends the bot and the organisation at once. Calling it again does nothing. */
  close(): Promise<void>
  /** `close`, for `await using chat = await testBot(bot)`. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface LoggedLine {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

/** A person of the organisation. Each call resolves once the bot has nothing left to do. */
export interface Speaker {
  /**
   * Sends a message, and returns what the bot then said there. The default place is the topic where this person spoke
   * last, and at first the topic `tests` of the first channel, which is `general` in the bakery.
   *
   * @throws {Refusal} if the server refuses the message or a file
   * @example await chat.as('iago').say('@**Echo** import', { files: [{ name: 'menu.csv', data: 'rye,3' }] })
   */
  say(text: string, where?: Saying): Promise<Message[]>
  /** Sends the bot a direct message, and returns its answers. @throws {Refusal} like `say` @example await chat.as('iago').dm('help') */
  dm(text: string, attaching?: Attaching): Promise<Message[]>
  /**
   * Edits a message (default: this person's last), and returns what the bot then said there, in new messages or by editing its own.
   *
   * @throws {Refusal} if the server refuses
   * @throws {RangeError} if they haven't written anything yet
   * @example const [answer] = await chat.as('iago').edit('@**Echo** help')
   */
  edit(text: string, message?: MessageToTouch): Promise<Message[]>
  /**
   * Reacts to a message (default: the newest where this person spoke last) with an emoji by its name or character, and returns
   * what the bot then said.
   *
   * @throws {Refusal} if there is no such emoji
   * @throws {RangeError} if they haven't spoken yet
   * @example await chat.as('iago').react('tada')
   */
  react(emoji: string, message?: MessageToTouch): Promise<Message[]>
  /**
   * Presses a button of a message (default: the bot's newest with buttons where this person spoke last), by its label or
   * number, and returns what the bot then said.
   *
   * @throws {RangeError} if there is none
   * @example const [answer] = await chat.as('iago').press('Yes')
   */
  press(button: string, message?: MessageToTouch): Promise<Message[]>
  /**
   * Votes for an option of a poll (default: the bot's newest where this person spoke last), and returns what the bot then
   * said. @throws {RangeError} if there is none
   * @example await chat.as('iago').vote('Soup')
   */
  vote(option: string, message?: MessageToTouch): Promise<Message[]>
  /** Ticks off a task of a to-do list; the message is found as by `vote`. @throws {RangeError} if there is none */
  tick(task: string, message?: MessageToTouch): Promise<Message[]>
}

/** A message, or its ID. */
export type MessageToTouch = number | { readonly id: number }
