import {
  type EndpointName,
  type FeatureId,
  hasFeature,
  newestFeatureLevel,
  type ReadParams,
  svcDialect,
} from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Random } from '../random.js'
import { checkAccess } from './access.js'
import { accountNamed, authenticate } from './accounts.js'
import { type Assumptions, assume } from './assumptions.js'
import type { Audience, EventBodies, EventType, Listener, RealmEvent } from './events.js'
import type { CallContext } from './operation.js'
import { operationFor } from './operations/index.js'
import { plant } from './planting.js'
import type { OrganisationSeed } from './seed.js'
import type { Account } from './state.js'
import { nextId, type Words, type World } from './world.js'

export interface RealmOptions {
  readonly seed: OrganisationSeed
  readonly clock: Clock
  readonly random: Random
  /** The newest unless given. */
  readonly featureLevel?: number
  readonly assumptions?: Partial<Assumptions>
  /** The organisation's address; asked whenever it is needed, since a free port is known late. */
  readonly url: () => string
  /** Words that depend on the dialect; the spec's own unless given. */
  readonly words?: Words
}

/** What an account calls the API with, and for bots that the server calls, what it knows the server by. */
export interface RealmCredentials {
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}

/** The organisation: its state and its rules. Synchronous; time, chance and addresses come from outside. */
export class Realm {
  /** May be changed at any time: the server is upgraded. */
  featureLevel: number
  readonly clock: Clock
  readonly #world: World
  readonly #listeners = new Set<Listener>()
  readonly #waiting: RealmEvent[] = []
  #delivering = false

  constructor(options: RealmOptions) {
    const assumptions = assume(options.assumptions)
    const { clock, random } = options
    this.featureLevel = options.featureLevel ?? newestFeatureLevel
    this.clock = clock
    const state = plant(options.seed, { start: clock.now(), random, assumptions })
    this.#world = {
      state,
      clock,
      random,
      assumptions,
      words: options.words ?? svcDialect.words,
      has: (feature) => this.has(feature),
      level: () => this.featureLevel,
      url: () => options.url().replace(/\/+$/, ''),
      listened: () => this.#listeners.size > 0,
      emit: (type, audience, body) => this.#emit(type, audience, body),
    }
  }

  /** Whether the organisation's server has a feature at its level. */
  has(feature: FeatureId): boolean {
    return hasFeature(this.featureLevel, feature)
  }

  /** The account whose credentials these are. @throws {Refusal} when they are nobody's, or nobody's any more */
  authenticate(email: string, apiKey: string): Account {
    return authenticate(this.#world, email, apiKey)
  }

  /** The account by ID, real address or name. @throws {RangeError} when there is none */
  account(who: string | number): Account {
    return accountNamed(this.#world, who)
  }

  /** What an account calls the API with. @throws {RangeError} when there is no such account */
  credentials(who: string | number): RealmCredentials {
    const { email, apiKey, webhook } = this.account(who)
    return { email, apiKey, ...(webhook && { token: webhook.token }) }
  }

  /** What is checked before parameters are read. @throws {Refusal} when the caller may not call the endpoint at all */
  checkAccess(name: EndpointName, caller: Account | undefined): void {
    checkAccess(name, caller)
  }

  /**
   * Calls an endpoint. The answer comes without the envelope, in the shape of the realm's feature level; fields of the
   * answer go before the envelope's (an older `result` of `partially_completed`).
   *
   * @throws {Refusal} when the service says no
   */
  call<Name extends EndpointName>(
    name: Name,
    caller: Account | undefined,
    params: ReadParams<Name>,
    context: CallContext = {},
  ): Record<string, unknown> {
    checkAccess(name, caller)
    return operationFor(name)({ world: this.#world, caller, params, context })
  }

  /** Hears of everything that changes from now on. Gives back how to stop that. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Events that a listener causes come after the one that it is hearing of, for every listener. */
  #emit<Type extends EventType>(type: Type, audience: Audience, body: EventBodies[Type]): void {
    if (this.#listeners.size === 0) return
    const frame = { id: nextId(this.#world, 'event'), at: this.clock.now(), audience, type }
    this.#waiting.push({ ...frame, ...body } as RealmEvent)
    if (this.#delivering) return
    this.#delivering = true
    try {
      for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
        for (const listener of [...this.#listeners]) listener(event)
      }
    } finally {
      this.#delivering = false
    }
  }
}
