import { type Bindings, fitting } from '../../transcript/placeholders.js'
import { deedSeen, placeSeen, type Seen } from '../../transcript/seen.js'
import type { Deed, Entry, TranscriptPlace } from '../../transcript/transcript.js'
import { align } from './align.js'
import type { Expected, Same } from './match.js'
import { merged } from './merge.js'

/** What became of an entry, or of something that the bot did and no entry says. */
export type Verdict =
  | { readonly kind: 'kept'; readonly entry: Entry; readonly place: TranscriptPlace | undefined }
  /** The bot did not do it. */
  | { readonly kind: 'missing'; readonly entry: Entry; readonly place: TranscriptPlace | undefined }
  /** The bot did it, and the transcript does not say so. */
  | { readonly kind: 'extra'; readonly deed: Deed; readonly place: TranscriptPlace | undefined }
  /** The bot did something else. */
  | {
      readonly kind: 'changed'
      readonly entry: Entry
      readonly deed: Deed
      readonly place: TranscriptPlace | undefined
    }

/** An entry after the latest thing that happened; with what is expected of the bot, if it says that. */
export interface Awaited {
  readonly entry: Entry
  readonly place: TranscriptPlace | undefined
  readonly expected?: Expected
}

/** Judges what the bot did since something happened by the entries that follow. */
export function judge(
  awaited: readonly Awaited[],
  seen: readonly Seen[],
  before: Bindings,
  same: Same,
): { readonly verdicts: readonly Verdict[]; readonly bindings: Bindings } {
  const expected = awaited.flatMap((one) => one.expected ?? [])
  const { pairs, bindings: found } = align(expected, seen, before, same)
  const verdicts: Verdict[] = []
  let bindings = found
  let next = 0

  const extras = () => {
    for (let pair = pairs[next]; pair !== undefined && pair.expected === undefined; pair = pairs[next]) {
      verdicts.push(extra(pair.seen))
      next += 1
    }
  }
  extras()
  for (const { entry, place, expected: wanted } of awaited) {
    if (wanted === undefined) {
      verdicts.push({ kind: 'kept', entry, place })
      continue
    }
    const pair = pairs[next]
    next += 1
    const other = pair?.seen
    const where = other && placeSeen(other)
    if (pair !== undefined && 'fits' in pair && pair.fits) verdicts.push({ kind: 'kept', entry, place })
    else if (other === undefined) verdicts.push({ kind: 'missing', entry, place })
    else if (where !== undefined && !same.place(where, wanted.place)) {
      verdicts.push({ kind: 'missing', entry, place }, extra(other))
    } else {
      const deed = merged(wanted.deed, other, bindings)
      verdicts.push({ kind: 'changed', entry, deed, place })
      // People may yet say what was captured there.
      if ('text' in deed && 'said' in other) bindings = fitting(deed.text, other.said, bindings) ?? bindings
    }
    extras()
  }
  return { verdicts, bindings }
}

function extra(seen: Seen): Verdict {
  return { kind: 'extra', deed: deedSeen(seen), place: placeSeen(seen) }
}
