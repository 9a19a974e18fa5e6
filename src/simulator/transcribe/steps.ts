import { durationText } from '../../text/index.js'
import type { Turn } from '../../transcript/transcript.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import { inChat, isCause, roleOfEvent, unnoticed } from './roles.js'

/** A person's action, a pause or another level, with what came of it. */
export interface TranscriptStep {
  readonly action?: JournalEntry
  readonly turn?: Turn
  /** The bot's actions and other consequences, in order. */
  readonly after: JournalEntry[]
}

export interface StepsOptions {
  readonly realm: Realm
  readonly bot: number
  /** The number of the first entry to include. */
  readonly from: number
  isWanted(message: EventMessage): boolean
  /** The messages of the seed that people can react to, edit, move and delete. */
  readonly seeded: ReadonlySet<unknown>
  /** The calls whose uploads are included (default: all). */
  readonly uploads?: ReadonlySet<number>
  /** Milliseconds of silence that make a pause (default: a minute; with fewer, a transcript would be mostly pauses). */
  readonly longPause?: number
}

export type EventMessage = Readonly<Record<string, unknown>>

/**
 * Sorts the entries into the order of a transcript: the bot's actions follow the action that caused them, even if others
 * wrote in between.
 */
export function stepsIn(entries: readonly JournalEntry[], options: StepsOptions) {
  const { realm, bot, from, isWanted, seeded, uploads, longPause = 60_000 } = options
  const { owner_id } = realm.account(bot)
  const { answered, byName } = workIn(entries)
  const steps: TranscriptStep[] = []
  /** The step of each message, and of each call of the bot; undefined for what is left out. */
  const stepOf = new Map<unknown, TranscriptStep | undefined>()
  const calls = new Map<number, TranscriptStep | undefined>()
  /** The messages that the bot works on, by delivery; then the latest, unless the bot may do things for other reasons. */
  const underWay = new Map<number, number>()
  /** Deliveries whose time passes by itself when it is played; one that is held waits for people, not for time. */
  const busy = new Set<number>()
  let busySince = 0
  let latest: { readonly message: number; readonly at: number } | undefined
  let cause: JournalEntry | undefined
  let start: number | undefined
  /** Milliseconds of pauses so far. */
  let played = 0
  let isMoved = false
  let usesOwner = false

  function add(step: Omit<TranscriptStep, 'after'>): TranscriptStep {
    const added = { ...step, after: [] }
    steps.push(added)
    return added
  }

  function begin(at: number): number {
    start ??= Math.floor(at / 1000) * 1000
    return start
  }

  /** Adds a pause if time has passed. The time that a delivery takes needs none: it passes by itself when it is played. */
  function catchUp(at: number): boolean {
    const since = begin(at) + played
    const passed = Math.floor((at - since) / 1000) * 1000
    if (passed <= 0 || !(isMoved || passed >= longPause)) return false
    const waited = busy.size > 0 ? Math.floor((busySince - since) / 1000) * 1000 : passed
    played += passed
    isMoved = false
    if (waited <= 0) return false
    add({ turn: { kind: 'later', by: durationText(waited) } })
    return true
  }

  /** The message that the bot was most likely working on; undefined if it acts of its own accord. */
  function messageBehind(entry: JournalEntry): number | undefined {
    const message = entry.kind === 'event' && entry.event.type === 'message' ? entry.event.message : undefined
    const reply = message && answered.get(message.id)
    if (reply !== undefined) return reply
    const caller = entry.kind === 'call' ? entry : cause?.kind === 'call' ? cause : undefined
    const named = caller?.client === undefined ? undefined : byName.get(caller.client)
    if (named !== undefined) return named
    const working = [...underWay.values()]
    const there = message && placeOf(message)
    const inPlace = working.find((id) => there !== undefined && places.get(id) === there)
    const since = latest === undefined ? Number.POSITIVE_INFINITY : entry.at - latest.at
    const isRecent = Number.isNaN(latest?.message) ? since < longestWork : !isMoved && since < longPause
    return inPlace ?? working[0] ?? (isRecent ? latest?.message : undefined)
  }
  const places = new Map<number, string>()

  function homeOf(entry: JournalEntry): TranscriptStep | undefined {
    const known = entry.kind === 'answer' ? entry.call : cause?.kind === 'call' ? cause.number : undefined
    if (known !== undefined && calls.has(known)) return calls.get(known)
    const message = messageBehind(entry)
    if (message !== undefined && stepOf.get(message) === undefined) return undefined
    return catchUp(entry.at) || message === undefined ? steps.at(-1) : stepOf.get(message)
  }

  function addMessage(entry: JournalEntry, message: EventMessage, isOfPerson: boolean): void {
    const isLeftOut = !isWanted(message)
    if (!isLeftOut && isOfPerson) catchUp(entry.at)
    stepOf.set(message.id, isLeftOut ? undefined : isOfPerson ? add({ action: entry }) : steps.at(-1))
    places.set(Number(message.id), placeOf(message))
    if (!isLeftOut && !isOfPerson) steps.at(-1)?.after.push(entry)
  }

  /** Whether a person's action concerns a message of the conversation, or uploads a file for one. */
  function isAboutWanted(entry: JournalEntry): boolean {
    if (entry.kind === 'call') return uploads?.has(entry.number) ?? true
    if (entry.kind !== 'event') return true
    const { event } = entry
    const ids = 'message_ids' in event ? (event.message_ids as readonly unknown[]) : [Reflect.get(event, 'message_id')]
    return ids.some((id) => stepOf.get(id) !== undefined || (!stepOf.has(id) && seeded.has(id)))
  }

  for (const entry of entries) {
    if (entry.kind === 'delivery' && entry.stage === 'queued' && entry.bot.user_id === bot) {
      const message = entry.resends == null ? entry.messageId : Number.NaN
      underWay.set(entry.delivery, message)
      latest = { message, at: entry.at }
    } else if (entry.kind === 'delivery' && entry.stage === 'ended') underWay.delete(entry.delivery)
    if (entry.kind === 'delivery' && entry.stage === 'ended') busy.delete(entry.delivery)
    else if (
      entry.kind === 'delivery' &&
      underWay.has(entry.delivery) &&
      !(entry.stage === 'queued' && entry.outcome === 'held')
    ) {
      if (busy.size === 0) busySince = entry.at
      busy.add(entry.delivery)
    }
    if (entry.number < from) continue
    if (isCause(entry)) cause = entry
    if (entry.kind === 'clock' && entry.to > entry.from) {
      begin(entry.from)
      isMoved = true
    }
    if (entry.kind === 'level') {
      catchUp(entry.at)
      add({ turn: { kind: 'level', level: entry.to } })
    }
    const isOwners =
      entry.kind === 'call' && entry.caller?.user_id === owner_id && entry.client === undefined && underWay.size > 0
    usesOwner ||= isOwners
    const role = roleOf(entry, isOwners)
    if (role === 'bot') {
      const home = homeOf(entry)
      if (entry.kind === 'call') calls.set(entry.number, home)
      if (entry.kind === 'event' && entry.event.type === 'message') stepOf.set(entry.event.message.id, home)
      home?.after.push(entry)
    } else if (entry.kind === 'event' && entry.event.type === 'message' && role !== undefined)
      addMessage(entry, entry.event.message, role === 'person')
    else if (role === 'person') {
      if (!isAboutWanted(entry)) continue
      catchUp(entry.at)
      add({ action: entry })
    } else if (role === 'aside') steps.at(-1)?.after.push(entry)
  }
  // `start` is in UNIX milliseconds.
  return { steps, start: start ?? 0, usesOwner }

  function roleOf(entry: JournalEntry, isOwners: boolean) {
    if (entry.kind === 'answer') return calls.has(entry.call) ? 'bot' : undefined
    if (entry.kind === 'event') return roleOfEvent(entry.event, { realm, bot, cause, calls })
    if (entry.kind !== 'call' || entry.endpoint === undefined || unnoticed.has(entry.endpoint)) return undefined
    if (entry.method === undefined || entry.method === 'GET' || entry.caller === undefined) return undefined
    if (entry.caller.user_id === bot || (isOwners && !inChat.has(entry.endpoint))) return 'bot'
    return entry.endpoint === 'files.upload' && realm.account(entry.caller.user_id).bot_type === null
      ? 'person'
      : undefined
  }
}

function placeOf({ display_recipient: recipient, subject }: EventMessage): string {
  if (!Array.isArray(recipient)) return `${String(recipient)} > ${String(subject).toLowerCase()}`
  return recipient.map(({ id }: { readonly id: number }) => id).join(',')
}

/** Milliseconds that a bot works on a delivery, unless it has its own limit. */
const longestWork = 300_000

/**
 * The messages that replies of bots answer, and those that calls of bots are about whose processes name the delivery; none
 * that there is for deliveries that somebody sent again.
 */
function workIn(entries: readonly JournalEntry[]) {
  const messages = new Map<number, number>()
  const answered = new Map<unknown, number>()
  const byName = new Map<string, number>()
  for (const entry of entries) {
    if (entry.kind !== 'delivery') continue
    if (entry.stage === 'queued') messages.set(entry.delivery, entry.resends == null ? entry.messageId : Number.NaN)
    const message = messages.get(entry.delivery)
    if (message === undefined) continue
    if (entry.stage === 'ended' && typeof entry.replyId === 'number') answered.set(entry.replyId, message)
    if (entry.stage === 'logged') byName.set(`delivery ${entry.name}`, message)
  }
  return { answered, byName }
}
