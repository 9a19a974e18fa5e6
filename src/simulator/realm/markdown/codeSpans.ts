export interface CodeSpan {
  readonly start: number
  readonly end: number
  readonly code: string
}

/**
 * The next code span. It opens with any number of the backticks of a run, as many as a later run has exactly, and is closed by the
 * first such run. A backslash before a backtick keeps it from opening. Everything between the two is code, padding included.
 */
export function nextCodeSpan(text: string, from: number): CodeSpan | undefined {
  const runs = backtickRuns(text, from)
  const later = new Map<number, number[]>()
  for (const { start, length } of runs.toReversed()) {
    const starts = later.get(length)
    if (starts === undefined) later.set(length, [start])
    else starts.push(start)
  }
  for (const { start, length } of runs) {
    later.get(length)?.pop()
    const opening = text.charAt(start - 1) === '\\' ? start + 1 : start
    const lengths = [...later].filter(([size, starts]) => starts.length > 0 && size <= start + length - opening)
    const [size, starts] = lengths.sort(([one], [other]) => other - one)[0] ?? []
    const end = starts?.at(-1)
    if (size !== undefined && end !== undefined)
      return { start: opening, end: end + size, code: text.slice(opening + size, end) }
  }
  return undefined
}

function backtickRuns(text: string, from: number): { readonly start: number; readonly length: number }[] {
  const pattern = /`+/g
  pattern.lastIndex = from
  const runs = []
  for (let run = pattern.exec(text); run !== null; run = pattern.exec(text))
    runs.push({ start: run.index, length: run[0].length })
  return runs
}
