import { botTypes, type EndpointName, type Notification } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import type { Clock } from '../base/clock.js'
import { createRandom, type Stateful } from '../base/random.js'
import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/world/state.js'
import { type CallEffect, type EventEffect, type Fault, type FaultData, faultOf, isDue, remainingOf } from './fault.js'
import { FaultError } from './faultError.js'
import { type FaultOutcome, faultOutcomeOf } from './faultOutcome.js'
import { parseFault, printFault } from './sentence.js'

/** A planned fault, and its progress. */
export interface FaultStatus {
  readonly id: number
  /** The fault as a sentence, from which it can be added again. */
  readonly sentence: string
  /** The fault as data. */
  readonly fault: Fault
  /** How many calls or deliveries it could have affected since it was added. */
  readonly seen: number
  /** How many of them it affected. */
  readonly fired: number
  /** How many more it may affect; absent if there is no limit. */
  readonly remaining?: number
}

/** The progress of a fault. */
type Progress = Pick<FaultStatus, 'seen' | 'fired'>

/** A call or a delivery that faults affected; an event counts as a part of `events.get`. */
export type AppliedFaults = {
  /** UNIX milliseconds, by the simulator's clock. */
  readonly at: number
  /** The faults, in the order of the plan. */
  readonly faults: readonly { readonly id: number; readonly sentence: string }[]
} & (
  | { readonly on: 'calls'; readonly endpoint: EndpointName; readonly method: string; readonly by: string | undefined }
  | { readonly on: 'deliveries'; readonly delivery: number; readonly bot: string; readonly messageId: number }
)

/** The plan of what goes wrong, when, and how often: by counting, never at random. */
export interface Faults {
  /**
   * Adds a fault to the plan: a sentence such as `the next 2 calls of messages.send answer 503`, or data. It counts
   * from now on, or continues from `progress`, which is how a removed fault is put back.
   *
   * @throws {FaultError} if it can't be understood, or names an account that doesn't exist
   */
  add(fault: string | FaultData, progress?: Progress): FaultStatus
  /** Checks a fault, and returns its sentence and its data. The plan is unchanged. @throws {FaultError} as `add` does */
  read(fault: string | FaultData): Pick<FaultStatus, 'sentence' | 'fault'>
  /** The plan, in the order of adding. Faults that are used up stay in it. */
  list(): FaultStatus[]
  /**
   * Removes a fault from the plan. Removing the last one ends all effects at once: delayed calls and deliveries go on, and
   * hanging connections are closed.
   *
   * @throws {FaultError} if there is none with this ID
   */
  remove(id: number): void
  /** Removes all faults, with the effect described for `remove`. */
  clear(): void
  /** The calls and deliveries that faults affected, oldest first; the newest thousand are kept, whatever is restored. */
  readonly applied: readonly AppliedFaults[]
  /**
   * The token that `carries the old token` stands for: the bot's previous one, or a made-up one if it has none. Give it
   * to a receiver to test that old tokens are accepted while they are being replaced.
   *
   * @throws {FaultError} if there is no such bot, or it gets no deliveries
   */
  oldToken(bot: string): string
}

/** A call of an endpoint, as far as faults depend on it. */
interface FaultableCall {
  readonly endpoint: EndpointName
  readonly method: string
  /** The address in the credentials, whether or not the key is right. */
  readonly by: string | undefined
}

/** A change of the plan, or its effect, for the journal. */
export type FaultHappening =
  | { readonly what: 'added' | 'removed'; readonly fault: FaultStatus }
  | { readonly what: 'applied'; readonly fault: AppliedFaults }

/** The plan, as the simulator uses it. */
export interface FaultPlan extends Faults, Stateful {
  readonly isEmpty: boolean
  /** Counts a call, and returns the faults that affect it. */
  forCall(call: FaultableCall): readonly { readonly sentence: string; readonly effect: CallEffect }[]
  /** Counts an event or a heartbeat for an account's event queue, and returns what happens to it. */
  forEvent(on: 'events' | 'heartbeats', account: number): readonly EventEffect[]
  /** Counts a delivery, and returns what happens to it; undefined if no fault affects it. */
  forDelivery(delivery: number, bot: Account, notification: Notification): FaultOutcome | undefined
  onHappening(listener: (happening: FaultHappening) => void): void
}

