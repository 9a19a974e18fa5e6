import { actionOf, isMeant, matchAsShown, type Observed, shownIn, type Wording } from '../../transcript/observed.js'
import { type Bindings, matchText, placeholdersOf } from '../../transcript/placeholders.js'
import {
  type Action,
  type EditTimes,
  type Entry,
  type Text,
  type TranscriptPlace,
  textAsKept,
  type Value,
} from '../../transcript/transcript.js'
import { createVolatile } from '../../transcript/volatile.js'

/** The outcome of an entry, or of an action of the bot that no entry expects. */
export type EntryOutcome =
  | { readonly kind: 'kept'; readonly entry: Entry; readonly place: TranscriptPlace | undefined }
  | { readonly kind: 'missing'; readonly entry: Entry; readonly place: TranscriptPlace | undefined }
  | { readonly kind: 'extra'; readonly action: Action; readonly place: TranscriptPlace | undefined }
  | {
      readonly kind: 'changed'
      readonly entry: Entry
      readonly action: Action
      readonly place: TranscriptPlace | undefined
    }

export interface Awaited {
  readonly entry: Entry
  readonly place: TranscriptPlace | undefined
  readonly expected?: Expected
}

/** Compares what the bot did after an action with the entries that follow it. */
export function compare(awaited: readonly Awaited[], observed: readonly Observed[], before: Bindings, same: Same) {
  const expected = awaited.flatMap((one) => one.expected ?? [])
  const fits = (one: Expected, other: Observed) => matches(one, other, before, same) !== undefined
  const pairs = pairedByKind(align(expected, observed, fits))
  let bindings = before
  const fitted = new Set<Expected>()
  for (const [one, other] of pairs) {
    // A name keeps its first value; a later match with a different value fails.
    const found = one && other && matches(one, other, bindings, same)
    if (one && found) fitted.add(one)
    bindings = found ?? bindings
  }

  const outcomes: EntryOutcome[] = []
  let next = 0
  const addExtras = () => {
    for (let pair = pairs[next]; pair?.[1] !== undefined && pair[0] === undefined; pair = pairs[next]) {
      outcomes.push(extra(pair[1], bindings))
      next += 1
    }
  }
  addExtras()
  for (const { entry, place, expected: one } of awaited) {
    const other = one && pairs[next++]?.[1]
    if (one === undefined || fitted.has(one)) outcomes.push({ kind: 'kept', entry, place })
    else if (other === undefined) outcomes.push({ kind: 'missing', entry, place })
    else if ('place' in other && !same.place(other.place, one.place))
      outcomes.push({ kind: 'missing', entry, place }, extra(other, bindings))
    else {
      const action = merged(one.action, other, bindings)
      outcomes.push({ kind: 'changed', entry, action, place })
      // Entries below may use what the new text captures.
      if ('text' in action && 'content' in other)
        bindings = matchText(action.text, shownIn(other), bindings) ?? bindings
    }
    if (one !== undefined) addExtras()
  }
  return { outcomes, bindings }
}

function extra(observed: Observed, bindings: Bindings): EntryOutcome {
  const action = actionOf(observed, wordingWith(bindings))
  return { kind: 'extra', action, place: 'place' in observed ? observed.place : undefined }
}

/** Writes placeholders for what differs at each run: paths of files, by their names if they have some, and generated names. */
function wordingWith(bindings: Bindings): Wording {
  const volatile = createVolatile({ ids: new Set(), textsOfPeople: [], now: () => undefined })
  for (const [name, value] of bindings) if (value.startsWith('/user_uploads/')) volatile.uploaded(value, name)
  return {
    text: volatile.ofBot,
    value: volatile.value,
    which: ({ content, isNewest }, isDemanded) => (isNewest && !isDemanded ? undefined : volatile.quote(content)),
  }
}

type Pair = readonly [one?: Expected | undefined, other?: Observed | undefined]

/** Pairs entries that have no match with unmatched actions of the same kind. */
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

/** The observed action, with the transcript's placeholders where they still match. */
function merged(before: Action, observed: Observed, bindings: Bindings): Action {
  const wording = wordingWith(bindings)
  const now = actionOf(observed, wording)
  if (before.kind === 'effect' && now.kind === 'effect' && observed.kind === 'effect') {
    const entries = Object.entries(now.parameters).flatMap(([name, value]) => {
      const old = before.parameters[name]
      if (old === undefined) return before.open === true ? [] : [[name, value]]
      return [[name, matchesValue(old, observed.parameters[name], bindings) === undefined ? value : old]]
    })
    return { ...now, parameters: Object.fromEntries(entries), ...(before.open === true && { open: true }) }
  }
  if (!('text' in before && 'text' in now && 'content' in observed)) return now
  const isStillSeveral = before.kind === 'edit' && before.times === 'several' && 'times' in now
  const times = isStillSeveral && { times: 'several' as const }
  return { ...now, ...times, text: mergedText(before.text, shownIn(observed), bindings, wording.text) }
}

