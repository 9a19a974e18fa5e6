import type { MarkdownIt } from 'markdown-it'
import { escapeText, html } from './environment.js'

/** `<time:…>` with a date and time, or UNIX seconds. One that is malformed stays text. */
export function times(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'time', (state, silent) => {
    if (!state.src.startsWith('<time:', state.pos)) return false
    pattern.lastIndex = state.pos
    const [whole, text] = pattern.exec(state.src) ?? []
    if (whole === undefined || text === undefined || pattern.lastIndex > state.posMax) return false
    const time = readTime(text)
    if (!silent) {
      const shown = time === undefined ? escapeText(whole) : `<time datetime="${time}">${escapeText(text)}</time>`
      state.push(html, '', 0).content = shown
    }
    state.pos += whole.length
    return true
  })
}

const pattern = /<time:([^>\n]+)>/y

/** Without a zone the time is UTC's. */
function readTime(text: string): string | undefined {
  const milliseconds = /^\d+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !/[T ]/.test(text) ? text : `${text}Z`)
  const time = new Date(/^[\d+T Z:.-]+$/.test(text) ? milliseconds : Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z')
}
