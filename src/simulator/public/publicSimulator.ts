import type { Dialect, Message, Usage } from '../../protocol/index.js'
import type { BotAddress } from '../delivery/network.js'
import type { DeliveryRecord } from '../delivery/record.js'
import type { Faults } from '../faults/faults.js'
import type { SimulatorServeOptions } from '../http/serve.js'
import type { Journal } from '../journal/journal.js'
import type { Checkpoint } from '../memory/memory.js'
import type { Realm } from '../realm/realm.js'
import type { OrganisationSeed, SeedBotType, SeedRole } from '../realm/seed/seed.js'
import type { NewUser } from '../realm/users/adding.js'
import type { SimulatorClock } from '../time/simulatorClock.js'
import type { QueueView } from './queueView.js'

/** Credentials for the API. */
export interface SimulatorCredentials {
  /** The simulator's address at this moment. */
  readonly site: string
  readonly email: string
  readonly apiKey: string
  /** Only for bots that the server calls: the token by which their receivers recognise the server. */
  readonly token?: string
}

/** An account, by its name, real address, or ID. */
export type Who = string | number

/** A topic of a channel, by the channel's name, or a direct conversation with these others. */
export type MessageTarget = { readonly channel: string; readonly topic: string } | { readonly to: readonly Who[] }

/** A topic of a channel, or the direct conversation of exactly these people. */
export type ConversationOf = { readonly channel: string; readonly topic: string } | { readonly dm: readonly Who[] }

/** A short message for people who watch the playground. */
export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
  /** Its subject: of several notices with the same subject, the newest counts. */
  readonly about?: string
}

interface BotToAdd {
  readonly full_name: string
  readonly type?: SeedBotType
  readonly owner?: Who
  /** (default: member) */
  readonly role?: SeedRole
  /** Whether a bot with administrator rights may add users. (default: false) */
  readonly can_create_users?: boolean
  /** Where its notifications go, as in `connect`. */
  readonly address?: BotAddress
}

/** A simulated server with one organisation, called in this process or over a socket. */
export interface Simulator {
  /** Its address: not a real one before `listen`. */
  readonly url: string
  /** Calls the API without a socket; for anything that takes a `fetch`. */
  readonly fetch: typeof globalThis.fetch
  readonly dialect: Dialect
  /** The clock of all its timers. */
  readonly clock: SimulatorClock
  /** The organisation itself: its state and rules. */
  readonly realm: Realm
  /** Changes the server's version while it runs. @throws {SimulatorOptionError} */
  setFeatureLevel(level: number): void
  /**
   * Serves the API on a socket. (default: a free port of the loopback address)
   * @throws {ServeError} if the port can't be opened.
   */
  serve(options?: SimulatorServeOptions): Promise<{ readonly url: string; readonly port: number }>
  /** Cancels deliveries and closes its socket. Leaves no timers or sockets. */
  close(): Promise<void>
  /** @throws {RangeError} if there is no such account */
  credentials(who: Who): SimulatorCredentials
  /**
   * Sets where a bot's notifications go: an address; a receiver in this process, which takes them without HTTP; or a function
   * that answers requests.
   *
   * @throws {TypeError} if it can't take deliveries
   */
  connect(bot: Who, to: BotAddress): void
  /** Where a bot's notifications go; undefined if it isn't connected. */
  addressOf(bot: Who): string | undefined
  /** Adds a bot. (default: an outgoing-webhook bot of the first owner) */
  addBot(bot: BotToAdd): SimulatorCredentials
  /** Adds a person. (default: a member) */
  addUser(user: NewUser): SimulatorCredentials
  /** Sends a message as somebody, and returns its ID. @throws {Refusal} if the server refuses it */
  say(who: Who, where: MessageTarget, text: string): number
  /** Reacts to a message as somebody. @param emoji Its name. @throws {Refusal} if the server refuses it */
  react(who: Who, message: number, emoji: string): void
  /**
   * Presses a button of a message as somebody, and returns the ID of the message that this sends.
   *
   * @param button Its label or number. @throws {RangeError} if the message has no such button @throws {Refusal}
   */
  press(who: Who, message: number, button: string): number
  /** The messages of a conversation, oldest first. @throws {TypeError} if `where` names none */
  messages(where: ConversationOf): Message[]
  /** What callers and bots have used of the API so far. */
  readonly usage: Usage
  /** Deliveries to bots, also those under way, oldest first. Tokens are masked. */
  readonly deliveries: readonly DeliveryRecord[]
  /** Resolves when no delivery is under way. */
  idle(): Promise<void>
  /** What goes wrong, when, and how often. */
  readonly faults: Faults
  /** The same as `clock.advance`. */
  advance(by: number | string): Promise<void>
  /** What has happened: calls, answers, events, deliveries, and moves of the clock. Keys and tokens are masked. */
  readonly journal: Journal
  /** The checkpoints that can be restored, oldest first. */
  readonly checkpoints: readonly Checkpoint[]
  /**
   * Saves the whole state: the organisation, the random source, the time, deliveries under way, event queues, connections.
   * It replaces a checkpoint of the same name.
   *
   * @throws {CheckpointError} if the name is invalid
   */
  checkpoint(name: string): Checkpoint
  /**
   * Goes back to a checkpoint, as often as you like. What bots have in their own memory stays. The journal continues, since
   * it is append-only.
   *
   * @throws {CheckpointError} if there is no such checkpoint
   */
  restore(name: string): void
  /** Deletes a checkpoint, and nothing else. @throws {CheckpointError} if there is no such checkpoint */
  forget(name: string): void
  /**
   * Goes back to the initial organisation; with another organisation, starts over as if the simulator had been created with
   * that. Checkpoints stay.
   */
  reset(organisation?: OrganisationSeed): void
  /**
   * Creates another simulator that continues from here independently: with the same state, time and journal so far, and its
   * own checkpoints. It isn't listening yet. Close it too.
   */
  branch(): Simulator
  /** Shows a notice in the playground, and adds it to the journal. */
  notice(notice: Notice): void
  /**
   * Shows a queue in which deliveries wait for their bots, such as a `Queue` of `earshot`: its dead letters can be viewed,
   * replayed and purged in the playground and at `/sim/queue`. Undefined shows none, and so does a branch. The queue isn't
   * closed with the simulator.
   */
  showQueue(queue: QueueView | undefined): void
  /** Resolves when everything so far is on disk; at once for a simulator in memory. */
  saved(): Promise<void>
}