/** A new text with the placeholders of an older one, line by line, and word by word in lines that differ. */
function mergedText(before: Text, now: string, bindings: Bindings, write: (text: string) => Text): Text {
  const fits = (old: Text, text: string) => matchText(old, text, bindings) !== undefined
  /** The new items, each replaced by the old one that it matches. */
  const mergedItems = (old: readonly Text[], now: readonly string[], change: (item: string) => Text) =>
    align(old, now, fits).flatMap(([kept, item]) => (item === undefined ? [] : [kept ?? change(item)]))

  const oldLines = before.split('\n')
  const newLines = now.split('\n')
  const kept = new Set(align(oldLines, newLines, fits).flatMap(([old, line]) => (line === undefined ? [] : [old])))
  const unused = oldLines.filter((line) => !kept.has(line) && placeholdersOf(line).length > 0)
  const lines = mergedItems(oldLines, newLines, (line) => {
    const [candidate] = unused
    if (candidate === undefined) return write(line)
    const words = mergedItems(wordsOf(candidate), wordsOf(line), write).join('')
    if (placeholdersOf(words).length > 0) unused.shift()
    return words
  })
  const text = lines.join('\n')
  return fits(text, now) ? text : write(now)
}

const wordsOf = (text: string) => text.match(/\{\{[^{}\n]*\}\}|\/user_uploads\/[^\s)]+|[\p{L}\p{N}_]+|\s+|./gu) ?? []

/** Pairs as many items of two lists as possible, in order; the others stay unpaired. */
function align<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  fits: (one: One, other: Other) => boolean,
): readonly (readonly [one: One, other: Other] | readonly [one: One] | readonly [one: undefined, other: Other])[] {
  const table = ones.map((one) => others.map((other) => fits(one, other)))
  const best = Array.from({ length: ones.length + 1 }, () => new Array<number>(others.length + 1).fill(0))
  const bestAt = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = ones.length - 1; i >= 0; i -= 1) {
    const row = best[i] ?? []
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const both = table[i]?.[j] ? 1 + bestAt(i + 1, j + 1) : 0
      row[j] = Math.max(both, bestAt(i + 1, j), bestAt(i, j + 1))
    }
  }
  const pairs: ([One, Other] | [One] | [undefined, Other])[] = []
  for (let [i, j] = [0, 0]; i < ones.length || j < others.length; ) {
    const [one, other] = [ones[i] as One, others[j] as Other]
    if (table[i]?.[j] && bestAt(i, j) === 1 + bestAt(i + 1, j + 1)) {
      pairs.push([one, other])
      i += 1
      j += 1
    } else if (i < ones.length && (j >= others.length || bestAt(i + 1, j) >= bestAt(i, j + 1))) {
      pairs.push([one])
      i += 1
    } else {
      pairs.push([undefined, other])
      j += 1
    }
  }
  return pairs
}

interface Expected {
  readonly action: Action
  readonly place: TranscriptPlace
}

export interface Same {
  place(one: TranscriptPlace, other: TranscriptPlace): boolean
  person(one: string, other: string): boolean
}

function matches(expected: Expected, observed: Observed, bindings: Bindings, same: Same): Bindings | undefined {
  const { action, place } = expected
  if (action.kind === 'effect') {
    return observed.kind === 'effect' ? matchesCall(action, observed, bindings, same) : undefined
  }
  if (action.kind !== observed.kind || !('who' in observed) || !same.person(action.who, observed.who)) return undefined
  if ('place' in observed && !same.place(place, observed.place)) return undefined
  if ('target' in observed) {
    const { content, isNewest } = observed.target
    const which = 'which' in action ? action.which : undefined
    if (which === undefined ? !isNewest : !isMeant(which, content, bindings)) return undefined
  }
  if ('emoji' in action && 'emoji' in observed && action.emoji !== observed.emoji) return undefined
  if (action.kind === 'edit' && observed.kind === 'edit' && !isSoOften(action, observed)) return undefined
  if ('name' in action && 'name' in observed && action.name !== observed.name) return undefined
  if (action.kind === 'move' && observed.kind === 'move') {
    if (action.scope !== observed.scope || !same.place(action.to, observed.to)) return undefined
  }
  if (!('text' in action && 'content' in observed)) return bindings
  const fits = observed.kind === 'upload' ? matchText : matchAsShown
  return fits(textAsKept(action.text), observed.content, bindings)
}

function isSoOften({ times: expected = 1 }: { times?: EditTimes }, { times = 1 }: { times?: number }): boolean {
  return expected === 'several' ? times > 1 : expected === times
}

function matchesCall(
  action: Action & { kind: 'effect' },
  observed: Observed & { kind: 'effect' },
  bindings: Bindings,
  same: Same,
): Bindings | undefined {
  const { as, endpoint, parameters, open } = action
  if (endpoint !== observed.endpoint || (as === undefined) !== (observed.as === undefined)) return undefined
  if (as !== undefined && observed.as !== undefined && !same.person(as, observed.as)) return undefined
  const actual = { ...observed.defaults, ...observed.parameters }
  let found: Bindings | undefined = bindings
  for (const [name, value] of Object.entries(parameters))
    found = found && Object.hasOwn(actual, name) ? matchesValue(value, actual[name], found) : undefined
  const hasMore = Object.keys(observed.parameters).some((name) => !Object.hasOwn(parameters, name))
  return hasMore && open !== true ? undefined : found
}

function matchesValue(value: Value, actual: unknown, bindings: Bindings): Bindings | undefined {
  if ('json' in value) return isSameJson(value.json, actual) ? bindings : undefined
  return matchText(value.text, typeof actual === 'string' ? actual : JSON.stringify(actual), bindings)
}

/** Whether two values are the same JSON; keys may be in any order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSameJson(Reflect.get(one, name), Reflect.get(other, name)))
}
