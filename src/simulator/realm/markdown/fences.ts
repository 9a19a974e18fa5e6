import type { MarkdownIt, StateBlock } from 'markdown-it'
import { escapeText, html } from './environment.js'

/** Code blocks, and fenced quotes, spoilers and formulas, which can contain further fences. */
export function fences(md: MarkdownIt): void {
  const { escapeHtml } = md.utils
  md.block.ruler.before('fence', 'container_fence', container, { alt: ['paragraph', 'blockquote', 'list'] })

  const code = (content: string, language: string) => {
    const name = language === '' ? '' : ` data-code-language="${escapeHtml(languageName(language))}"`
    return `<div class="codehilite"${name}><pre><span></span><code>${escapeHtml(content)}</code></pre></div>\n`
  }
  md.renderer.rules.code_block = (tokens, at) => code(tokens[at]?.content ?? '', '')
  md.renderer.rules.fence = (tokens, at) => {
    const { content = '', info = '' } = tokens[at] ?? {}
    return code(content, info.trim().split(/\s/)[0] ?? '')
  }
}

const opening = /^(`{3,}|~{3,})[ \t]*(quote|spoiler|math)(?:[ \t]+(.*))?$/

function container(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const match = opening.exec(lineOf(state, startLine).trimEnd())
  if (match === null) return false
  if (silent) return true
  const [, fence = '', kind, title = ''] = match
  const end = closingLine(state, startLine, endLine, fence)
  const inside = { first: startLine + 1, end }
  if (kind === 'math') displayMath(state, inside)
  else if (kind === 'quote') quote(state, inside)
  else spoiler(state, inside, title)
  state.line = Math.min(end + 1, endLine)
  return true
}

interface Lines {
  readonly first: number
  /** The line after the last one. */
  readonly end: number
}

/** The line that closes a fence; the end of the text if none does. Fences opened inside are closed first. */
function closingLine(state: StateBlock, startLine: number, endLine: number, fence: string): number {
  const open = [fence]
  for (let line = startLine + 1; line < endLine; line += 1) {
    const match = /^(`{3,}|~{3,})[ \t]*(\S*)/.exec(lineOf(state, line))
    if (match === null) continue
    const [, marks = '', info] = match
    if (info !== '') open.push(marks)
    else if (marks === open.at(-1)) open.pop()
    if (open.length === 0) return line
  }
  return endLine
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}

function quote(state: StateBlock, lines: Lines): void {
  state.push('blockquote_open', 'blockquote', 1)
  blocksInside(state, lines, 'blockquote')
  state.push('blockquote_close', 'blockquote', -1)
}

function spoiler(state: StateBlock, lines: Lines, title: string): void {
  block(state, '<div class="spoiler-block"><div class="spoiler-header">\n')
  if (title.trim() !== '') {
    state.push('paragraph_open', 'p', 1)
    const inline = state.push('inline', '', 0)
    inline.content = title.trim()
    inline.children = []
    state.push('paragraph_close', 'p', -1)
  }
  block(state, '</div><div class="spoiler-content" aria-hidden="true">\n')
  blocksInside(state, lines, 'root')
  block(state, '</div></div>\n')
}

function displayMath(state: StateBlock, { first, end }: Lines): void {
  const tex = state.getLines(first, end, state.blkIndent, false)
  block(state, `<p><span class="katex-display">${formula(escapeText(tex))}</span></p>\n`)
}

function blocksInside(state: StateBlock, { first, end }: Lines, parent: 'root' | 'blockquote'): void {
  const { parentType, lineMax } = state
  state.parentType = parent
  state.lineMax = end
  state.md.block.tokenize(state, first, end)
  state.parentType = parentType
  state.lineMax = lineMax
}

function block(state: StateBlock, content: string): void {
  const token = state.push(html, '', 0)
  token.block = true
  token.content = content
}

/** Display names of languages; a language that isn't listed keeps its name. */
const languages: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  php: 'PHP',
  py: 'Python',
  python: 'Python',
  rb: 'Ruby',
  ruby: 'Ruby',
  rs: 'Rust',
  rust: 'Rust',
  sh: 'Bash',
  sql: 'SQL',
  swift: 'Swift',
  text: 'Text only',
  toml: 'TOML',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
}

function languageName(word: string): string {
  return Object.hasOwn(languages, word.toLowerCase()) ? (languages[word.toLowerCase()] ?? word) : word
}

/** `$$…$$`. The TeX is kept as an annotation; it isn't typeset. */
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

/** A formula from escaped TeX. */
function formula(tex: string): string {
  const annotation = `<annotation encoding="application/x-tex">${tex}</annotation>`
  return `<span class="katex"><span class="katex-mathml"><math><semantics>${annotation}</semantics></math></span></span>`
}
