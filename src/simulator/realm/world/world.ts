import type { FeatureId } from '../../../protocol/index.js'
import type { Clock } from '../../base/clock.js'
import type { Random } from '../../base/random.js'
import type { Assumptions } from '../assumptions/assumptions.js'
import type { EventQueues } from './eventQueues.js'
import type { Audience, EventBodies, EventType } from './events.js'
import type { Counter, Emoji, State, TimerKind } from './state.js'

/** What all rules of the realm use: the state, and everything injected from outside. */
export interface World {
  readonly state: State
  readonly clock: Clock
  readonly random: Random
  readonly assumptions: Assumptions
  readonly words: Words
  readonly queues: EventQueues
  has(feature: FeatureId): boolean
  level(): number
  /** The level up to which all features exist. */
  levelReached(): number
  /** The organisation's address, without a slash at the end. */
  url(): string
  /** Sets a timer, in UNIX milliseconds, in place of an earlier one for the same thing. */
  setTimer(kind: TimerKind, id: number, due: number): void
  cancelTimer(kind: TimerKind, id: number): void
  /** Called when the organisation has another address for a bot. */
  onBotAddress(botId: number): void
  emit<Type extends EventType>(type: Type, audience: Audience, body: EventBodies[Type]): void
}

/** Words in the server's texts that depend on the dialect. */
export interface Words {
  readonly brand: string
  /** What the server calls the provider of video calls. */
  readonly callProvider: string
  /** The emoji that only this server has: one, by each of its names. */
  readonly extraEmoji: readonly Emoji[]
}

/** UNIX seconds. */
export function seconds(world: World): number {
  return Math.floor(world.clock.now() / 1000)
}

export function nextId(world: World, counter: Counter): number {
  world.state.last[counter] += 1
  return world.state.last[counter]
}

/** The host of the organisation's address, without a port. */
export function host(world: World): string {
  return new URL(world.url()).hostname
}

export function taken(what: string, id: number): RangeError {
  return new RangeError(`There is a ${what} with the ID ${id} already; choose another, or leave it out.`)
}
