import { type Nodes, parseMarkdown, type Root } from 'chat'
import type { TextForm } from '../../bot/index.js'
import { type InlineSyntax, openMarks } from '../../text/closedSoFar.js'
import { isTooMuch, longestParsed, textTree } from './read.js'
import { undefinedUrl, writeMarkdown } from './write.js'

/** Converts Markdown for the server. A long text is converted piece by piece, since the parser takes the square of its length. */
export function convertMarkdown(markdown: string): string {
  if (markdown.length <= longestParsed) return writeMarkdown(parsed(markdown))
  return new GrowingMarkdown(definitionsIn(markdown)).whole(markdown)
}

/**
 * For the option `convert` of `stream`, `streamTo` and `assistant`: language models write CommonMark, of which the server shows
 * underscores, backslashes, headings that are underlined, references, and more as they are.
 *
 * @example await stream(ctx, () => model.answer(ctx.text), { convert: fromCommonMark })
 */
export function fromCommonMark(): TextForm {
  const growing = new GrowingMarkdown()
  return { soFar: (text) => growing.soFar(text), whole: convertMarkdown }
}

/** Converts Markdown while it is being written. Blocks that are complete are converted once. */
class GrowingMarkdown {
  #definitions: string
  #converted = ''
  /** Where the first block begins that isn't converted yet. */
  #at = 0
  /** The list or table that goes on there: the lines that begin a table, the number of a list's next item. */
  #open: { readonly head: string; readonly number?: number } | undefined
  #shown = ''
  #nextLook = 0

  constructor(definitions = '') {
    this.#definitions = definitions
  }

  /** The text so far, as a message of its own: what is open is closed, and what isn't clear yet is left out. */
  soFar(markdown: string): string {
    if (markdown.length < this.#nextLook) return this.#shown
    const lines = markdown.slice(0, markdown.lastIndexOf('\n') + 1)
    this.#definitions = `${definitionsIn(lines)}\n${pendingIn(markdown.slice(this.#at))}`.trim()
    const last = this.#convertComplete(lines)
    const rest = markdown.slice(this.#at)
    // A long block is read again only once it has grown by a part of its length.
    this.#nextLook = rest.length > longBlock ? this.#at + (rest.length > longestParsed ? 1.25 : 1.06) * rest.length : 0
    this.#shown = this.#with(closedRest(rest, lines.length - this.#at, last))
    return this.#shown
  }

  whole(markdown: string): string {
    this.#convertComplete(markdown)
    return this.#with(markdown.slice(this.#at))
  }

  /** @param lines What further text can't change, except its last block. @returns that block, if the rest is no more than it. */
  #convertComplete(lines: string): Nodes | undefined {
    for (let length = longPiece; lines.length > this.#at; ) {
      const isAll = lines.length - this.#at <= length
      const piece = isAll ? lines.slice(this.#at) : wholeLines(lines.slice(this.#at, this.#at + length))
      const head = this.#open?.head ?? ''
      const { children } = parsed(head + piece)
      const last = children.at(-1)
      const isSplit = children.length === 1 && piece.length > longBlock
      const end = lineStart(head + piece, isSplit ? lastPart(last) : last) - head.length
      if (end > 0) this.#convert(piece.slice(0, end), isSplit ? last : undefined)
      else if (isAll) return last
      else length *= 2
    }
    return undefined
  }

  /** @param block The list or table that goes on behind the piece. */
  #convert(piece: string, block: Nodes | undefined): void {
    this.#converted = this.#with(piece)
    this.#at += piece.length
    const { head, number } = this.#open ?? {}
    this.#open = undefined
    if (block?.type === 'table') this.#open = { head: head || firstLines(piece, 2) }
    if (block?.type === 'list') {
      this.#open = { head: '', number: (number ?? block.start ?? 1) + block.children.length - 1 }
    }
  }

  #with(rest: string): string {
    const open = this.#open
    const tree = this.#resolved((open?.head ?? '') + rest)
    const list = tree.children.find(({ type }) => type !== 'definition')
    if (open?.number !== undefined && list?.type === 'list') list.start = open.number
    const written = writeMarkdown(tree)
    const text = open?.head ? written.split('\n').slice(2).join('\n') : written
    return [this.#converted, text].filter((part) => part !== '').join(open ? '\n' : '\n\n')
  }

  /** With the definitions of its references, wherever they are. */
  #resolved(piece: string): Root {
    if (this.#definitions === '' || !piece.includes('[')) return parsed(piece)
    const { children } = parsed(`${this.#definitions}\n\n${piece}`)
    return { type: 'root', children }
  }
}

function parsed(markdown: string): Root {
  return isTooMuch(markdown) ? textTree(markdown) : parseMarkdown(markdown)
}

/** Lines that define what a reference or a footnote refers to. */
function definitionsIn(markdown: string): string {
  return (markdown.match(/^ {0,3}\[[^\]\n^][^\]\n]*\]:[ \t]*\S.*$/gm) ?? []).join('\n')
}

/** Definitions of references that may still come. Brackets after a word are no reference. */
function pendingIn(markdown: string): string {
  const references = markdown.matchAll(/(?<![\w\])])!?\[([^[\]\n]+)\]\[([^[\]\n]*)\]/g)
  return Array.from(references, ([, text, label]) => `[${label || text}]: ${undefinedUrl}`).join('\n')
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1) || text
}

