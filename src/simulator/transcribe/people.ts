import { decodeEntities } from '../../text/index.js'
import { actionOf, type Observed, quoteOf, type Target, type Wording } from '../../transcript/observed.js'
import { literalValue } from '../../transcript/parameters.js'
import { escapePlaceholders } from '../../transcript/placeholders.js'
import type { Action, TranscriptPlace } from '../../transcript/transcript.js'
import type { Volatile } from '../../transcript/volatile.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import { nameOf } from './chatLog.js'
import { type Observer, uploadIn } from './observe.js'

/** A person's action and its place. */
export interface Written {
  readonly action: Action
  readonly place?: TranscriptPlace
  readonly actor: number
}

export interface PeopleOptions {
  readonly realm: Realm
  readonly observer: Observer
  readonly volatile: Volatile
  /** The answers to calls that worked, by the numbers of the calls. */
  readonly answers: ReadonlyMap<number, unknown>
  /** The account that deleted something, which isn't in the entry. */
  readonly callerOf: (entry: JournalEntry) => number | undefined
  /** Whether the newest message of a topic is certain to be the same when the transcript is played. */
  readonly isNewestCertain: boolean
}

/** A person's actions as transcript entries. One at a time, since each can change the target of the next. */
export async function* writtenActions(entry: JournalEntry, options: PeopleOptions): AsyncIterable<Written> {
  const { realm, volatile, answers, observer, callerOf } = options
  const answer = answers.get(entry.number)
  if (entry.kind === 'call' && answer !== undefined) {
    const actor = entry.caller?.user_id ?? 0
    const parameters = entry.parameters as Readonly<Record<string, unknown>>
    const { path, name, content } = await uploadIn(realm, parameters, answer)
    const who = nameOf(realm, actor)
    const text = escapePlaceholders(content)
    yield { action: { kind: 'upload', who, name: volatile.uploaded(path, name), text }, actor }
  }
  if (entry.kind !== 'event') return
  for (const { actor, observed } of observer.doneIn(entry.event, callerOf(entry))) {
    const written = observed && writtenObserved(actor, observed, options)
    if (written !== undefined) yield written
  }
}

/** Undefined if it is about a message that no quote identifies. */
function writtenObserved(actor: number, observed: Observed, options: PeopleOptions): Written | undefined {
  const place = 'place' in observed ? { place: observed.place } : {}
  const target = 'target' in observed ? observed : undefined
  const pointed = target && pointAt(target.target, target.place, options)
  if (observed.kind === 'press' && pointed === undefined) {
    // If the button can't be identified, write the message that it sends.
    const { who, place, content } = observed
    return writtenObserved(actor, { kind: 'message', who, place, content }, options)
  }
  if (target !== undefined && pointed === undefined) return undefined
  const said = 'part' in observed ? observed.part : 'content' in observed ? observed.content : undefined
  const text = said === undefined ? '' : options.volatile.ofPerson(said)
  const which = pointed?.which ?? (target?.kind === 'delete' ? quoteOf(target.target.content) : undefined)
  return { action: actionOf(observed, { ...literalWording, text: () => text, which: () => which }), ...place, actor }
}

const literalWording: Wording = { text: escapePlaceholders, value: literalValue, which: () => undefined }

/** A quote that identifies a message, none for the newest; undefined if no quote does. */
function pointAt(
  { id, content, isNewest }: Target,
  place: TranscriptPlace,
  { observer, volatile, isNewestCertain }: PeopleOptions,
): { readonly which?: string } | undefined {
  if (isNewestCertain && isNewest) return {}
  const shown = decodeEntities(content)
  const beginning = volatile.beginning(shown)
  const quotes = beginning !== undefined && /\S/.test(beginning) ? [`${escapePlaceholders(beginning)}…`] : []
  if (beginning === undefined || volatile.isStable(shown)) quotes.push(escapePlaceholders(shown))
  const which = quotes.find((quote) => observer.log.meant(place, quote, new Map())?.id === id)
  return which === undefined ? undefined : { which }
}
