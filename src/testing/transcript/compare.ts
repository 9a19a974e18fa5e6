import { actionOf, type Observed } from '../../transcript/observed.js'
import { type Bindings, fitting, literally, placeholdersOf } from '../../transcript/placeholders.js'
import type { Action, Entry, Text, TranscriptPlace } from '../../transcript/transcript.js'
import { align } from './align.js'
import { type Expected, matches, matchesValue, type Same } from './match.js'

/** What became of an entry, or something that the bot did and no entry says. */
export type Outcome =
  | { readonly kind: 'kept'; readonly entry: Entry; readonly place: TranscriptPlace | undefined }
  /** The bot didn't do it. */
  | { readonly kind: 'missing'; readonly entry: Entry; readonly place: TranscriptPlace | undefined }
  /** The bot did it, though the transcript doesn't say so. */
  | { readonly kind: 'extra'; readonly action: Action; readonly place: TranscriptPlace | undefined }
  /** The bot did something else. */
  | {
      readonly kind: 'changed'
      readonly entry: Entry
      readonly action: Action
      readonly place: TranscriptPlace | undefined
    }

/** An entry that follows the latest thing that happened, with what it expects of the bot, if it does. */
export interface Awaited {
  readonly entry: Entry
  readonly place: TranscriptPlace | undefined
  readonly expected?: Expected
}

/** Compares what the bot did since something happened with the entries that follow. */
export function compare(
  awaited: readonly Awaited[],
  observed: readonly Observed[],
  before: Bindings,
  same: Same,
): { readonly outcomes: readonly Outcome[]; readonly bindings: Bindings } {
  const expected = awaited.flatMap((one) => one.expected ?? [])
  const fits = (one: Expected, other: Observed) => matches(one, other, before, same) !== undefined
  const pairs = pairedByKind(align(expected, observed, fits))
  let bindings = before
  const fitted = new Set<Expected>()
  for (const [one, other] of pairs) {
    // A name stands for what it stood for first; what says otherwise later doesn't fit.
    const found = one && other && matches(one, other, bindings, same)
    if (one && found) fitted.add(one)
    bindings = found ?? bindings
  }

  const outcomes: Outcome[] = []
  let next = 0
  const addExtras = () => {
    for (let pair = pairs[next]; pair?.[1] !== undefined && pair[0] === undefined; pair = pairs[next]) {
      outcomes.push(extra(pair[1]))
      next += 1
    }
  }
  addExtras()
  for (const { entry, place, expected: one } of awaited) {
    const other = one && pairs[next++]?.[1]
    if (one === undefined || fitted.has(one)) outcomes.push({ kind: 'kept', entry, place })
    else if (other === undefined) outcomes.push({ kind: 'missing', entry, place })
    else if ('place' in other && !same.place(other.place, one.place))
      outcomes.push({ kind: 'missing', entry, place }, extra(other))
    else {
      const action = merged(one.action, other, bindings)
      outcomes.push({ kind: 'changed', entry, action, place })
      // People may repeat below what the new text captures.
      if ('text' in action && 'content' in other) bindings = fitting(action.text, other.content, bindings) ?? bindings
    }
    if (one !== undefined) addExtras()
  }
  return { outcomes, bindings }
}

function extra(observed: Observed): Outcome {
  return { kind: 'extra', action: actionOf(observed), place: 'place' in observed ? observed.place : undefined }
}

type Pair = readonly [one?: Expected | undefined, other?: Observed | undefined]

/** Pairs what doesn't fit with what is of its kind and was done in its place. */
function pairedByKind(aligned: readonly Pair[]): readonly Pair[] {
  const pairs: Pair[] = []
  let missing: Expected[] = []
  let extras: Observed[] = []
  const settle = () => {
    for (const one of missing) {
      const at = extras.findIndex(({ kind }) => kind === one.action.kind)
      for (const other of extras.splice(0, Math.max(at, 0))) pairs.push([undefined, other])
      pairs.push([one, at < 0 ? undefined : extras.shift()])
    }
    for (const other of extras) pairs.push([undefined, other])
    missing = []
    extras = []
  }
  for (const [one, other] of aligned) {
    if (one && other) {
      settle()
      pairs.push([one, other])
    } else if (one) missing.push(one)
    else if (other) extras.push(other)
  }
  settle()
  return pairs
}

/** What was observed, with the placeholders that the transcript had for it, if they still fit. */
function merged(before: Action, observed: Observed, bindings: Bindings): Action {
  const now = actionOf(observed)
  if (before.kind === 'effect' && now.kind === 'effect' && observed.kind === 'effect') {
    const entries = Object.entries(now.parameters).flatMap(([name, value]) => {
      const old = before.parameters[name]
      if (old === undefined) return before.open === true ? [] : [[name, value]]
      return [[name, matchesValue(old, observed.parameters[name], bindings) === undefined ? value : old]]
    })
    return { ...now, parameters: Object.fromEntries(entries), ...(before.open === true && { open: true }) }
  }
  if (!('text' in before && 'text' in now && 'content' in observed)) return now
  return { ...now, text: mergedText(before.text, observed.content, bindings) }
}

/** A new text with the placeholders of an older one: line by line, and word by word in lines that differ. */
function mergedText(before: Text, now: string, bindings: Bindings): Text {
  const fits = (old: Text, text: string) => fitting(old, text, bindings) !== undefined
  /** The newer items, or the older ones that they fit. */
  const mergedItems = (old: readonly Text[], now: readonly string[], change: (item: string) => Text) =>
    align(old, now, fits).flatMap(([kept, item]) => (item === undefined ? [] : [kept ?? change(item)]))

  const oldLines = before.split('\n')
  const newLines = now.split('\n')
  const kept = new Set(align(oldLines, newLines, fits).flatMap(([old, line]) => (line === undefined ? [] : [old])))
  const unused = oldLines.filter((line) => !kept.has(line) && placeholdersOf(line).length > 0)
  const lines = mergedItems(oldLines, newLines, (line) => {
    const [candidate] = unused
    if (candidate === undefined) return literally(line)
    const words = mergedItems(wordsOf(candidate), wordsOf(line), literally).join('')
    if (placeholdersOf(words).length > 0) unused.shift()
    return words
  })
  const text = lines.join('\n')
  return fits(text, now) ? text : literally(now)
}

/** Words, and what is between them. */
const wordsOf = (text: string) => text.match(/\{\{[^{}\n]*\}\}|[\p{L}\p{N}_]+|\s+|./gu) ?? []
