import { durationText } from '../../text/index.js'
import type { Turn } from '../../transcript/transcript.js'
import type { FaultStatus } from '../faults/faults.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import { answersIn, isCause, isWithOwner, roleOf } from './roles.js'

/** An action by a person, or something that happened around the bot, with its consequences. */
export interface Step {
  /** A person's action. */
  readonly action?: JournalEntry
  readonly turns: readonly Turn[]
  readonly remark?: string
  /** The bot's actions and other consequences, in order. */
  readonly after: JournalEntry[]
}

export interface StepsOptions {
  readonly realm: Realm
  readonly bot: number
  /** The owner, whose credentials the bot may also have. */
  readonly owner: number | undefined
  /** The numbers of the first entry to include, and of the first after the last. */
  readonly from: number
  readonly until: number
  /** Whether to include a message. */
  isWanted(message: Readonly<Record<string, unknown>>): boolean
  /** Whether to include a person's call other than sending a message. */
  isWantedCall(entry: JournalEntry & { kind: 'call' }): boolean
  /** The currently planned faults. */
  readonly faults: readonly PlannedFault[]
  /** Milliseconds of silence that make a pause (default: a minute; with fewer, a transcript would be mostly pauses). */
  readonly longPause?: number
}

/**
 * Sorts the entries into the order of a transcript: the bot's actions follow the action that caused them, even if others
 * wrote in between.
 */
