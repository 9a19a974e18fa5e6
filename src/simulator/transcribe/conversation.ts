import { newestFeatureLevel } from '../../protocol/index.js'
import { actionOf, type Wording } from '../../transcript/observed.js'
import type { Entry, EntryContent, TranscriptPlace, TranscriptSetting } from '../../transcript/transcript.js'
import { createVolatile } from '../../transcript/volatile.js'
import { writeTranscript } from '../../transcript/write.js'
import { virtualStart } from '../base/clock.js'
import type { JournalEntry } from '../journal/entries.js'
import { roleNames } from '../public/organisation.js'
import type { Realm } from '../realm/realm.js'
import { bakery, type OrganisationSeed } from '../realm/seed/seed.js'
import { botTypeNames } from '../realm/users/newAccount.js'
import type { Account } from '../realm/world/state.js'
import { channelIdOf, nameOf, placeKey, placeOfSeeded } from './chatLog.js'
import { createObserver } from './observe.js'
import { writtenActions } from './people.js'
import { linkedFilesIn, wantedIn } from './scope.js'
import { type EventMessage, stepsIn } from './steps.js'

export interface ConversationOptions {
  readonly realm: Realm
  /** All entries that the journal keeps. */
  readonly journal: Iterable<JournalEntry>
  /** The organisation's seed. */
  readonly seed: OrganisationSeed
  /** The bot to test. */
  readonly bot: number
  /** The ID of the first message. (default: the first of all) */
  readonly from?: number
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
  /** The number of actions by people. */
  readonly actions: number
}

/**
 * Writes a conversation as a transcript: what people said and did, and what the bot answered, in order. When it is played,
 * the people repeat their actions, and the bot must too.
 *
 * @throws {RangeError} for a message that the journal doesn't have
 */
export async function conversationAsTranscript(options: ConversationOptions): Promise<WrittenConversation> {
  const { realm, seed, bot, where, longPause } = options
  const entries = notUndone(options.journal)
  const isWanted = wantedIn(entries, options)
  const from = firstOf(entries, options, isWanted)
  const seeded = seed.messages.filter(
    (message) => where === undefined || placeKey(realm, placeOfSeeded(realm, message, bot)) === placeKey(realm, where),
  )
  const { steps, start, usesOwner } = stepsIn(entries, {
    ...{ realm, bot, from, isWanted, seeded: new Set(seeded.map(({ id }) => id)) },
    ...(where && { uploads: linkedFilesIn(entries, isWanted) }),
    ...(longPause && { longPause }),
  })
  const owner = usesOwner ? (realm.account(bot).owner_id ?? undefined) : undefined
  const observer = createObserver({ realm, seed, bot, ...(owner !== undefined && { owner }) })
  const page = createPage()
  const messages = messagesIn(entries)
  const volatile = createVolatile({
    ids: new Set(messages.map(({ message }) => Number(message.id))),
    textsOfPeople: messages.flatMap(({ message }) => (message.sender_id === bot ? [] : [String(message.content)])),
    now: () => clock,
  })
  const answers = new Map(
    entries.flatMap((entry) => (entry.kind === 'answer' && entry.status < 400 ? [[entry.call, entry.answer]] : [])),
  )
  const callers = callersOf(entries)
  const people = new Set<number>()
  let clock = start
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
  const take = (entry: JournalEntry) => {
    observer.take(entry)
    clock = entry.at
    isNewestCertain &&= !isMove(entry)
  }

  for (const { action, turn, after } of steps) {
    if (turn !== undefined) page.add(turn)
    if (action !== undefined) {
      clock = action.at
      const context = { realm, observer, volatile, answers, callerOf, isNewestCertain }
      for await (const { actor, action: written, place } of writtenActions(action, context)) {
        people.add(actor)
        if (place && 'people' in place) for (const one of place.people) people.add(realm.account(one).id)
        page.add(written, place)
        actions += 1
      }
      if (action.kind === 'event') take(action)
    }
    for (const entry of after) take(entry)
    for (const observed of await observer.doneByBot())
      page.add(actionOf(observed, wordingOfBot), 'place' in observed ? observed.place : undefined)
  }

  const organisation = organisationOf(options, people, page.entries)
  const change = entries.find((entry) => entry.kind === 'level' && entry.number >= from)
  const level = change?.kind === 'level' ? change.from : realm.featureLevel
  const head = settingsOf(options, { organisation, owner, level, start })
  return { text: writeTranscript({ entries: [...head, { kind: 'blank' }, ...page.entries] }), organisation, actions }
}

interface Setting {
  readonly organisation: OrganisationSeed | undefined
  /** The account whose credentials the bot used for its owner. */
  readonly owner: number | undefined
  readonly level: number
  /** UNIX milliseconds. */
  readonly start: number
}

/** The lines at the top of the transcript: what isn't as it is by default. */
function settingsOf(
  { realm, bot, name }: ConversationOptions,
  { organisation, owner, level, start }: Setting,
): Entry[] {
  const account = realm.account(bot)
  const row = (organisation ?? bakery).bots.find(({ full_name }) => full_name === account.full_name)
  const role = roleNames.get(account.role)
  const settings: readonly (readonly [TranscriptSetting, string | undefined])[] = [
    ['bot', nameOf(realm, bot)],
    ['role', role === (row?.role ?? 'member') ? undefined : role],
    ['owner', owner === undefined ? undefined : nameOf(realm, owner)],
    ['organisation', organisation && `${name}.yaml`],
    ['level', level === newestFeatureLevel ? undefined : String(level)],
    ['start', start === virtualStart ? undefined : new Date(start).toISOString().slice(0, 19).replace('T', ' ')],
  ]
  return settings.flatMap(([key, value]): Entry[] =>
    value === undefined ? [] : [{ kind: 'setting', name: key, value }],
  )
}