interface FaultsOptions {
  readonly realm: Realm
  readonly clock: Clock
  /** Made-up tokens depend on it. */
  readonly randomSeed: string | number
}

/** A fault in the plan. */
interface Entry {
  readonly id: number
  readonly fault: Fault
  readonly sentence: string
  /** ID of the account that it names. */
  readonly account: number | undefined
  seen: number
  fired: number
}

type EntryOn<On> = Entry & { readonly fault: { readonly on: On } }

/** Makes an empty plan. */
export function createFaults({ realm, clock, randomSeed }: FaultsOptions): FaultPlan {
  const listeners = new Set<(happening: FaultHappening) => void>()
  let entries: Entry[] = []
  let applied: AppliedFaults[] = []
  let lastId = 0

  const emit = (happening: FaultHappening) => {
    for (const listener of listeners) listener(happening)
  }
  const understood = (given: string | FaultData) => {
    const fault = typeof given === 'string' ? parseFault(given) : faultOf(given)
    return { fault, sentence: printFault(fault), account: accountOf(realm, fault)?.id }
  }
  const remove = (removed: readonly Entry[]) => {
    entries = entries.filter((entry) => !removed.includes(entry))
    for (const entry of removed) emit({ what: 'removed', fault: statusOf(entry) })
  }
  const madeUp = (what: string, { id }: Account) => createRandom(`${what} of ${id} by ${randomSeed}`).alphanumeric(32)
  const oldToken = (bot: Account) => bot.webhook?.tokenBefore ?? madeUp('an old token', bot)

  /** The entries that are due for a call or delivery, which is counted. */
  function due<On extends Fault['on']>(on: On, isAbout: (entry: EntryOn<On>) => boolean): EntryOn<On>[] {
    const about = entries.filter(
      (entry): entry is EntryOn<On> => entry.fault.on === on && isAbout(entry as EntryOn<On>),
    )
    for (const entry of about) entry.seen += 1
    return about.filter(({ fault, seen, fired }) => isDue(fault.which, seen, fired))
  }

  function apply(
    due: readonly Entry[],
    facts: (FaultableCall & { on: 'calls' }) | Omit<AppliedFaults & { on: 'deliveries' }, 'at' | 'faults'>,
  ): void {
    if (due.length === 0) return
    for (const entry of due) entry.fired += 1
    applied.push({ at: clock.now(), faults: due.map(({ id, sentence }) => ({ id, sentence })), ...facts })
    applied = applied.slice(-kept)
    emit({ what: 'applied', fault: applied.at(-1) as AppliedFaults })
  }

  return {
    add(given, progress = { seen: 0, fired: 0 }) {
      const read = understood(given)
      lastId += 1
      const entry: Entry = { id: lastId, ...read, seen: progress.seen, fired: progress.fired }
      entries.push(entry)
      emit({ what: 'added', fault: statusOf(entry) })
      return statusOf(entry)
    },
    read(given) {
      const { fault, sentence } = understood(given)
      return { fault, sentence }
    },
    get isEmpty() {
      return entries.length === 0
    },
    list: () => entries.map(statusOf),
    remove(id) {
      const entry = entries.find((one) => one.id === id)
      if (entry === undefined) throw unknownFault(id, entries)
      remove([entry])
    },
    clear: () => remove(entries),
    get applied() {
      return [...applied]
    },
    oldToken: (name) => oldToken(calledBot(realm, name)),
    forCall(call) {
      const by = call.by?.trim().toLowerCase()
      const found = due('calls', ({ fault: { of = call.endpoint }, account }) => {
        return of === call.endpoint && (account === undefined || realm.account(account).email.toLowerCase() === by)
      })
      // The first that decides the outcome, plus those that change timing or format, if there is an answer.
      const decider = found.find(({ fault }) => decides(fault.effect))
      const isAnswered = decider === undefined || !isSilent(decider.fault.effect)
      const applying = found.filter(({ fault: { effect } }, at) => {
        return found[at] === decider || (!decides(effect) && (isAnswered || effect.kind === 'delay'))
      })
      apply(applying, { on: 'calls', ...call })
      return applying.map(({ sentence, fault: { effect } }) => ({ sentence, effect }))
    },
    forEvent(on, account) {
      const found = due(on, (entry) => entry.account === undefined || entry.account === account)
      const by = realm.account(account).email
      apply(found, { on: 'calls', endpoint: 'events.get', method: 'GET', by })
      return found.map(({ fault: { effect } }) => effect)
    },
    forDelivery(delivery, bot, notification) {
      const found = due('deliveries', ({ account }) => account === undefined || account === bot.id)
      const drop = found.find(({ fault }) => fault.effect.kind === 'drop')
      // One of those for "the next" takes a delivery; the others wait for the next ones.
      const [nextOne] = found.filter(isNext)
      const applying = drop === undefined ? found.filter((entry) => !isNext(entry) || entry === nextOne) : [drop]
      if (applying.length === 0) return undefined
      apply(applying, { on: 'deliveries', delivery, bot: bot.email, messageId: notification.message.id })
      return faultOutcomeOf(
        notification,
        applying.map(({ sentence, fault: { effect } }) => ({ sentence, effect })),
        { wrong: () => madeUp('a wrong token', bot), old: () => oldToken(bot) },
      )
    },
    onHappening: (listener) => void listeners.add(listener),
    snapshot: () => ({ entries, lastId }) satisfies Snapshot,
    restore(snapshot) {
      ;({ entries, lastId } = snapshot as Snapshot)
    },
  }
}

