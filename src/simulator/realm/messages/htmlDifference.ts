/**
 * HTML that highlights what an edit inserted and deleted, as the server shows it in a message's history. Deleted words
 * follow the words that replaced them; the tags are those of the new version.
 */
export function htmlDifference(before: string, after: string): string {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const common = commonLengths(old, now)
  const parts: string[] = []
  let inserted: string[] = []
  let deleted: string[] = []
  const flush = () => {
    parts.push(...marked(inserted, 'highlight_text_inserted'))
    parts.push(...marked(deleted.filter(isText), 'highlight_text_deleted'))
    inserted = []
    deleted = []
  }
  let at = 0
  let to = 0
  while (at < old.length || to < now.length) {
    const [was, is] = [old[at], now[to]]
    if (was !== undefined && was === is) {
      flush()
      parts.push(was)
      at += 1
      to += 1
    } else if (was === undefined || (is !== undefined && lengthAt(common, at, to + 1) > lengthAt(common, at + 1, to))) {
      inserted.push(is ?? '')
      to += 1
    } else {
      deleted.push(was)
      at += 1
    }
  }
  flush()
  return parts.join('')
}

function tokensOf(html: string): readonly string[] {
  return html.match(/<[^>]*>|\s+|[^<\s]+/g) ?? []
}

function isText(token: string): boolean {
  return !token.startsWith('<')
}

/** Wraps each run of words and spaces in a span. */
function marked(tokens: readonly string[], name: string): readonly string[] {
  const runs: { readonly isText: boolean; text: string }[] = []
  for (const token of tokens) {
    const last = runs.at(-1)
    if (last?.isText === isText(token)) last.text += token
    else runs.push({ isText: isText(token), text: token })
  }
  return runs.map((run) =>
    run.isText && run.text.trim() !== '' ? `<span class="${name}">${run.text}</span>` : run.text,
  )
}

type Lengths = readonly Uint16Array[]

/** The length of the longest common subsequence of both tails, by their start indexes. */
function commonLengths(old: readonly string[], now: readonly string[]): Lengths {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const row = lengths[at]
      if (row === undefined) continue
      row[to] =
        old[at] === now[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1))
    }
  }
  return lengths
}

function lengthAt(lengths: Lengths, at: number, to: number): number {
  return lengths[at]?.[to] ?? 0
}
