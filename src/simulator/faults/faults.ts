import { botTypes, type EndpointName, type Notification } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import type { Clock } from '../clock.js'
import { createRandom } from '../random.js'
import type { Realm } from '../realm/realm.js'
import type { Account } from '../realm/state.js'
import type { Stateful } from '../stateful.js'
import type { CallEffect } from './effects.js'
import { type Fault, type FaultData, faultOf } from './fault.js'
import { FaultError } from './faultError.js'
import { type FaultOutcome, faultOutcomeOf } from './faultOutcome.js'
import { parseFault, printFault } from './sentence.js'
import { type Entry, struckCalls, struckDeliveries } from './striking.js'
import { remainingOf } from './which.js'

/** A fault in the plan, and how far it has got. */
export interface FaultStatus {
  readonly id: number
  /** The fault as a sentence, from which it can be added again. */
  readonly sentence: string
  /** The fault as data. */
  readonly fault: Fault
  /** How many calls or deliveries that it is about have come since it was added. */
  readonly seen: number
  /** How many of them it has struck. */
  readonly fired: number
  /** How many it may strike yet; absent where there is no end to it. */
  readonly remaining?: number
}

/** How far a fault had got. */
export type Progress = Pick<FaultStatus, 'seen' | 'fired'>

/** A call or a delivery that went wrong by the plan. */
export type Strike = {
  /** UNIX milliseconds, by the simulator's clock. */
  readonly at: number
  /** What struck it, in the order of the plan. */
  readonly faults: readonly { readonly id: number; readonly sentence: string }[]
} & (
  | { readonly on: 'calls'; readonly endpoint: EndpointName; readonly method: string; readonly by: string | undefined }
  | { readonly on: 'deliveries'; readonly delivery: number; readonly bot: string; readonly messageId: number }
)

/** What goes wrong, when, and how often: a plan that is counted and never left to chance. */
export interface Faults {
  /**
   * Adds a fault to the plan: a sentence such as `the next 2 calls of messages.send answer 503`, or data. It counts
   * from now on; or goes on from where it was, which is how one that was removed is put back.
   *
   * @throws {FaultError} when it is not understood, or names an account that does not exist
   */
  add(fault: string | FaultData, progress?: Progress): FaultStatus
  /**
   * What a fault is understood as: its sentence, and itself as data. The plan stays as it is.
   *
   * @throws {FaultError} as `add` does
   */
  read(fault: string | FaultData): Pick<FaultStatus, 'sentence' | 'fault'>
  /** The plan, in the order in which it was added. Faults that have nothing left to strike stay in it. */
  list(): FaultStatus[]
  /** Takes a fault out of the plan. @throws {FaultError} when there is none with this ID */
  remove(id: number): void
  /** Takes everything out of the plan. */
  clear(): void
  /** What went wrong by the plan, oldest first; the newest thousand are kept, whatever is restored or reset. */
  readonly strikes: readonly Strike[]
  /**
   * The token that `carries the old token` stands for: the one that the bot had before, or one made up where it never
   * had another. Give it to a receiver to see that old tokens are taken while they are being replaced.
   *
   * @throws {FaultError} for who is no bot that the server calls
   */
  oldToken(bot: string): string
}

/** A call of an endpoint, as far as faults look at it. */
export interface FaultedCall {
  readonly endpoint: EndpointName
  readonly method: string
  /** The address that was shown, whether or not the key with it is right. */
  readonly by: string | undefined
}

/** What has become of the plan: for the journal. */
export type FaultHappening =
  | { readonly what: 'added' | 'removed'; readonly fault: FaultStatus }
  | { readonly what: 'struck'; readonly fault: Strike }

/** A fault on its way to strike. */
export interface Struck<Effect> {
  readonly sentence: string
  readonly effect: Effect
}

/** The plan, as the simulator works with it. */
export interface FaultPlan extends Faults, Stateful {
  readonly isEmpty: boolean
  /** What strikes this call; it is counted. */
  forCall(call: FaultedCall): readonly Struck<CallEffect>[]
  /** What becomes of this delivery, which is counted; undefined when nothing strikes it. */
  forDelivery(delivery: number, bot: Account, notification: Notification): FaultOutcome | undefined
  /** Hears of what becomes of the plan. */
  onHappening(listener: (happening: FaultHappening) => void): void
}

export interface FaultsOptions {
  readonly realm: Realm
  readonly clock: Clock
  /** What tokens that are wrong are made from. */
  readonly randomSeed: string | number
}