/** The entries, with a line for each change of place. What has no place of its own waits for the first one. */
function createPage() {
  const entries: Entry[] = []
  const waiting: Entry[] = []
  let here: string | undefined
  return {
    entries,
    add(part: EntryContent, place?: TranscriptPlace): void {
      const key = place && JSON.stringify(place).toLowerCase()
      if (place !== undefined && key !== here) {
        if (entries.length > 0) entries.push({ kind: 'blank' })
        entries.push({ kind: 'place', place }, ...waiting.splice(0))
        here = key
      }
      ;(here === undefined ? waiting : entries).push(part)
    },
  }
}

/** The number of the first entry to include. A reply comes with the message before it. */
function firstOf(
  entries: readonly JournalEntry[],
  { bot, from }: ConversationOptions,
  isWanted: (message: EventMessage) => boolean,
): number {
  if (from === undefined) return 0
  const messages = messagesIn(entries)
  const chosen = messages.find(({ message }) => message.id === from)
  if (chosen === undefined)
    throw new RangeError(
      `The journal doesn't contain message ${from}; choose one that was sent after the journal began.`,
    )
  const first = chosen.number
  const isSpoken = (message: EventMessage) => message.sender_id !== bot && message.client !== 'Internal'
  if (isSpoken(chosen.message)) return first
  const before = messages.filter(({ number, message }) => number < first && isSpoken(message) && isWanted(message))
  return before.at(-1)?.number ?? first
}

function messagesIn(entries: readonly JournalEntry[]) {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event' || entry.event.type !== 'message') return []
    return [{ number: entry.number, message: entry.event.message }]
  })
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

/** The entries without those that a restore or a reset undid. */
function notUndone(entries: Iterable<JournalEntry>): readonly JournalEntry[] {
  let kept: JournalEntry[] = []
  const checkpoints = new Map<string, readonly JournalEntry[]>()
  for (const entry of entries) {
    if (entry.kind === 'memory' && entry.what === 'checkpoint') checkpoints.set(entry.name ?? '', [...kept])
    else if (entry.kind === 'memory' && entry.what === 'restore') kept = [...(checkpoints.get(entry.name ?? '') ?? [])]
    else if (entry.kind === 'memory' && entry.what === 'reset') kept = []
    else kept.push(entry)
  }
  return kept
}

/** The organisation, with everybody and every channel in the transcript; undefined if the bakery, the default, has them. */
function organisationOf(
  { realm, seed, bot }: ConversationOptions,
  people: ReadonlySet<number>,
  entries: readonly Entry[],
): OrganisationSeed | undefined {
  const own = realm.account(bot)
  const text = writeTranscript({ entries })
  // What the bot makes in the transcript isn't there before.
  const made = JSON.stringify(entries.filter(({ kind }) => kind === 'effect'))
  const named = realm
    .accounts()
    .filter(({ id, full_name, email }) => people.has(id) || (text.includes(full_name) && !made.includes(email)))
    .filter(({ id }) => id !== bot)
  const channels = entries
    .flatMap((entry) => (entry.kind === 'place' && 'channel' in entry.place ? [entry.place.channel] : []))
    .filter((name) => !made.includes(JSON.stringify(name).slice(1, -1)))
    .map((name) => channelIdOf(realm, name))
  const newChannels = [...new Set(channels)].flatMap((id) =>
    id === undefined || seed.channels.some(({ stream_id }) => stream_id === id) ? [] : [realm.channel(id)],
  )
  const inBakery = [...bakery.users, ...bakery.bots]
  const idThere = inBakery.find(({ full_name }) => full_name === own.full_name)?.user_id ?? nextId(inBakery)
  const isBakery = JSON.stringify({ ...seed, bots: [] }) === JSON.stringify({ ...bakery, bots: [] })
  const hasAll = named.every(({ id, full_name }) =>
    inBakery.some((one) => one.user_id === id && one.full_name === full_name),
  )
  const isMeant = idThere === bot || !text.includes(`|${bot}`)
  if (isBakery && hasAll && isMeant && newChannels.length === 0) return undefined
  const known = new Set([...seed.users, ...seed.bots].map(({ user_id }) => user_id))
  const newcomers = [...named, own].filter(({ id }) => !known.has(id))
  return {
    ...seed,
    users: [...seed.users, ...newcomers.filter(({ bot_type }) => bot_type === null).map(rowOf)],
    bots: [
      ...seed.bots,
      ...newcomers.flatMap((one) => {
        const type = botTypeNames.get(one.bot_type)
        return one.bot_type === null || type === undefined ? [] : [{ ...rowOf(one), type, owner_id: one.owner_id }]
      }),
    ],
    channels: [
      ...seed.channels,
      ...newChannels.map(({ id, name, description, invite_only, subscribers }) => ({
        ...{ stream_id: id, name, description, private: invite_only, subscribers: [...subscribers] },
      })),
    ],
  }
}

const nextId = (accounts: readonly { readonly user_id: number }[]) =>
  Math.max(...accounts.map(({ user_id }) => user_id)) + 1

function rowOf({ id, full_name, email, role }: Account) {
  return { user_id: id, full_name, email, role: roleNames.get(role) ?? ('member' as const) }
}