export function stepsIn(entries: readonly JournalEntry[], options: StepsOptions) {
  const { realm, bot, owner, from, until, isWanted, isWantedCall, longPause = 60_000 } = options
  const deliveries = createDeliveriesTo(bot, repliesIn(entries))
  const plan = createPlan(entries, options.faults)
  const answers = answersIn(entries)
  const steps: Step[] = []
  /** The step of each message; for messages that are left out, the step that it would have been. */
  const stepOf = new Map<number, number>()
  const leftOut = new Map<number, number>()
  /** The step that each call of the bot belongs to; undefined if it is left out. */
  const calls = new Map<number, number | undefined>()
  let cause: JournalEntry | undefined
  let lastPause = -1
  /** The length of each pause, by its step; and the steps after which the bot did something. */
  const pauses = new Map<number, number>()
  const isAnswered = new Set<number>()
  /** The faults that were planned before the first entry. */
  let planned: readonly Turn[] | undefined
  let start: number | undefined
  let clock = 0
  let isExact = true
  let usesOwner = false

  const add = (step: Omit<Step, 'after' | 'turns'> & { readonly turns?: readonly Turn[] }) =>
    steps.push({ turns: [], ...step, after: [] }) - 1
  const begin = (at: number) => {
    if (start !== undefined) return
    start = Math.floor(at / 1000) * 1000
    clock = start
    for (const turn of planned ?? []) add({ turns: [turn] })
  }
  /**
   * Adds a pause, and joins it with the previous one if the bot did nothing in between. Time spent on deliveries needs no
   * pause: it passes by itself when the transcript is played.
   */
  const pause = (by: number) => {
    clock += by
    if (deliveries.isBusy) return
    const isGoingOn = lastPause === steps.length - 1 && !isAnswered.has(lastPause)
    const sum = by + (isGoingOn ? (pauses.get(lastPause) ?? 0) : 0)
    const turns: readonly Turn[] = [{ kind: 'later', by: durationText(sum) }]
    if (isGoingOn && pauses.has(lastPause)) steps[lastPause] = { turns, after: steps[lastPause]?.after ?? [] }
    else lastPause = add({ turns })
    pauses.set(lastPause, sum)
  }
  /** Adds a pause if the clock has moved on by itself for a while. */
  const catchUp = (at: number) => {
    begin(at)
    if (at - clock >= longPause) pause(Math.floor((at - clock) / 1000) * 1000)
    isExact &&= at === clock
  }

  function homeOf(entry: JournalEntry): number | undefined {
    const event = entry.kind === 'event' ? entry.event : undefined
    const reply = event?.type === 'message' ? Number(event.message.id) : undefined
    const message = deliveries.messageBehind({ ...(reply !== undefined && { reply }), by: inSamePlace(event) })
    const index = message === undefined ? undefined : stepOf.get(message)
    const isLeftOut = message !== undefined && index === undefined
    if (isLeftOut && (deliveries.isAtWork || lastPause < (leftOut.get(message) ?? 0))) return undefined
    catchUp(entry.at)
    const home = Math.max(index ?? -1, lastPause)
    return home >= 0 ? home : steps.length - 1
  }

  /** The included messages in the place of an event's message. */
  function inSamePlace(event: (JournalEntry & { kind: 'event' })['event'] | undefined): ReadonlySet<number> {
    if (event?.type !== 'message') return new Set()
    return new Set([...stepOf.keys()].filter((id) => places.get(id) === placeOf(event.message)))
  }
  const places = new Map<number, string>()

  function addOfBot(entry: JournalEntry): void {
    if (deliveries.isOfResend(entry)) {
      if (entry.kind === 'call') calls.set(entry.number, undefined)
      return
    }
    const known = entry.kind === 'answer' ? entry.call : cause?.kind === 'call' ? cause.number : undefined
    const home = known !== undefined && calls.has(known) ? calls.get(known) : homeOf(entry)
    if (entry.kind === 'call') calls.set(entry.number, home)
    if (home === undefined) return
    steps[home]?.after.push(entry)
    isAnswered.add(home)
  }

  function addOfPerson(entry: JournalEntry): void {
    if (entry.kind === 'event' && entry.event.type === 'message') {
      const { message } = entry.event
      if (!isWanted(message)) return void leftOut.set(Number(message.id), steps.length)
      catchUp(entry.at)
      stepOf.set(Number(message.id), add({ action: entry }))
      places.set(Number(message.id), placeOf(message))
      return
    }
    if (entry.kind === 'call' && !isWantedCall(entry)) return
    catchUp(entry.at)
    add({ action: entry })
  }

  /** Adds something that no one did at that moment, such as a scheduled message. */
  function addAside(entry: JournalEntry & { kind: 'event' }): void {
    if (entry.event.type === 'message') {
      const { message } = entry.event
      if (!isWanted(message)) return void leftOut.set(Number(message.id), steps.length)
      stepOf.set(Number(message.id), steps.length - 1)
      places.set(Number(message.id), placeOf(message))
    }
    steps.at(-1)?.after.push(entry)
  }

  function addAround(entry: JournalEntry): void {
    if (entry.kind === 'clock') {
      begin(entry.from)
      if (entry.to > entry.from) pause(entry.to - entry.from)
    } else if (entry.kind === 'level') {
      catchUp(entry.at)
      add({ turns: [{ kind: 'level', level: entry.to }] })
    } else if (entry.kind === 'change' && entry.what === 'connect' && entry.with[0] === bot) {
      const isFirst = steps.length === 0 || steps.at(-1)?.turns.some(({ kind }) => kind === 'restart')
      if (!isFirst) lastPause = add({ turns: [{ kind: 'restart' }] })
    }
  }

  for (const entry of entries) {
    if (entry.number >= until) break
    const isInside = entry.number >= from
    if (isInside) planned ??= plan.atFirst()
    const turns = plan.take(entry)
    deliveries.take(entry)
    if (!isInside) continue
    if (turns.length > 0) {
      catchUp(entry.at)
      add({ turns })
    }
    if (isResend(entry) && entry.bot.user_id === bot && steps.length > 0)
      add({ remark: ` Delivery ${entry.resends} was sent again by hand here; what came of that is left out.` })
    if (isCause(entry)) cause = entry
    addAround(entry)
    const around = { realm, bot, owner, answers, cause, isAtWork: deliveries.isAtWork, calls }
    usesOwner ||= isWithOwner(entry, around)
    const role = roleOf(entry, around)
    if (role === 'bot' || role === 'owner') addOfBot(entry)
    else if (role === 'person') addOfPerson(entry)
    else if (role === 'aside' && entry.kind === 'event') addAside(entry)
  }
  // `start` is in UNIX milliseconds; `isExact`: the steps determine the time to the millisecond.
  return { steps, start: start ?? 0, isExact, usesOwner }
}

function placeOf({ display_recipient: recipient, subject }: Readonly<Record<string, unknown>>): string {
  if (!Array.isArray(recipient)) return `${String(recipient)} > ${String(subject).toLowerCase()}`
  return recipient.map(({ id }: { readonly id: number }) => id).join(',')
}

type Queued = JournalEntry & { kind: 'delivery'; stage: 'queued' }

/** Whether somebody sends a delivery again. */
function isResend(entry: JournalEntry): entry is Queued {
  return entry.kind === 'delivery' && entry.stage === 'queued' && (entry.resends ?? null) !== null
}

