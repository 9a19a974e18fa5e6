import { type Fence, type Line, readBlocks } from './blocks.js'
import { acrossFences } from './split/lineBreaks.js'

/**
 * Prepares Markdown that is still being written for display: closes marks that are open at its end, and leaves out trailing
 * marks whose meaning isn't clear yet, and unfinished mentions, links and HTML entities. Empty if nothing is visible yet.
 */
export function closedSoFar(markdown: string): string {
  let text = markdown.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
  for (let looks = 1; text !== ''; looks += 1) {
    const { lines, prose } = readBlocks(text)
    const last = lines.at(-1)
    if (last === undefined) return ''
    const paragraph = last.kind === 'prose' || last.kind === 'heading' ? prose.at(-1)?.[0] : undefined
    const marks = paragraph && openMarks(text, inlineStart(text, paragraph.start, last))
    const keep = undecidedFrom(text, last) ?? marks?.keep ?? text.length
    if (keep === text.length || looks === mostLooks) {
      return text + (marks?.close ?? '') + acrossFences(text, openFences(last)).close
    }
    text = text.slice(0, keep).trimEnd()
  }
  return ''
}

/** Leaving something out can expose more that has to be left out; hostile text has thousands of such marks. */
const mostLooks = 20

/** Where to cut the last line, if its meaning isn't clear yet. */
function undecidedFrom(text: string, last: Line): number | undefined {
  const rest = text.slice(last.at, last.end)
  if (last.kind === 'opens') return last.start
  if (last.kind === 'code') return /^(?:`+|~+)$/.test(rest.trim()) ? last.start : undefined
  if (last.kind === 'closes' || last.kind === 'indented') return undefined
  // A blank last line is only a list marker or quote marker so far.
  if (last.kind === 'blank' || onlyMarks.test(rest)) return last.start
  return rest.startsWith('|') && !last.continues ? last.start : undefined
}

/** Signs that may become a rule or the marker of a block, depending on what comes next. */
const onlyMarks = /^(?:[-=*+_~`>#|:@![(\\\s]+|\d{1,9}[.)]?)$/

/** Inline marks start with their paragraph, or with their table cell. */
function inlineStart(text: string, paragraph: number, last: Line): number {
  if (text[last.at] !== '|') return paragraph
  const cell = /(?<!\\)\|(?=[^|]*$)/.exec(text.slice(last.at, last.end))
  return last.at + (cell?.index ?? 0) + 1
}

function openFences(last: Line): Fence[] {
  const isClosed = last.kind === 'closes'
  const containers = isClosed && last.fence === undefined ? last.containers.slice(0, last.kept) : last.containers
  const fences: Fence[] = containers.filter((container) => container.kind === 'fenced')
  return last.kind === 'code' && last.fence !== undefined ? [...fences, last.fence] : fences
}

interface OpenMarks {
  /** Where the unfinished part begins. */
  readonly keep: number
  readonly close: string
}

/** What can be open inside a paragraph. */
export interface InlineSyntax {
  readonly marks: RegExp
  /** Parts without open marks. */
  readonly finished: RegExp
  /** Signs that the next pattern begins with. */
  readonly starts: RegExp
  /** Such parts whose end is missing. */
  readonly unfinished: RegExp
}

/** The marks of a paragraph that are open at the end of the text. */
export function openMarks(text: string, start: number, syntax: InlineSyntax = serverSyntax): OpenMarks {
  const open: string[] = []
  for (let at = start; at < text.length; ) {
    if (isUnfinished(text, at, syntax)) return { keep: at, close: '' }
    const whole = matchAt(syntax.finished, text, at)
    if (whole !== '') {
      at += whole.length
      continue
    }
    const ticks = matchAt(/`+/y, text, at)
    if (ticks !== '') {
      const end = endOfCode(text, at + ticks.length, ticks.length)
      if (end === undefined) return openCode(text, at, ticks, open)
      at = end
      continue
    }
    const run = matchAt(syntax.marks, text, at)
    if (run === '') {
      at += 1
      continue
    }
    const isUsedUp = takeRun(text, at, run, open)
    at += run.length
    if (at === text.length && !isUsedUp) return { keep: at - run.length, close: '' }
  }
  return { keep: text.length, close: open.reverse().join('') }
}

/** Records which marks a run of stars or tildes opens and closes. False if part of it does neither. */
function takeRun(text: string, at: number, run: string, open: string[]): boolean {
  const [before = ' ', after = ' '] = [text[at - 1], text[at + run.length]]
  let left = run.length
  const isInWord = (character: string) => run[0] === '_' && /[\p{L}\p{N}]/u.test(character)
  while (left > 0 && !isBlank(before) && !isInWord(after)) {
    const mark = open.at(-1)
    if (mark === undefined || mark[0] !== run[0] || mark.length > left) break
    open.pop()
    left -= mark.length
  }
  if (left === 0) return true
  if (isBlank(after)) return false
  // A single star within a word is unlikely to be a mark.
  const isMark = (left > 1 && !isInWord(before)) || !/[\p{L}\p{N}]/u.test(before)
  if (!isMark) return true
  if (left % 2 === 1 && run[0] !== '~') open.push(run.slice(0, 1))
  if (left >= 2) open.push(run.slice(0, 2))
  return true
}

function openCode(text: string, at: number, ticks: string, open: readonly string[]): OpenMarks {
  const code = text.slice(at + ticks.length)
  // Trailing backticks may become the closing ones.
  const kept = code.replace(/`+$/, '')
  if (kept.trim() === '') return { keep: at, close: '' }
  if (kept !== code) return { keep: at + ticks.length + kept.length, close: '' }
  return { keep: text.length, close: ticks + [...open].reverse().join('') }
}

function endOfCode(text: string, from: number, length: number): number | undefined {
  for (const { index, 0: run } of text.slice(from).matchAll(/`+/g)) {
    if (run.length === length) return from + index + length
  }
  return undefined
}

/** Mentions, links, times, formulas, backticks after a backslash, entities. */
const serverSyntax: InlineSyntax = {
  marks: /\*+|~~+/y,
  finished:
    /@_?\*\*[^*\n]+\*\*|@_?\*[^*\n]+\*|#\*\*[^*\n]+\*\*|!?\[[^[\]\n]*\]\([^()\s]*\)|<[^<>\s][^<>\n]*>|\$\$[^$\n]+\$\$|\\`/y,
  starts: /[@#![<$\\&]/,
  unfinished:
    /^(?:@_?(?:\*(?:\*[^*\n]*\*?|[^*\n]*))?|#\*?\*?(?:(?<=\*\*)[^*\n]*\*?)?|!?\[[^[\]\n]*(?:\](?:\([^()\s]*)?)?|!|<[a-z][^<>\n]*|\$\$?(?:(?<=\$\$)[^$\n]*\$?)?|\\|&(?:#(?:\d{0,7}|[xX][\da-fA-F]{0,6})|am?p?|lt?|gt?|qu?o?t?)?)$/,
}

/** Whether a part starts here and the text ends before it is finished. */
function isUnfinished(text: string, at: number, { starts, unfinished }: InlineSyntax): boolean {
  if (text.length - at > longestUnfinished) return false
  return starts.test(text[at] ?? '') && unfinished.test(text.slice(at))
}

/** UTF-16 units; anything longer is unlikely to be a link. */
const longestUnfinished = 1_000

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

const isBlank = (character: string) => /\s/.test(character)
