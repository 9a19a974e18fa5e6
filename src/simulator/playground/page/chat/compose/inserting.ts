/** A text with its caret, or with what is chosen in it. */
export interface Written {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Puts a text in the place of what stands from `start` to the caret. White space that is there already is not doubled. */
export function complete({ text, end }: Written, start: number, inserted: string): Written {
  const rest = text.slice(end)
  const without = /^\s/.test(rest) ? inserted.trimEnd() : inserted
  const caret = start + without.length + (without === inserted ? 0 : 1)
  return { text: text.slice(0, start) + without + rest, start: caret, end: caret }
}

/** Puts a text where the caret is, in the place of what is chosen. */
export function insert({ text, start, end }: Written, inserted: string): Written {
  const caret = start + inserted.length
  return { text: text.slice(0, start) + inserted + text.slice(end), start: caret, end: caret }
}

/** The same as a paragraph of its own. */
export function insertBlock(written: Written, block: string): Written {
  const before = written.text.slice(0, written.start)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  return insert(written, `${lead}${block}\n`)
}

/** Sets signs around what is chosen, or takes them away where they are. */
export function surround({ text, start, end }: Written, sign: string): Written {
  const inner = text.slice(start, end)
  const isThere = text.slice(0, start).endsWith(sign) && text.slice(end).startsWith(sign)
  if (isThere) {
    const from = start - sign.length
    return { text: text.slice(0, from) + inner + text.slice(end + sign.length), start: from, end: from + inner.length }
  }
  const from = start + sign.length
  return { text: text.slice(0, start) + sign + inner + sign + text.slice(end), start: from, end: from + inner.length }
}

/** Replaces the first of a mark, such as the sign of a file that is on its way; the caret stays where it was in the text. */
export function replaceMark(written: Written, mark: string, replacement: string): Written {
  const at = written.text.indexOf(mark)
  if (at < 0) return written
  const grows = replacement.length - mark.length
  const moved = (caret: number) =>
    caret >= at + mark.length ? caret + grows : Math.min(caret, at + replacement.length)
  return {
    text: written.text.slice(0, at) + replacement + written.text.slice(at + mark.length),
    start: moved(written.start),
    end: moved(written.end),
  }
}

/** The mark of a file that is on its way. */
export const uploadMark = (name: string, number: number) => `[Uploading ${linkText(name)} (${number})…]()`

/** A file as a message links it. */
export const fileLink = (name: string, url: string) => `[${linkText(name)}](${url})`

/** Brackets would end the link's text. */
const linkText = (name: string) => name.replaceAll(/[[\]\\]/g, '').trim() || 'file'

/**
 * Somebody's message as a quotation that says who wrote it and where. The fence is longer than every one in it.
 *
 * @see spec 6.1 for `content`, the raw text
 */
export function quotation(mention: string, link: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/^ *(`{3,})/gm)].map((match) => (match[1] ?? '').length))
  const fence = '`'.repeat(longest + 1)
  return `${mention} [said](${link}):\n${fence}quote\n${content}\n${fence}`
}
