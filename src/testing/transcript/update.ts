import { writtenPlace } from '../../transcript/notation.js'
import type { Entry, TranscriptPlace } from '../../transcript/transcript.js'
import { writtenEntry } from '../../transcript/write.js'
import type { Verdict } from './verdicts.js'

/**
 * The text of a transcript with what the bot really did in it. What fits stays as it is written, to the letter.
 */
export function updatedText(
  text: string,
  verdicts: readonly Verdict[],
  isSame: (one: TranscriptPlace, other: TranscriptPlace) => boolean,
): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const result: string[] = []
  let here: TranscriptPlace | undefined

  const goTo = (place: TranscriptPlace | undefined) => {
    if (place === undefined || (here !== undefined && isSame(here, place))) return
    if (result.length > 0 && result.at(-1) !== '') result.push('')
    result.push(`# ${writtenPlace(place)}`)
    here = place
  }
  for (const verdict of verdicts) {
    if (verdict.kind === 'missing') continue
    if (verdict.kind === 'extra') {
      goTo(verdict.place)
      result.push(...writtenEntry(verdict.deed).split('\n'))
      continue
    }
    const { entry, place } = verdict
    if (entry.kind === 'place') here = entry.place
    else if (needsPlace(entry)) goTo(place)
    if (verdict.kind === 'kept') result.push(...linesOf(entry, lines))
    else result.push(...writtenEntry({ ...verdict.deed, ...(entry.levels && { levels: entry.levels }) }).split('\n'))
  }
  const end = /\n$/.test(text) || text === '' ? newline : ''
  return result.join(newline) + end
}

/** The lines of an entry as they stand in the file, or as they are written. */
function linesOf(entry: Entry, lines: readonly string[]): readonly string[] {
  const { at } = entry
  return at === undefined ? writtenEntry(entry).split('\n') : lines.slice(at.line - 1, at.line - 1 + at.count)
}

function needsPlace({ kind }: Entry): boolean {
  return ['message', 'edit', 'delete', 'react', 'unreact', 'move'].includes(kind)
}
