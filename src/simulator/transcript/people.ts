import { endpoints } from '../../protocol/index.js'
import { decodeEntities } from '../../text/index.js'
import { actionOf, type Observed, quoteOf, type Target, type Wording } from '../../transcript/observed.js'
import { literalValue } from '../../transcript/parameters.js'
import { literally } from '../../transcript/placeholders.js'
import type { Action, TranscriptPlace } from '../../transcript/transcript.js'
import type { Volatile } from '../../transcript/volatile.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import { nameOf } from './chatLog.js'
import { type Observer, observedCall, uploadIn } from './observe.js'
import type { Answers } from './roles.js'

/** A person's action and its place, or a remark if a transcript can't express it. */
export type Written =
  | { readonly action: Action; readonly place?: TranscriptPlace; readonly actor: number }
  | { readonly remark: string }

export interface PeopleOptions {
  readonly realm: Realm
  readonly observer: Observer
  readonly volatile: Volatile
  readonly answers: Answers
  /** The account that deleted something, which isn't in the entry. */
  readonly callerOf: (entry: JournalEntry) => number | undefined
  /** Whether the newest message of a topic is certain to be the same when the transcript is played. */
  readonly isNewestCertain: boolean
}

/** A person's actions as transcript entries. One at a time, since each can change the target of the next. */
export async function* writtenActions(entry: JournalEntry, options: PeopleOptions): AsyncIterable<Written> {
  if (entry.kind === 'call') yield await writtenCall(entry, options)
  if (entry.kind !== 'event') return
  for (const { actor, observed } of options.observer.doneIn(entry.event, options.callerOf(entry))) {
    const who = nameOf(options.realm, actor)
    if (observed === undefined) yield { remark: ` ${who} did something with a message that is not shown here.` }
    else yield writtenObserved(actor, observed, options)
  }
}

function writtenObserved(actor: number, observed: Observed, options: PeopleOptions): Written {
  const place = 'place' in observed ? { place: observed.place } : {}
  const target = 'target' in observed ? observed : undefined
  const pointed = target && pointAt(target.target, target.place, options)
  if (observed.kind === 'press' && pointed === undefined) {
    // If the button can't be identified, write the message that it sends.
    const { who, place, content } = observed
    return writtenObserved(actor, { kind: 'message', who, place, content }, options)
  }
  if (target !== undefined && pointed === undefined) {
    const quote = quoteOf(target.target.content)
    return { remark: ` ${target.who} did something with a message whose text is not unique: ${quote}` }
  }
  // Remarks are not played, so the values in them must not be recorded as known.
  const said = 'part' in observed ? observed.part : 'content' in observed ? observed.content : undefined
  const text = said === undefined ? '' : options.volatile.ofPerson(said)
  const which = pointed?.which ?? (target?.kind === 'delete' ? quoteOf(target.target.content) : undefined)
  const action = actionOf(observed, { ...literalWording, text: () => text, which: () => which })
  return { action, ...place, actor }
}

/** A quote that identifies a message, none for the newest; undefined if no quote does. */
function pointAt(
  { id, content, isNewest }: Target,
  place: TranscriptPlace,
  { observer, volatile, isNewestCertain }: PeopleOptions,
): { readonly which?: string } | undefined {
  if (isNewestCertain && isNewest) return {}
  const shown = decodeEntities(content)
  const beginning = volatile.beginning(shown)
  const quotes = beginning !== undefined && /\S/.test(beginning) ? [`${literally(beginning)}…`] : []
  if (beginning === undefined || volatile.isStable(shown)) quotes.push(literally(shown))
  const which = quotes.find((quote) => observer.log.meant(place, quote, new Map())?.id === id)
  return which === undefined ? undefined : { which }
}

async function writtenCall(entry: JournalEntry & { kind: 'call' }, options: PeopleOptions): Promise<Written> {
  const { realm, volatile, answers } = options
  const actor = entry.caller?.user_id ?? 0
  const who = nameOf(realm, actor)
  const parameters = entry.parameters as Readonly<Record<string, unknown>>
  const endpoint = entry.endpoint ?? ''
  if (endpoint === 'files.upload') {
    const { path, name, content } = await uploadIn(realm, actor, parameters, answers.get(entry.number)?.answer)
    return { action: { kind: 'upload', who, name: volatile.uploaded(path, name), text: literally(content) }, actor }
  }
  const isOurs = endpoints.some(({ name }) => name === endpoint)
  const hasFile = Object.values(parameters).some(isFile)
  const hasId = Object.hasOwn(parameters, 'message_id')
  if (!isOurs || hasFile || hasId)
    return { remark: ` ${who} called ${endpoint} here, which a transcript can't express.` }
  return { action: actionOf({ kind: 'call', who, ...observedCall(endpoint, parameters) }, literalWording), actor }
}

const literalWording: Wording = { text: literally, value: literalValue, which: () => undefined }

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'size' in value && 'type' in value
}
