import { type Bindings, fitting, literally, placeholdersOf } from '../../transcript/placeholders.js'
import { deedSeen, type Seen } from '../../transcript/seen.js'
import type { Deed, Text } from '../../transcript/transcript.js'
import { matchesValue } from './match.js'

/** What was seen, as the transcript says it now: with the placeholders of what it said before, where they still fit. */
export function merged(before: Deed, seen: Seen, bindings: Bindings): Deed {
  const now = deedSeen(seen)
  if (before.kind === 'effect' && now.kind === 'effect') {
    const entries = Object.entries(now.parameters).flatMap(([name, value]) => {
      const old = before.parameters[name]
      if (old === undefined) return before.open === true ? [] : [[name, value]]
      const given = seen.kind === 'effect' ? seen.parameters[name] : undefined
      return [[name, matchesValue(old, given, bindings) === undefined ? value : old]]
    })
    return { ...now, parameters: Object.fromEntries(entries), ...(before.open === true && { open: true }) }
  }
  if (!('text' in before && 'text' in now && 'said' in seen)) return now
  return { ...now, text: mergedText(before.text, seen.said, bindings) }
}

/** A text as it was said, with the placeholders of an older one: line by line, and word by word in lines that differ. */
export function mergedText(before: Text, said: string, bindings: Bindings): Text {
  if (placeholdersOf(before).length === 0) return literally(said)
  const old = before.split('\n')
  const lines = common(old, said.split('\n'), (text, line) => fitting(text, line, bindings) !== undefined)
  let unused = old.filter((line) => !lines.some(({ kept }) => kept === line) && placeholdersOf(line).length > 0)
  const result = lines.map(({ kept, now }) => {
    if (kept !== undefined) return kept
    const [candidate] = unused
    if (candidate === undefined) return literally(now)
    const line = mergedLine(candidate, now, bindings)
    if (placeholdersOf(line).length > 0) unused = unused.slice(1)
    return line
  })
  const text = result.join('\n')
  return fitting(text, said, bindings) === undefined ? literally(said) : text
}

function mergedLine(before: Text, now: string, bindings: Bindings): Text {
  const words = common(wordsOf(before), wordsOf(now), (text, word) => fitting(text, word, bindings) !== undefined)
  return words.map(({ kept, now }) => kept ?? literally(now)).join('')
}

/** Words, and what stands between them. */
const wordsOf = (text: string) => text.match(/\{\{[^{}\n]*\}\}|[\p{L}\p{N}_]+|\s+|./gu) ?? []

/** The items of the newer list, each with the older one that it fits; as many as possible fit, in order. */
function common(
  old: readonly Text[],
  now: readonly string[],
  fits: (old: Text, now: string) => boolean,
): readonly { readonly kept?: Text; readonly now: string }[] {
  const best = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  const table = old.map((one) => now.map((other) => fits(one, other)))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = best[i] ?? []
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const both = table[i]?.[j] ? 1 + (best[i + 1]?.[j + 1] ?? 0) : 0
      row[j] = Math.max(both, best[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  const result: { kept?: Text; now: string }[] = []
  let i = 0
  for (let j = 0; j < now.length; ) {
    const item = now[j] ?? ''
    const one = old[i]
    if (one !== undefined && table[i]?.[j] && best[i]?.[j] === 1 + (best[i + 1]?.[j + 1] ?? 0)) {
      result.push({ kept: one, now: item })
      i += 1
      j += 1
    } else if (one !== undefined && (best[i + 1]?.[j] ?? 0) >= (best[i]?.[j + 1] ?? 0)) i += 1
    else {
      result.push({ now: item })
      j += 1
    }
  }
  return result
}
