interface CodeSpan {
  readonly start: number
  readonly end: number
  readonly code: string
}

/**
 * The code spans of a text. A run opens code with as many of its backticks as possible, such that a later run has exactly that
 * many; the first such run closes it. A backslash keeps the backtick after it from opening code. Padding is part of the code.
 */
export function findCodeSpans(text: string): readonly CodeSpan[] {
  const runs = backtickRuns(text)
  const later = new Map<number, number[]>()
  for (const { start, length } of runs.toReversed()) {
    const starts = later.get(length)
    if (starts === undefined) later.set(length, [start])
    else starts.push(start)
  }
  const spans: CodeSpan[] = []
  for (const { start, length } of runs) {
    later.get(length)?.pop()
    if (start < (spans.at(-1)?.end ?? 0)) continue
    const opening = isEscaped(text, start) ? start + 1 : start
    let size = 0
    for (const [one, starts] of later)
      if (starts.length > 0 && one > size && one <= start + length - opening) size = one
    const end = later.get(size)?.at(-1)
    if (end !== undefined) spans.push({ start: opening, end: end + size, code: text.slice(opening + size, end) })
  }
  return spans
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charAt(at - 1 - backslashes) === '\\') backslashes += 1
  return backslashes % 2 === 1
}

function backtickRuns(text: string): { readonly start: number; readonly length: number }[] {
  return [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ start: index, length: run.length }))
}
