import type { MarkdownIt } from 'markdown-it'
import { escapeText, html } from './environment.js'

/** `$$…$$`. The TeX is kept as an annotation; nothing sets it. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'math', (state, silent) => {
    if (!state.src.startsWith('$$', state.pos)) return false
    pattern.lastIndex = state.pos
    const [whole, tex] = pattern.exec(state.src) ?? []
    if (whole === undefined || tex === undefined || pattern.lastIndex > state.posMax) return false
    if (!silent) state.push(html, '', 0).content = formula(escapeText(tex))
    state.pos += whole.length
    return true
  })
}

const pattern = /\$\$([^$\n]+)\$\$(?!\$)/y

/** A formula; its TeX has been escaped. */
export function formula(tex: string): string {
  const annotation = `<annotation encoding="application/x-tex">${tex}</annotation>`
  return `<span class="katex"><span class="katex-mathml"><math><semantics>${annotation}</semantics></math></span></span>`
}
