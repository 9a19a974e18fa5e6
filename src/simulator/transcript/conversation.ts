import { actionOf, type Wording } from '../../transcript/observed.js'
import type { Entry, Part, TranscriptPlace } from '../../transcript/transcript.js'
import { createVolatile } from '../../transcript/volatile.js'
import { writeTranscript } from '../../transcript/write.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import { loggedOf, placeKey } from './chatLog.js'
import { createObserver } from './observe.js'
import { writtenActions } from './people.js'
import { answersIn } from './roles.js'
import { type PlannedFault, stepsIn } from './steps.js'
import { surroundingsOf } from './surroundings.js'

export interface ConversationOptions {
  readonly realm: Realm
  /** All entries that the journal keeps. */
  readonly journal: Iterable<JournalEntry>
  /** The organisation's seed. */
  readonly seed: OrganisationSeed
  /** The currently planned faults. */
  readonly faults: readonly PlannedFault[]
  /** The bot to test. */
  readonly bot: number
  /** The IDs of the first and the last message. (default: the first and the newest of all) */
  readonly from?: number
  readonly to?: number
  /** Limits it to this conversation, and to what the bot did elsewhere because of it. */
  readonly where?: TranscriptPlace
  /** The name of the file, without its extension. */
  readonly name: string
  /** Milliseconds of silence that make a pause (default: a minute). */
  readonly longPause?: number
}

/** A conversation as a transcript, with its organisation unless that is the bakery. */
export interface WrittenConversation {
  readonly text: string
  readonly organisation: OrganisationSeed | undefined
  /** The organisation's file, as named in the transcript. */
  readonly organisationFile: string
  /** The number of actions by people. */
  readonly actions: number
}

/**
 * Writes a conversation as a transcript. When it is played, the people repeat their actions, and the bot must too.
 *
 * @throws {RangeError} for a message that the journal doesn't have
 */
export async function conversationAsTranscript(options: ConversationOptions): Promise<WrittenConversation> {
  const { realm, seed, bot, where, name } = options
  const entries = leadingToNow(options.journal)
  const account = realm.account(bot)
  const owner = account.ownerId ?? undefined
  const key = where && placeKey(realm, where)
  const isForOthers = forOtherBots(entries, { realm, bot })
  const isWanted = (message: Readonly<Record<string, unknown>>) =>
    key === undefined || (placeKey(realm, loggedOf(realm, message, bot).place) === key && !isForOthers(message))
  const [from, until] = rangeOf(entries, options, isWanted)
  // Calls by other bots, as themselves or as their owners, don't belong to a conversation with this one.
  const isWantedCall = ({ caller, client = '' }: JournalEntry & { kind: 'call' }) =>
    key === undefined || (realm.account(caller?.user_id ?? bot).botType === null && !client.startsWith('delivery '))
  const { faults, longPause } = options
  const around = { realm, bot, owner, from, until, isWanted, isWantedCall, faults, ...(longPause && { longPause }) }
  const found = stepsIn(entries, around)
  const observer = createObserver({ realm, seed, bot, ...(owner !== undefined && { owner }) })
  const page = createPage(where ?? { channel: seed.channels[0]?.name ?? 'general', topic: 'tests' })
  const volatile = createVolatile({
    ids: new Set(messagesIn(entries).map(({ message }) => Number(message.id))),
    textsOfPeople: messagesIn(entries)
      .filter(({ message }) => message.sender_id !== bot)
      .map(({ message }) => String(message.content)),
    now: () => (found.isExact ? undefined : clock),
  })
  const answers = answersIn(entries)
  const callers = callersOf(entries)
  const people = new Set<number>()
  let clock = found.start
  let isNewestCertain = true
  let actions = 0
  const wordingOfBot: Wording = {
    text: volatile.ofBot,
    value: volatile.value,
    which({ content, isNewest }, isDemanded) {
      return isNewest && isNewestCertain && !isDemanded ? undefined : volatile.quote(content)
    },
  }
  const callerOf = (entry: JournalEntry) => callers.get(entry.number)

  for (const { action, turns, remark, after } of found.steps) {
    if (remark !== undefined) page.add({ kind: 'comment', text: remark })
    for (const turn of turns) page.add(turn)
    if (action !== undefined) {
      clock = action.at
      const options = { realm, observer, volatile, answers, callerOf, isNewestCertain }
      for await (const written of writtenActions(action, options)) {
        if ('remark' in written) {
          page.add({ kind: 'comment', text: written.remark })
          continue
        }
        const { actor, place } = written
        people.add(actor)
        if (place && 'people' in place) for (const one of place.people) people.add(realm.account(one).id)
        page.add(written.action, place)
        actions += 1
      }
      if (action.kind === 'event') observer.take(action)
      isNewestCertain &&= !isMove(action)
    }
    for (const entry of after) {
      observer.take(entry)
      clock = entry.at
      isNewestCertain &&= !isMove(entry)
    }
    for (const observed of await observer.doneByBot())
      page.add(actionOf(observed, wordingOfBot), 'place' in observed ? observed.place : undefined)
  }

  page.end()

  const { settings, organisation } = surroundingsOf({
    realm,
    seed,
    bot: account,
    usesOwner: found.usesOwner,
    level: levelBefore(entries, from) ?? realm.featureLevel,
    start: found.start,
    people,
    fileName: `${name}.yaml`,
    text: page.text(),
    created: new Set(page.entries.flatMap(createdBy)),
  })
  const blank: Entry = { kind: 'blank' }
  return {
    text: writeTranscript({ entries: [...settings, blank, ...page.entries] }),
    organisation,
    organisationFile: `${name}.yaml`,
    actions,
  }
}

