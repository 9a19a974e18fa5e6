interface CodeSpan {
  readonly start: number
  readonly end: number
  readonly code: string
}

/**
 * The code spans of a text. One opens with any number of the backticks of a run, as many as a later run has exactly, and is closed
 * by the first such run. A backslash before a backtick keeps it from opening. Everything between the two is code, padding included.
 */
export function codeSpans(text: string): readonly CodeSpan[] {
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