function firstLines(text: string, count: number): string {
  return text.split('\n', count).concat('').join('\n')
}

const startOf = (node: Nodes | undefined) => node?.position?.start.offset ?? 0

function lineStart(text: string, node: Nodes | undefined): number {
  return text.lastIndexOf('\n', startOf(node) - 1) + 1
}

/** The last item of a list, or row of a table. */
function lastPart(block: Nodes | undefined): Nodes | undefined {
  const parts = block?.type === 'list' || block?.type === 'table' ? block.children : []
  return parts.length > (block?.type === 'table' ? 2 : 1) ? parts.at(-1) : undefined
}

/**
 * The rest as a text of its own. Of a long list only the last item can be open, of a table no row but the last.
 *
 * @param complete How much of it is whole lines. @param last The block that these are.
 */
function closedRest(rest: string, complete: number, last: Nodes | undefined): string {
  if (last?.type === 'table') {
    const isOver = /\n[ \t]*\n$/.test(rest.slice(0, complete))
    return rest.slice(0, complete) + (isOver ? closed(rest.slice(complete)) : '')
  }
  const stable = last?.type === 'list' ? lineStart(rest, last.children.at(-1)) : 0
  return rest.slice(0, stable) + closed(rest.slice(stable))
}

/** Characters of a block from which it isn't read again at once, and of a piece that is read. */
const longBlock = 2_000
const longPiece = 4_000

/** Closes what is open at the end, and leaves out what isn't clear yet. */
function closed(markdown: string): string {
  let text = markdown.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
  for (let looks = 1; text !== ''; looks += 1) {
    const path = lastOf(parsed(text))
    const isLineOpen = !markdown.slice(text.length).includes('\n')
    const { keep, close } = undecided(text, path, isLineOpen) ?? { keep: text.length, close: '' }
    if (keep === text.length || looks === mostLooks) return text + close
    text = text.slice(0, keep).trimEnd()
  }
  return ''
}

const mostLooks = 10

/** The last node of a tree, below those that it is in. */
function lastOf(tree: Root): Nodes[] {
  const path: Nodes[] = []
  for (let node: Nodes | undefined = tree; node !== undefined; ) {
    path.push(node)
    node = 'children' in node ? (node.children.at(-1) as Nodes | undefined) : undefined
  }
  return path
}

/** How much of a text to keep, and what closes it. */
function undecided(
  text: string,
  path: readonly Nodes[],
  isLineOpen: boolean,
): ReturnType<typeof openMarks> | undefined {
  const begin = text.lastIndexOf('\n') + 1
  const line = text.slice(begin).trim()
  const code = path.find(({ type }) => type === 'code')
  if (code?.type === 'code')
    return isFencePart(text.slice(startOf(code)), code.value) ? { keep: begin, close: '' } : undefined
  const isTable = path.some(({ type }) => type === 'table')
  const isUnclear = isTable ? isLineOpen : tableRow.test(line) || (isLineOpen && definitionStart.test(line))
  if (onlyMarks.test(line) || isUnclear) return { keep: begin, close: '' }
  const inline = path.find(({ type }) => type === 'paragraph' || type === 'heading')
  const { keep, close } = openMarks(text, startOf(inline ?? path[1]), modelSyntax)
  return { keep, close: inline === undefined ? '' : close }
}

const tableRow = /^(?:>\s*|(?:[-*+]|\d{1,9}[.)])\s+)*\|/

const definitionStart = /^\[[^\]\n]+\]:/

/** Whether the last line of a block of code is its opening fence, or the beginning of what may close it. */
function isFencePart(block: string, code: string): boolean {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(block) ?? []
  if (fence === undefined) return false
  const line = code.slice(code.lastIndexOf('\n') + 1).trim()
  return !block.includes('\n') || (/^(?:`+|~+)$/.test(line) && line.length < fence.length)
}

/** Signs that may become a rule, the line below a heading, or the marker of a block. */
const onlyMarks = /^(?:(?:[-=*+_~`>#|:@![(\\\s]|\[[ xX]?\]?)+|\d{1,9}[.)]?|\[\^?[^\]]*\]:?)$/

/** CommonMark with the server's mentions, links and times, and the Chat SDK's placeholders. */
const modelSyntax: InlineSyntax = {
  marks: /\*+|_+|~+/y,
  finished:
    /\\[!-/:-@[-`{-~]|@_?\*\*[^*\n]+\*\*|@_?\*[^*\n]+\*|#\*\*[^*\n]+\*\*|!?\[(?:[^[\]\n]|\[[^[\]\n]*\])*\](?:\([^()\n]*\)|\[[^[\]\n]*\])|<[^<>\s][^<>\n]*>|\{\{emoji:[^}\n]+\}\}|https?:\/\/\S+(?=\s)/y,
  starts: /[@#![<\\&{h]/,
  unfinished:
    /^(?:@_?(?:\*(?:\*[^*\n]*\*?|[^*\n]*))?|#\*?\*?(?:(?<=\*\*)[^*\n]*\*?)?|!?\[(?:[^[\]\n]|\[[^[\]\n]*\])*(?:\[[^[\]\n]*)?(?:\](?:\([^()\n]*|\[[^[\]\n]*)?)?|!|<(?:@\d*|[a-z/!][^<>\n]*)?|\{(?:\{[^}\n]{0,80}\}?)?|\\|&(?:#?\w{0,31})|https?:\/\/\S*)$/,
}
