import { escapeCode, trimEnd } from './element.js'
import aliases from './languages.json' with { type: 'json' }
import type { Stash } from './stash.js'

export interface FenceLine {
  /** The backticks or tildes. */
  readonly marks: string
  /** The word after them, empty if there is none. */
  readonly language: string
  /** What follows that word, such as a spoiler's title. */
  readonly header: string
}

const fence = /^(~{3,}|`{3,}) *(?:\{?\.?([a-zA-Z0-9_+-./#]+) *([^ ~`][^~`]*)?\}?)?$/

/** Reads a line as an opening fence. An indented fence is text. */
export function opensFence(line: string): FenceLine | undefined {
  const [, marks, language = '', header = ''] = fence.exec(line) ?? []
  return marks === undefined ? undefined : { marks, language, header }
}

/** A fenced block that is still open; the outermost is the message itself. */
interface Open extends FenceLine {
  readonly kind: 'message' | Kind
  readonly lines: string[]
}

type Kind = 'code' | 'quote' | 'spoiler' | 'math'

/** Blocks in which further fences open blocks. In others, fences are text. */
const nests: ReadonlySet<string> = new Set(['message', 'quote', 'spoiler'])

/** Servers run out of time on deeper nesting. */
const mostOpen = 350

/** Replaces fenced blocks: code, formulas and the frames of spoilers by placeholders, quotes by lines with `>`. */
export function fenceBlocks(lines: readonly string[], stash: Stash): string[] {
  const message: Open = { kind: 'message', marks: '', language: '', header: '', lines: [] }
  const open = [message]
  const close = () => {
    const block = open.pop()
    const around = open.at(-1)
    if (block !== undefined && around !== undefined && block.lines.length > 0)
      around.lines.push('', ...finish[block.kind as Kind](block, stash).split('\n'), '')
  }
  for (const line of lines) {
    const current = open.at(-1) ?? message
    const shown = trimEnd(line)
    if (current !== message && shown === current.marks) {
      close()
      continue
    }
    const opened = nests.has(current.kind) ? opensFence(line) : undefined
    if (opened !== undefined && open.push({ ...opened, kind: kindOf(opened.language), lines: [] }) > mostOpen)
      throw new RangeError('Fences are nested too deeply.')
    if (opened !== undefined) continue
    current.lines.push(nests.has(current.kind) ? line : shown)
  }
  while (open.length > 1) close()
  // A block at the very end is followed by a blank line like any other.
  return message.lines.length > 2 && message.lines.at(-2) !== '' ? [...message.lines, ''] : message.lines
}

function kindOf(language: string): Kind {
  return kinds.get(language.toLowerCase()) ?? 'code'
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['quote', 'quote'],
  ['quoted', 'quote'],
  ['spoiler', 'spoiler'],
  ['math', 'math'],
])

const finish: Readonly<Record<Kind, (block: Open, stash: Stash) => string>> = {
  code: ({ lines, language }, stash) => stash.keep(codeBlockHtml(lines.join('\n'), language.toLowerCase())),
  quote: ({ lines }) => lines.map((line) => `> ${line}`).join('\n'),
  spoiler: ({ lines, header }, stash) =>
    [
      stash.keep('<div class="spoiler-block"><div class="spoiler-header">'),
      ...(header === '' ? [] : [header]),
      stash.keep('</div><div class="spoiler-content" aria-hidden="true">'),
      lines.join('\n'),
      stash.keep('</div></div>'),
    ].join('\n\n'),
  math: ({ lines }, stash) => stash.keep(displayMath(lines.join('\n'))),
}

/** Formats code, without colours for its syntax. The server writes quotation marks as entities if no language is named. */
export function codeBlockHtml(text: string, language: string): string {
  const code = escapeCode(text.replace(/^\n+|\n+$/g, ''))
  const shown = language === '' ? code.replaceAll('"', '&quot;').replaceAll("'", '&#39;') : code
  const name = language === '' ? '' : ` data-code-language="${escapeCode(codeLanguage(language))}"`
  return `<div class="codehilite"${name}><pre><span></span><code>${shown}\n</code></pre></div>`
}

function displayMath(tex: string): string {
  return tex
    .split('\n\n')
    .map((paragraph) => `<span class="katex-display">${formula(paragraph)}</span>`)
    .join('\n\n')
}

/** Keeps a formula's TeX as an annotation, without typesetting it. */
export function formula(tex: string): string {
  const annotation = `<annotation encoding="application/x-tex">${escapeCode(tex)}</annotation>`
  return `<span class="katex"><span class="katex-mathml"><math><semantics>${annotation}</semantics></math></span></span>`
}

const byAlias: ReadonlyMap<string, string> = new Map(
  Object.entries(aliases).flatMap(([name, words]) => words.map((word) => [word, name] as const)),
)

/** The name that the server shows for a language of code; a language that it doesn't know keeps its name. */
const codeLanguage = (word: string): string => byAlias.get(word) ?? word