/** Makes an empty plan. */
export function createFaults({ realm, clock, randomSeed }: FaultsOptions): FaultPlan {
  const tokens = otherTokens(randomSeed)
  const listeners = new Set<(happening: FaultHappening) => void>()
  let entries: Entry[] = []
  let strikes: Strike[] = []
  let lastId = 0

  const tell = (happening: FaultHappening) => {
    for (const listener of listeners) listener(happening)
  }

  function note(strike: Strike): void {
    strikes.push(strike)
    if (strikes.length > kept * 2) strikes = strikes.slice(-kept)
    tell({ what: 'struck', fault: strike })
  }

  function understood(given: string | FaultData) {
    const fault = typeof given === 'string' ? parseFault(given) : faultOf(given)
    return { fault, sentence: printFault(fault), account: accountOf(realm, fault) }
  }

  return {
    add(given, { seen, fired } = { seen: 0, fired: 0 }) {
      const { fault, sentence, account } = understood(given)
      lastId += 1
      const entry: Entry = { id: lastId, fault, sentence, account: account?.id, seen, fired }
      entries.push(entry)
      tell({ what: 'added', fault: statusOf(entry) })
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
      entries = entries.filter((one) => one !== entry)
      tell({ what: 'removed', fault: statusOf(entry) })
    },
    clear() {
      const cleared = entries
      entries = []
      for (const entry of cleared) tell({ what: 'removed', fault: statusOf(entry) })
    },
    get strikes() {
      return strikes.slice(-kept)
    },
    oldToken(name) {
      return tokens.old(calledBot(realm, name))
    },
    forCall(call) {
      const by = call.by?.trim().toLowerCase()
      const struck = struckCalls(entries, call.endpoint, (account) => realm.account(account).email.toLowerCase() === by)
      if (struck.length > 0) note({ at: clock.now(), faults: struck.map(nameOf), on: 'calls', ...call })
      return struck
    },
    forDelivery(delivery, bot, notification) {
      const struck = struckDeliveries(entries, bot.id)
      if (struck.length === 0) return undefined
      const facts = { delivery, bot: bot.email, messageId: notification.message.id }
      note({ at: clock.now(), faults: struck.map(nameOf), on: 'deliveries', ...facts })
      return faultOutcomeOf(notification, struck, {
        wrong: () => tokens.wrong(bot),
        old: () => tokens.old(bot),
      })
    },
    onHappening: (listener) => void listeners.add(listener),
    snapshot: () => ({ entries, lastId }) satisfies Remembered,
    restore(snapshot) {
      ;({ entries, lastId } = snapshot as Remembered)
    },
  }
}

interface Remembered {
  entries: Entry[]
  lastId: number
}

/** Strikes that are kept. */
const kept = 1000

function statusOf({ id, sentence, fault, seen, fired }: Entry): FaultStatus {
  const remaining = remainingOf(fault.which, seen, fired)
  return { id, sentence, fault: structuredClone(fault), seen, fired, ...(remaining !== undefined && { remaining }) }
}

function nameOf({ id, sentence }: { readonly id: number; readonly sentence: string }) {
  return { id, sentence }
}

/** The account that a fault names. */
function accountOf(realm: Realm, fault: Fault): Account | undefined {
  if (fault.on === 'calls') return fault.by === undefined ? undefined : namedAccount(realm, fault.by)
  return fault.to === undefined ? undefined : calledBot(realm, fault.to)
}

function calledBot(realm: Realm, name: string): Account {
  const account = namedAccount(realm, name)
  if (account.botType === botTypes.outgoingWebhook) return account
  throw new FaultError('INVALID_FAULT', `"${name}" is nobody to whom anything is delivered: ${notCalled(account)}.`, {
    word: name,
  })
}

function notCalled({ fullName, botType }: Account): string {
  return botType === null
    ? `${fullName} is a person; name a bot with an outgoing webhook`
    : `${fullName} is a bot without an outgoing webhook; name one that has it`
}

function namedAccount(realm: Realm, name: string): Account {
  const names = realm.accounts().map(({ fullName }) => fullName)
  try {
    return realm.account(name)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const suggestion = nearest(name, names)
    const advice = suggestion === undefined ? `The accounts are ${names.join(', ')}.` : `Did you mean "${suggestion}"?`
    throw new FaultError('INVALID_FAULT', `A fault names nobody: there is no account "${name}". ${advice}`, {
      word: name,
      ...(suggestion !== undefined && { suggestion }),
    })
  }
}

function unknownFault(id: unknown, entries: readonly Entry[]): FaultError {
  const ids = entries.map((entry) => entry.id).join(', ')
  const there = ids === '' ? 'the plan is empty' : `the plan has ${ids}`
  return new FaultError('UNKNOWN_FAULT', `There is no fault ${String(id)}: ${there}. See faults.list().`, {
    word: String(id),
  })
}

/** Tokens that are not a bot's: made from a seed, or once its own. */
interface OtherTokens {
  /** One that was never the bot's. */
  wrong(bot: Account): string
  /** The one before the bot's; one that might have been, where it never had another. */
  old(bot: Account): string
}

function otherTokens(seed: string | number): OtherTokens {
  const made = (what: string, { id }: Account) => createRandom(`${what} of ${id} by ${seed}`).alphanumeric(tokenLength)
  return {
    wrong: (bot) => made('a wrong token', bot),
    old: (bot) => bot.webhook?.tokenBefore ?? made('an old token', bot),
  }
}

const tokenLength = 32
