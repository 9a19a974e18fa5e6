import type { Dialect, Message, Usage } from '../protocol/index.js'
import type { RequestHandler } from './delivery/network.js'
import type { DeliveryRecord } from './delivery/record.js'
import type { Faults } from './faults/faults.js'
import type { Journal } from './journal/journal.js'
import type { ListenOptions } from './listen.js'
import type { Checkpoint } from './memory/memory.js'
import type { QueueView } from './queueView.js'
import type { Realm } from './realm/realm.js'
import type { NewUser } from './realm/seed/adding.js'
import type { OrganisationSeed, SeedBotType } from './realm/seed/seed.js'
import type { SimulatorClock } from './time/simulatorClock.js'

/** What somebody calls the API with. */
export interface SimulatorCredentials {
  /** The simulator's address at this moment. */
  readonly site: string
  readonly email: string
  readonly apiKey: string
  /** Only of bots that the server calls: what their receivers know the server by. */
  readonly token?: string
}

/** An account by its name, its real address, or its ID. */
export type Who = string | number

/** A topic of a channel, by the channel's name; or a direct conversation with these others. */
export type MessageTarget = { readonly channel: string; readonly topic: string } | { readonly to: readonly Who[] }

/** A topic of a channel; or the direct conversation of exactly these. */
export type ConversationOf = { readonly channel: string; readonly topic: string } | { readonly dm: readonly Who[] }

/** What whoever looks on is told in passing. */
export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
  /** What it is about: of several about the same, the newest counts. */
  readonly about?: string
}

export interface BotToAdd {
  readonly full_name: string
  readonly type?: SeedBotType
  readonly owner?: Who
  /** Where its notifications go, as in `connect`. */
  readonly address?: string | RequestHandler
}

/** A simulated server of one organisation, to be called in this process or over a socket. */
export interface Simulator {
  /** Its address: made up until `listen` gave it a real one. */
  readonly url: string
  /** Calls the API without a socket: to be handed to whatever takes a `fetch`. */
  readonly fetch: typeof globalThis.fetch
  readonly dialect: Dialect
  /** What moves everything that waits for its time. */
  readonly clock: SimulatorClock
  /** The organisation itself: its state and rules. */
  readonly realm: Realm
  /** Makes the server another version of itself, in the middle of whatever goes on. @throws {SimulatorOptionError} */
  setFeatureLevel(level: number): void
  /** Serves the API on a socket, on a free port of the loopback address unless told otherwise. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>
  /** Calls deliveries off and stops listening. Leaves no timer and no socket. */
  close(): Promise<void>
  /** @throws {RangeError} when there is no such account */
  credentials(who: Who): SimulatorCredentials
  /** Where a bot's notifications go: an address, or a function in this process such as a receiver's `fetch`. */
  connect(bot: Who, to: string | RequestHandler): void
  /** Where a bot's notifications go; undefined for one that is not connected. */
  addressOf(bot: Who): string | undefined
  /** Adds a bot: an outgoing-webhook bot of the first owner unless said otherwise. */
  addBot(bot: BotToAdd): SimulatorCredentials
  /** Adds a person: a member unless said otherwise. */
  addUser(user: NewUser): SimulatorCredentials
  /** Sends a message as somebody, and gives its ID. @throws {Refusal} when the service says no */
  say(who: Who, where: MessageTarget, text: string): number
  /** The messages of a conversation, oldest first. */
  messages(where: ConversationOf): Message[]
  /** What callers and bots have used of the service so far. */
  readonly usage: Usage
  /** What was delivered or is being delivered to bots, oldest first. Tokens are masked. */
  readonly deliveries: readonly DeliveryRecord[]
  /** Resolves when no delivery is under way. */
  idle(): Promise<void>
  /** What goes wrong, when, and how often. */
  readonly faults: Faults
  /** As `clock.advance`. */
  advance(by: number | string): Promise<void>
  /** What has happened: calls, answers, events, deliveries, and moves of the clock. Keys and tokens are masked. */
  readonly journal: Journal
  /** The moments that can be gone back to, oldest first. */
  readonly checkpoints: readonly Checkpoint[]
  /**
   * Remembers everything as it is: the organisation, where chance and time stand, deliveries under way, event queues,
   * connections. A checkpoint of the same name is forgotten.
   *
   * @throws {CheckpointError} for a name that is none
   */
  checkpoint(name: string): Checkpoint
  /**
   * Goes back to a checkpoint, as often as you like. What bots have in their own memory stays as it is. The journal goes
   * on: it is only ever added to.
   *
   * @throws {CheckpointError} when there is none of the name
   */
  restore(name: string): void
  /** Forgets a checkpoint, and nothing else. @throws {CheckpointError} when there is none of the name */
  forget(name: string): void
  /**
   * Goes back to the organisation as it was when the simulator was made; with another one, begins all over as if it had
   * been made with that. Checkpoints stay.
   */
  reset(organisation?: OrganisationSeed): void
  /**
   * Another simulator that goes on from here by itself: with the same state at the same time, the same journal so far,
   * and checkpoints of its own. It listens nowhere yet. Close it too.
   */
  branch(): Simulator
  /** Tells whoever looks on, in the playground, of something that is not the organisation's: it stands in the journal. */
  notice(notice: Notice): void
  /**
   * Shows a queue in which deliveries wait for their bots, such as a `Queue` of `earshot`: its dead letters can be looked
   * at, replayed and purged in the playground and at `/sim/queue`. Undefined shows none. It stays open; a branch shows none.
   */
  showQueue(queue: QueueView | undefined): void
  /** Resolves when all that has happened so far is on the disk; at once for a simulator that keeps nothing there. */
  saved(): Promise<void>
}
