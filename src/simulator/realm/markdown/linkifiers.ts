import type { MarkdownIt } from 'markdown-it'
import { findLinks } from '../organisation/linkify.js'
import { environmentOf, escapeText } from './environment.js'
import { replaceInText } from './replaceInText.js'

/** What the organisation's linkifiers match becomes a link. */
export function linkifiers(md: MarkdownIt): void {
  const { escapeHtml } = md.utils
  md.core.ruler.push('linkifiers', (state) =>
    replaceInText(state, (text) =>
      findLinks(environmentOf(state).world, text).map((link) => ({
        start: link.start,
        end: link.end,
        html: `<a href="${escapeHtml(link.url)}">${escapeText(link.text)}</a>`,
      })),
    ),
  )
}
