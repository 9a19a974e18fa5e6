import { findMentions } from '../../text/index.js'

/** Makes mentions of everybody silent: `@**all**` becomes `@_**all**`. */
export function silentWildcards(markdown: string): string {
  let written = ''
  let from = 0
  for (const { kind, silent, start } of findMentions(markdown)) {
    if (kind !== 'wildcard' || silent) continue
    written += `${markdown.slice(from, start)}@_`
    from = start + 1
  }
  return written + markdown.slice(from)
}

/** The same for a text that is still being written. What may become a mention is held back until it is clear. */
export async function* withSilentWildcards(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    const begun = /@(?:\*(?:\*\w{0,8}\*?)?)?$/.exec(text)?.[0] ?? ''
    held = begun
    const clear = text.slice(0, text.length - begun.length)
    if (clear !== '') yield inText(clear)
  }
  if (held !== '') yield held
}

/** Code isn't known here, so a mention in it is changed too. */
const inText = (text: string) => text.replace(/@(?=\*\*(?:all|everyone|channel|stream|topic)\*\*)/g, '@_')