/** Follows the deliveries to a bot. */
function createDeliveriesTo(bot: number, { replies, toResends }: Replies) {
  /** The messages of deliveries under way, by delivery. */
  const underWay = new Map<number, number>()
  /** Those among them that somebody sent again. */
  const resends = new Set<number>()
  const busy = new Set<number>()
  let latest: number | undefined

  return {
    take(entry: JournalEntry): void {
      if (entry.kind !== 'delivery') return
      if (entry.stage === 'queued' && entry.bot.user_id === bot) {
        underWay.set(entry.delivery, entry.messageId)
        if (isResend(entry)) resends.add(entry.delivery)
        else latest = entry.messageId
      }
      // A held delivery doesn't wait for time to pass.
      if (entry.stage === 'attempted' || (entry.stage === 'queued' && entry.outcome !== 'held'))
        busy.add(entry.delivery)
      if (entry.stage !== 'ended') return
      underWay.delete(entry.delivery)
      resends.delete(entry.delivery)
      busy.delete(entry.delivery)
    },
    /** Whether the bot did this because a delivery was sent again. */
    isOfResend(entry: JournalEntry): boolean {
      const message = entry.kind === 'event' && entry.event.type === 'message' ? Number(entry.event.message.id) : 0
      if (replies.has(message)) return toResends.has(message)
      return resends.size > 0 && resends.size === underWay.size
    },
    /** The message that the bot was most likely working on; undefined if none was delivered to it. */
    messageBehind({ reply, by }: { readonly reply?: number; readonly by: ReadonlySet<number> }): number | undefined {
      const answered = reply === undefined ? undefined : replies.get(reply)
      if (answered !== undefined) return answered
      const candidates = [...underWay.values()]
      return candidates.find((message) => by.has(message)) ?? candidates[0] ?? latest
    },
    /** Whether the bot has a delivery that it hasn't answered yet. */
    get isAtWork(): boolean {
      return underWay.size > 0
    },
    /** Whether a delivery to any bot is under way. Playing a transcript waits until none is. */
    get isBusy(): boolean {
      return busy.size > 0
    },
  }
}

type Replies = ReturnType<typeof repliesIn>

/** The replies of bots, each with the message that it answers; and those to deliveries that somebody sent again. */
function repliesIn(entries: readonly JournalEntry[]) {
  const queued = new Map<number, Queued>()
  const replies = new Map<number, number>()
  const toResends = new Set<number>()
  for (const entry of entries) {
    if (entry.kind !== 'delivery') continue
    if (entry.stage === 'queued') queued.set(entry.delivery, entry)
    const delivery = queued.get(entry.delivery)
    if (entry.stage !== 'ended' || typeof entry.replyId !== 'number' || delivery === undefined) continue
    replies.set(entry.replyId, delivery.messageId)
    if (isResend(delivery)) toResends.add(entry.replyId)
  }
  return { replies, toResends }
}

/** A planned fault, as far as a transcript needs it. */
export type PlannedFault = Pick<FaultStatus, 'id' | 'sentence' | 'remaining'>

/** Follows the planned faults, beginning with those planned before the first entry: the current ones that no entry adds. */
function createPlan(entries: readonly JournalEntry[], now: readonly PlannedFault[]) {
  const plan = new Map<number, { readonly sentence: string; left: number }>()
  const add = ({ id, sentence, remaining = Number.POSITIVE_INFINITY }: PlannedFault) =>
    plan.set(id, { sentence, left: remaining })
  const turns = () =>
    [...plan.values()].flatMap(({ sentence, left }) => (left > 0 ? [{ kind: 'fault' as const, sentence }] : []))
  /** Changes how often each of these faults can still apply. */
  const count = (faults: readonly { readonly id: number }[], change: 1 | -1) => {
    for (const { id } of faults) {
      const known = plan.get(id)
      if (known !== undefined) known.left += change
    }
  }
  now.forEach(add)
  const happenings = entries.filter((entry) => entry.kind === 'fault')
  for (const { what, fault } of happenings) {
    if (what === 'applied') count(fault.faults, 1)
    else if (what === 'added') plan.delete(fault.id)
  }
  /** Whether a fault that was just removed was not used up. */
  let wasAlive = false

  return {
    /** The transcript entries for the faults that were planned before it begins. */
    atFirst: turns,
    /** Takes the next entry; returns its transcript entries. */
    take(entry: JournalEntry): readonly Turn[] {
      if (entry.kind !== 'fault') return []
      if (entry.what === 'applied') {
        count(entry.fault.faults, -1)
        return []
      }
      const { id, sentence } = entry.fault
      if (entry.what === 'added') {
        add(entry.fault)
        return [{ kind: 'fault', sentence }]
      }
      wasAlive ||= (plan.get(id)?.left ?? 0) > 0
      plan.delete(id)
      const next = entries[entries.findIndex(({ number }) => number === entry.number) + 1]
      // If all are removed at once, each has an entry.
      if (!wasAlive || (next?.kind === 'fault' && next.what === 'removed')) return []
      wasAlive = false
      return [{ kind: 'no faults' }, ...turns()]
    },
  }
}
