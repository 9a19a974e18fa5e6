/** Its offsets include the backticks. */
interface CodeSpan {
  readonly start: number
  readonly end: number
  readonly code: string
}

/**
 * Finds the code spans of a text. A run of backticks opens code with as many of them as possible for which a later run has
 * exactly that many; the first such run closes it. A backslash keeps the backtick after it from opening code. Padding is part
 * of the code.
 */
export function findCodeSpans(text: string): readonly CodeSpan[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ start: index, length: run.length }))
  /** Where the runs after the current one start, by length; the nearest comes last. */
  const laterStarts = new Map<number, number[]>()
  for (const { start, length } of runs.toReversed()) {
    const starts = laterStarts.get(length)
    if (starts === undefined) laterStarts.set(length, [start])
    else starts.push(start)
  }
  const spans: CodeSpan[] = []
  for (const { start, length } of runs) {
    laterStarts.get(length)?.pop()
    if (start < (spans.at(-1)?.end ?? 0)) continue
    const opening = isEscaped(text, start) ? start + 1 : start
    const available = start + length - opening
    let size = 0
    for (const [candidate, starts] of laterStarts) {
      if (starts.length > 0 && candidate > size && candidate <= available) size = candidate
    }
    const closing = laterStarts.get(size)?.at(-1)
    if (closing === undefined) continue
    spans.push({ start: opening, end: closing + size, code: text.slice(opening + size, closing) })
  }
  return spans
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charAt(at - 1 - backslashes) === '\\') backslashes += 1
  return backslashes % 2 === 1
}
