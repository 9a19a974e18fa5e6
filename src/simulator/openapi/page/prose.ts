import { html } from 'hono/html'

/** A piece of HTML. Whatever `html` puts into one that is not HTML itself becomes text. */
export type Html = ReturnType<typeof html>
export type Part = Html | string | undefined | readonly Part[]

/** Paragraphs, lists, `code` and **strong** of CommonMark, which is all that descriptions use; the rest stays text. */
export function prose(text: string | undefined): Html[] {
  const blocks = (text ?? '').split(/\n{2,}/).filter((block) => block.trim() !== '')
  return blocks.map((block) => {
    const lines = block.split('\n')
    if (lines.every((line) => line.startsWith('- '))) {
      return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
    }
    return html`<p>${inline(block)}</p>`
  })
}

/** The same of one line. */
export function inline(text: string): Part[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`
    return /^\*\*[^*]+\*\*$/.test(piece) ? html`<strong>${piece.slice(2, -2)}</strong>` : piece
  })
}
