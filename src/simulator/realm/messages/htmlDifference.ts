import { diffArrays } from 'diff'

/**
 * HTML that highlights what an edit inserted and deleted, as the server shows it in a message's history. Deleted words
 * follow the words that replaced them; the tags are those of the new version.
 */
export function htmlDifference(before: string, after: string): string {
  const parts: string[] = []
  let deleted: string[] = []
  const flush = () => {
    parts.push(...marked(deleted.filter(isText), 'highlight_text_deleted'))
    deleted = []
  }
  for (const { value, added, removed } of changesOf(tokensOf(before), tokensOf(after))) {
    if (removed) deleted.push(...value)
    else if (added) parts.push(...marked(value, 'highlight_text_inserted'))
    if (!removed) flush()
    if (!removed && !added) parts.push(...value)
  }
  flush()
  return parts.join('')
}

/** Texts with hardly anything in common count as replaced: to find what is left of one takes quadratic time. */
function changesOf(old: string[], now: string[]) {
  const whole = [
    { value: old, added: false, removed: true },
    { value: now, added: true, removed: false },
  ]
  return diffArrays(old, now, { maxEditLength: 2_000 }) ?? whole
}

function tokensOf(html: string): string[] {
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
