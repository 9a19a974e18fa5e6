import type { FeatureId, Notification } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Random } from '../random.js'
import type { Assumptions } from './assumptions/assumptions.js'
import type { Audience, EventBodies, EventType } from './events.js'
import type { EventQueues } from './queues/eventQueues.js'
import type { Account, Counter, State, StoredMessage } from './state.js'
import type { TimerKind } from './timer.js'

/** What every rule of the realm works with: the state, and all that comes from outside. */
export interface World {
  readonly state: State
  readonly clock: Clock
  readonly random: Random
  readonly assumptions: Assumptions
  readonly words: Words
  readonly queues: EventQueues
  /** What is being posted to a bot, while those who hear of it hear of it. */
  posting?: { readonly bot: Account; readonly message: StoredMessage; readonly posted: Notification } | undefined
  /** Whether the realm's feature level has the feature. */
  has(feature: FeatureId): boolean
  /** The feature level as a number, to be shown. */
  level(): number
  /** The level up to which all features are there. */
  levelReached(): number
  /** The organisation's address, without a slash at the end. */
  url(): string
  /** Lets something happen at a time, in UNIX milliseconds; what was to happen to the same thing before is called off. */
  wait(kind: TimerKind, id: number, due: number): void
  callOff(kind: TimerKind, id: number): void
  /** Whether anybody listens: events that cost something to make are made only then. */
  listened(): boolean
  emit<Type extends EventType>(type: Type, audience: Audience, body: EventBodies[Type]): void
}

/** Words in the service's texts that depend on the dialect. */
export interface Words {
  /** What the server calls itself. */
  readonly brand: string
  /** What it calls the conferencing provider. */
  readonly callProvider: string
}

/** UNIX seconds. */
export function seconds(world: World): number {
  return Math.floor(world.clock.now() / 1000)
}

/** The next ID of a table. */
export function nextId(world: World, counter: Counter): number {
  world.state.last[counter] += 1
  return world.state.last[counter]
}

/** The host of the organisation's address, without a port: the domain of addresses that the server makes up. */
export function host(world: World): string {
  return new URL(world.url()).hostname
}
