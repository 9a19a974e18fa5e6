import {
  beginsAt,
  dialectWordsOf,
  type EndpointName,
  endpointNamed,
  type FeatureId,
  hasFeature,
  newestFeatureLevel,
  type ReadParams,
  svcDialect,
  versionOf,
} from '../../protocol/index.js'
import type { Clock } from '../base/clock.js'
import { accountNamed, accountOf } from './access/accounts.js'
import { type CallContext, checkAccess, type Operation } from './access/operation.js'
import { type Assumptions, assume, createAnswerNotes, type Noted } from './assumptions/assumptions.js'
import type { FixedAssumptionName } from './assumptions/fixedAssumptions.js'
import { type ChangeArguments, type ChangeName, changes } from './changes.js'
import { channelBy } from './messages/recipients.js'
import { deliverScheduled } from './messages/scheduling.js'
import { operations } from './operations/index.js'
import { finishExport } from './operations/organisation/exports.js'
import { extraEmojiIn } from './organisation/emoji.js'
import { showThumbnail } from './organisation/thumbnails.js'
import { deleteIfUnused } from './organisation/uploads.js'
import { seenBy } from './queues/seenBy.js'
import { checkedLevel, type Perform, type RealmOptions } from './realmOptions.js'
import { seedContents } from './seedContents.js'
import { createState } from './seedState.js'
import { answerAtLevel } from './shapes/olderShapes.js'
import { createEventQueues, type EventQueues } from './world/eventQueues.js'
import { createEmitter, type Emitter, type Listener } from './world/events.js'
import type { Account, State, StoredChannel, TimerKind } from './world/state.js'
import { createTimers, type Timers } from './world/timers.js'
import { nextId, type World } from './world/world.js'

/** An organisation: its state and its rules. Synchronous; time, randomness and addresses come from outside. */
export class Realm {
  readonly clock: Clock
  readonly #world: World & { state: State }
  readonly #perform: Perform
  readonly #notes = createAnswerNotes()
  readonly #emitter: Emitter
  readonly #timers: Timers
  readonly #startsAfter: boolean