/** The address of the account that a call creates. */
function createdBy(entry: Entry): readonly string[] {
  if (!('parameters' in entry)) return []
  const { email } = entry.parameters
  return email !== undefined && 'text' in email ? [email.text] : []
}

/**
 * The entries, with a line for each change of place. Actions without a place go into the first place, or into the default
 * place if they may have created the first one.
 */
function createPage(defaultPlace: TranscriptPlace) {
  const entries: Entry[] = []
  const waiting: Entry[] = []
  let here: string | undefined
  const goTo = (place: TranscriptPlace) => entries.push({ kind: 'place', place }, ...waiting.splice(0))
  return {
    entries,
    add(part: Part, place?: TranscriptPlace): void {
      const key = place && JSON.stringify(place).toLowerCase()
      if (place !== undefined && key !== here) {
        const said = JSON.stringify(waiting)
        if ('channel' in place && said.includes(JSON.stringify(place.channel).slice(1, -1))) goTo(defaultPlace)
        if (entries.length > 0) entries.push({ kind: 'blank' })
        goTo(place)
        here = key
      }
      if (here === undefined) waiting.push(part)
      else entries.push(part)
    },
    /** Ends the page. Entries that still have no place go into the default one. */
    end(): void {
      if (waiting.length > 0) goTo(defaultPlace)
    },
    text: () => writeTranscript({ entries }),
  }
}

/** The numbers of the first entry to include, and of the first after the last. */
function rangeOf(
  entries: readonly JournalEntry[],
  { bot, from, to }: ConversationOptions,
  isWanted: (message: Readonly<Record<string, unknown>>) => boolean,
): readonly [from: number, until: number] {
  const messages = messagesIn(entries)
  const spoken = messages.filter(
    ({ message }) => message.sender_id !== bot && message.client !== 'Internal' && isWanted(message),
  )
  const numberOf = (id: number) => {
    const found = messages.find(({ message }) => message.id === id)
    if (found !== undefined) return found.number
    throw new RangeError(`The journal doesn't contain message ${id}; choose one that was sent after the journal began.`)
  }
  // A reply comes with the message before it, and the last message with its consequences.
  const first = from === undefined ? undefined : numberOf(from)
  const last = to === undefined ? Number.POSITIVE_INFINITY : numberOf(to)
  return [
    first === undefined ? 0 : (spoken.findLast(({ number }) => number <= first)?.number ?? first),
    spoken.find(({ number }) => number > last)?.number ?? Number.POSITIVE_INFINITY,
  ]
}

function messagesIn(entries: readonly JournalEntry[]) {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event' || entry.event.type !== 'message') return []
    return [{ number: entry.number, message: entry.event.message }]
  })
}

/** Returns a test for messages that other bots wrote, or that were delivered only to others. */
function forOtherBots(entries: readonly JournalEntry[], { realm, bot }: Pick<ConversationOptions, 'realm' | 'bot'>) {
  const own = new Set<unknown>()
  const others = new Set<unknown>()
  for (const entry of entries) {
    if (entry.kind !== 'delivery' || entry.stage !== 'queued') continue
    if (entry.bot.user_id === bot) own.add(entry.messageId)
    else others.add(entry.messageId)
  }
  return ({ id, sender_id }: Readonly<Record<string, unknown>>) =>
    (sender_id !== bot && realm.account(Number(sender_id)).botType !== null) || (others.has(id) && !own.has(id))
}

/** The caller behind each event, by the number of its entry. */
function callersOf(entries: readonly JournalEntry[]): ReadonlyMap<number, number> {
  const callers = new Map<number, number>()
  let caller: number | undefined
  for (const entry of entries) {
    if (entry.kind === 'call') caller = entry.caller?.user_id
    else if (entry.kind === 'event' && caller !== undefined) callers.set(entry.number, caller)
  }
  return callers
}

function isMove(entry: JournalEntry): boolean {
  return entry.kind === 'event' && entry.event.type === 'update_message' && entry.event.orig_subject !== undefined
}

/** The server's level before its first change; undefined if it never changed. */
function levelBefore(entries: readonly JournalEntry[], from: number): number | undefined {
  const change = entries.find((entry) => entry.kind === 'level' && entry.number >= from)
  return change?.kind === 'level' ? change.from : undefined
}

/** The entries without those that a restore or a reset undid. */
function leadingToNow(entries: Iterable<JournalEntry>): readonly JournalEntry[] {
  let led: JournalEntry[] = []
  const checkpoints = new Map<string, readonly JournalEntry[]>()
  for (const entry of entries) {
    if (entry.kind === 'memory' && entry.what === 'checkpoint') checkpoints.set(entry.name ?? '', [...led])
    else if (entry.kind === 'memory' && entry.what === 'restore') led = [...(checkpoints.get(entry.name ?? '') ?? [])]
    else if (entry.kind === 'memory' && entry.what === 'reset') led = []
    else led.push(entry)
  }
  return led
}