interface Snapshot {
  entries: Entry[]
  lastId: number
}

const isNext = ({ fault }: Entry) => fault.which.kind === 'next'

/** How many affected calls and deliveries are kept. */
const kept = 1000

/** Whether an effect decides how a call ends. */
export function decides({ kind }: CallEffect): boolean {
  return kind === 'status' || kind === 'rate limit' || kind === 'key revoked' || isSilent({ kind })
}

/** Whether there is no answer. */
export function isSilent({ kind }: Pick<CallEffect, 'kind'>): boolean {
  return kind === 'drop' || kind === 'reset' || kind === 'hang'
}

function statusOf({ id, sentence, fault, seen, fired }: Entry): FaultStatus {
  const remaining = remainingOf(fault.which, seen, fired)
  return { id, sentence, fault: structuredClone(fault), seen, fired, ...(remaining !== undefined && { remaining }) }
}

/** The account that a fault names. */
function accountOf(realm: Realm, fault: Fault): Account | undefined {
  if (fault.on === 'calls') return fault.by === undefined ? undefined : namedAccount(realm, fault.by)
  if (fault.to === undefined) return undefined
  return fault.on === 'deliveries' ? calledBot(realm, fault.to) : namedAccount(realm, fault.to)
}

function calledBot(realm: Realm, name: string): Account {
  const account = namedAccount(realm, name)
  if (account.bot_type === botTypes.outgoingWebhook) return account
  const why =
    account.bot_type === null
      ? `${account.full_name} is a person; name a bot with an outgoing webhook`
      : `${account.full_name} is a bot without an outgoing webhook; name one that has it`
  throw new FaultError('invalid_fault', `"${name}" is nobody to whom anything is delivered: ${why}.`, { word: name })
}

function namedAccount(realm: Realm, name: string): Account {
  try {
    return realm.account(name)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const names = realm.accounts().map(({ full_name }) => full_name)
    const suggestion = nearest(name, names)
    const advice = suggestion === undefined ? `The accounts are ${names.join(', ')}.` : `Did you mean "${suggestion}"?`
    const message = `A fault names nobody: there is no account "${name}". ${advice}`
    throw new FaultError('invalid_fault', message, { word: name, suggestion })
  }
}

function unknownFault(id: number, entries: readonly Entry[]): FaultError {
  const ids = entries.map((entry) => entry.id).join(', ')
  const there = ids === '' ? 'the plan is empty' : `the plan has ${ids}`
  return new FaultError('unknown_fault', `There is no fault ${String(id)}: ${there}. See faults.list().`, {
    word: String(id),
  })
}