  constructor(options: RealmOptions) {
    const assumptions = assume(options.assumptions, this.#notes.assumes)
    const { clock, random, dialect = svcDialect } = options
    const level = checkedLevel(options.featureLevel ?? newestFeatureLevel)
    this.clock = clock
    this.#emitter = createEmitter(clock, () => nextId(this.#world, 'event'))
    this.#perform = options.perform ?? ((_name, _args, change) => change())
    this.#timers = createTimers(
      clock,
      () => this.#world.state,
      ({ kind, id }) => this.#change('timer', [kind, id], (world) => timerActions[kind](world, id)),
    )
    const state = createState(options.seed, { start: clock.now(), random, assumptions, level })
    this.#world = {
      state,
      clock,
      random,
      assumptions,
      words: { ...dialectWordsOf(dialect), extraEmoji: [dialect, dialect.beside ?? []].flat().map(extraEmojiIn) },
      queues: createEventQueues({
        clock,
        heartbeat: assumptions.heartbeatSeconds,
        listen: (listener) => this.onEvent(listener),
        seenBy: (queue, event) => seenBy(this.#world, queue, event),
      }),
      has: (feature) => this.has(feature),
      level: () => this.featureLevel,
      levelReached: () => this.levelReached,
      setTimer: (kind, id, due) => this.#timers.set({ kind, id, due }),
      cancelTimer: this.#timers.cancel,
      onBotAddress: options.onBotAddress ?? (() => {}),
      url: () => options.url().replace(/\/+$/, ''),
      emit: (type, audience, body) => this.#emitter.emit(type, audience, body),
    }
    this.#startsAfter = assumptions.levelStart === 'after'
    seedContents(this.#world, options.seed)
  }

  /** Changes at any time, as if the server were upgraded. @throws {RangeError} for an unknown level */
  get featureLevel(): number {
    return this.#world.state.level
  }

  set featureLevel(level: number) {
    const checked = checkedLevel(level)
    this.#change('setLevel', [checked], ({ state, emit }) => {
      state.level = checked
      // What a server says when it comes back from being upgraded. The shape is assumed.
      emit('restart', 'everyone', { svc_version: versionOf(checked), svc_feature_level: checked, immediate: false })
    })
  }

  has(feature: FeatureId): boolean {
    const there = hasFeature(this.levelReached, feature)
    if (!this.#notes.isCollecting) return there
    if (beginsAt(this.featureLevel, feature)) this.#notes.assumes('levelStart')
    if (!there) this.#notes.lacks(feature)
    return there
  }

  /** The level up to which all features exist: its own, or one below (see the assumption `levelStart`). */
  get levelReached(): number {
    return this.#startsAfter ? this.featureLevel - 1 : this.featureLevel
  }

  /** The state, and what the rules read it by. Changes are made only by `call` and `do`, which record them. */
  get world(): World {
    return this.#world
  }

  /** The choices made where the spec is silent. Reading one notes that it was used. */
  get assumptions(): Assumptions {
    return this.#world.assumptions
  }

  /** Starts noting what answers depend on; the function returned stops it, and returns the notes. */
  takeNotes(): () => Noted {
    return this.#notes.collect()
  }

  /** Notes that an answer depends on something that no option changes. */
  noteFixedAssumption(name: FixedAssumptionName): void {
    this.#notes.assumes(name)
  }

  /** An account by ID, real address or name. @throws {RangeError} if there is none */
  account(who: string | number): Account {
    return accountNamed(this.#world, who)
  }

  /** All accounts, including bots and deactivated ones. */
  accounts(): readonly Account[] {
    return [...this.#world.state.accounts.values()]
  }

  get name(): string {
    return this.#world.state.realm.name
  }

  /**
   * Calls an endpoint. The response has no envelope, and the shape of the realm's feature level. Its fields override the
   * envelope's (an older `result` of `partially_completed`).
   *
   * @throws {Refusal} when the server refuses the call
   */
  call<Name extends EndpointName>(
    name: Name,
    caller: Account | undefined,
    params: ReadParams<Name>,
    context: CallContext = {},
  ): Record<string, unknown> {
    const carryOut = (world: World) => {
      const account = caller && accountOf(world, caller.id)
      checkAccess(world, name, account, { can_create_users: account?.can_create_users === true })
      // Without a caller the endpoint is public, and its operation doesn't read `caller`.
      const answer = (operations[name] as Operation<Name>)({ world, caller: account as Account, params, context }) ?? {}
      return answerAtLevel(world, account, name, answer)
    }
    if (endpointNamed(name).method === 'GET') return carryOut(this.#world)
    return this.#change('call', [name, caller?.id, params, context], carryOut)
  }

  /** A promise that a call must await first: a request for events waits until there is one. Undefined for other calls. */
  waitFor(name: EndpointName, caller: Account | undefined, params: unknown): Promise<void> | undefined {
    if (name !== 'events.get' || caller === undefined) return undefined
    const { queue_id, last_event_id, dont_block } = params as ReadParams<'events.get'>
    return dont_block ? undefined : this.#world.queues.wait(caller.id, queue_id, last_event_id)
  }

  get queues(): EventQueues {
    return this.#world.queues
  }

  /** Adds a listener for everything that changes. The function returned removes it. */
  onEvent(listener: Listener): () => void {
    return this.#emitter.listen(listener)
  }

  /** Makes one of the other changes, under the name and with the arguments that the journal has for it. */
  do<Name extends ChangeName>(name: Name, ...args: ChangeArguments<Name>) {
    const change = changes[name] as (world: World, ...args: unknown[]) => ReturnType<(typeof changes)[Name]>
    return this.#change(name, args, (world) => change(world, ...args))
  }

  /** A channel by ID or name. @throws {RangeError} if there is none */
  channel(which: string | number): StoredChannel {
    return channelBy(this.#world, which)
  }

  /** Cancels all timers. */
  stop(): void {
    this.#world.queues.stop()
    this.#timers.stop()
  }

  snapshot(): State {
    return this.#world.state
  }

  /** Replaces the state, and sets its timers. */
  restore(state: State): void {
    this.stop()
    this.#emitter.clear()
    this.#world.state = state
    this.#timers.setAll()
  }

  /** Makes a change: its name and arguments are data, for the journal. */
  #change<Result>(name: string, args: readonly unknown[], change: (world: World) => Result): Result {
    return this.#perform(name, args, () => change(this.#world))
  }
}

const timerActions: Readonly<Record<TimerKind, (world: World, id: number) => void>> = {
  export: finishExport,
  'scheduled message': deliverScheduled,
  thumbnail: showThumbnail,
  'unused upload': deleteIfUnused,
}
