import {
  append,
  type Element,
  element,
  finished,
  isBlank,
  lastChild,
  trim,
  trimEnd,
  trimStart,
  white,
} from './element.js'
import { silenceMentions } from './mentions.js'
import { buildTable, readTable } from './tables.js'

/**
 * Parses the blocks of a message: lists, quotes, tables, headings, paragraphs. Inline markup stays in their texts.
 *
 * @throws {RangeError} if hundreds of blocks are nested
 */
export function parseBlocks(text: string): Element {
  const root = element('div')
  new BlockParser().parse(root, text)
  return root
}

/** How the enclosing block affects the blocks in it. */
type Inside = 'list' | 'loose list' | 'quote' | 'unindented'

/**
 * Takes the next block, which is the last of the list, and puts back what remains of it; or returns false to leave it to the next
 * rule. Rules are tried in the server's order.
 */
type Rule = (parser: BlockParser, parent: Element, blocks: string[]) => boolean

/** The server limits the depth of its calls: near the limit, quotes stay text, and at the limit it gives up on the message. */
const mostCallsForQuote = 889
const mostCalls = 985

class BlockParser {
  readonly #inside: Inside[] = []
  #calls = 0

  /** Blank lines separate blocks. */
  parse(parent: Element, text: string): void {
    this.#calls += 1
    this.parseBlocks(parent, text.split('\n\n'))
    this.#calls -= 1
  }

  parseBlocks(parent: Element, blocks: string[]): void {
    this.#calls += 2
    if (this.#calls > mostCalls) throw new RangeError('The blocks are nested too deeply.')
    blocks.reverse()
    // In this order, taking a block and putting one back cost nothing.
    while (blocks.length > 0) rules.some((rule) => rule(this, parent, blocks))
    this.#calls -= 2
  }

  parseInside(inside: Inside, parse: () => void): void {
    this.#inside.push(inside)
    parse()
    this.#inside.pop()
  }

  isInside(inside: Inside): boolean {
    return this.#inside.at(-1) === inside
  }

  get mayNestQuote(): boolean {
    return this.#calls < mostCallsForQuote
  }
}

const blankLines: Rule = (_, parent, blocks) => {
  const block = blocks.at(-1) ?? ''
  if (block !== '' && !block.startsWith('\n')) return false
  blocks.pop()
  if (block.length > 1) blocks.push(block.slice(1))
  const code = lastChild(parent)
  if (code?.tag === 'pre') code.text += block === '' ? '\n\n' : '\n'
  return true
}

/** An indented block, which belongs to an item of the list above it. */
const inItem: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) ?? ''
  if (!block.startsWith(listIndent) || parser.isInside('unindented')) return false
  if (!isItem(parent) && !isList(lastChild(parent))) return false
  blocks.pop()
  const { level, at } = itemFor(parser, parent, block)
  const text = unindented(block, listIndent.repeat(level))
  parser.parseInside('unindented', () => {
    const below = lastChild(at)
    if (isItem(parent)) parser.parseBlocks(isList(lastChild(parent)) ? (lastChild(parent) ?? parent) : parent, [text])
    else if (isItem(at)) parser.parseBlocks(at, [text])
    else if (below !== undefined && isItem(below)) {
      loosen(below)
      parser.parse(below, text)
    } else parser.parseBlocks(append(at, element('li')), [text])
  })
  return true
}

const listIndent = '  '

function itemFor(
  parser: BlockParser,
  parent: Element,
  block: string,
): { readonly level: number; readonly at: Element } {
  const indent = Math.floor((block.length - block.replace(/^ +/, '').length) / listIndent.length)
  let level = parser.isInside('list') ? 1 : 0
  let at = parent
  for (let child = lastChild(at); indent > level && child !== undefined; child = lastChild(at)) {
    if (!isList(child) && !isItem(child)) break
    if (isList(child)) level += 1
    at = child
  }
  return { level, at }
}

function unindented(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n')
}

const isItem = (found: Element): boolean => found.tag === 'li'
const isList = (found: Element | undefined): boolean => found?.tag === 'ul' || found?.tag === 'ol'

/** Makes the text of an item a paragraph. */
function loosen(item: Element): void {
  if (item.text === '') return
  item.children.unshift(element('p', {}, item.text))
  item.text = ''
}

const codeIndent = '    '

const indentedCode: Rule = (_, parent, blocks) => {
  const block = blocks.at(-1) ?? ''
  if (!block.startsWith(codeIndent)) return false
  blocks.pop()
  const lines = block.split('\n')
  const found = lines.findIndex((line) => !line.startsWith(codeIndent) && !isBlank(line))
  const end = found < 0 ? lines.length : found
  const text = lines
    .slice(0, end)
    .map((line) => line.slice(codeIndent.length))
    .join('\n')
  const before = lastChild(parent)
  if (before?.tag === 'pre') before.text += `\n${trimEnd(text)}\n`
  else append(parent, finished('pre', {}, `${trimEnd(text)}\n`))
  const rest = lines.slice(end).join('\n')
  if (rest !== '') blocks.push(rest)
  return true
}

const headingLine = new RegExp(`(?:^|\\n)(#{1,6})[${white}]((?:\\\\[^\\n]|[^\\\\])*?)#*(?:\\n|$)`)

const heading: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) ?? ''
  const found = block.includes('#') ? headingLine.exec(block) : null
  if (found === null) return false
  blocks.pop()
  const [whole, marks = '', text = ''] = found
  const before = block.slice(0, found.index)
  if (before !== '') parser.parseBlocks(parent, [before])
  append(parent, element(`h${marks.length}`, {}, trim(text)))
  const after = block.slice(found.index + whole.length)
  if (after !== '') blocks.push(parser.isInside('loose list') ? unindented(after, codeIndent) : after)
  return true
}

/** A table needs a blank line above it: right below a line of text, it stays text. */
const table: Rule = (_, parent, blocks) => {
  const found = readTable(blocks.at(-1) ?? '')
  if (found === undefined) return false
  blocks.pop()
  append(parent, buildTable(found))
  return true
}

const ruleLine = /(?<![^\n]) {0,3}(?=((?:-+ {0,2}){3,}|(?:_+ {0,2}){3,}|(?:\*+ {0,2}){3,}))\1 *(?![^\n])/

const horizontalRule: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) ?? ''
  const found = ruleLine.exec(block)
  if (found === null) return false
  blocks.pop()
  const before = block.slice(0, found.index).replace(/\n+$/, '')
  if (before !== '') parser.parseBlocks(parent, [before])
  append(parent, element('hr'))
  const after = block.slice(found.index + found[0].length).replace(/^\n+/, '')
  if (after !== '') blocks.push(after)
  return true
}

/** A rule for lists of one kind. */
function list(tag: 'ol' | 'ul', sign: string): Rule {
  const item = new RegExp(`^ ?(${sign}) +([^\n]*)$`)
  return (parser, parent, blocks) => {
    const lines = (blocks.at(-1) ?? '').split('\n')
    const first = item.exec(lines[0] ?? '')
    if (first === null) return false
    blocks.pop()
    const items: string[] = []
    for (const line of lines) {
      const text = item.exec(line)?.[2]
      if (text !== undefined) items.push(text)
      else if (nestedItem.test(line) && !items.at(-1)?.startsWith(listIndent)) items.push(line)
      else items.push(`${items.pop()}\n${line}`)
    }
    const made = listFor(parser, parent, tag, first[1] ?? '', items)
    parser.parseInside('list', () => {
      for (const text of items) {
        const into = text.startsWith(listIndent) ? lastChild(made) : append(made, element('li'))
        parser.parseBlocks(into ?? made, [text])
      }
    })
    return true
  }
}

const nestedItem = /^ {2,3}(?:\d+\.|[*+-]) +/

/** The list that items are added to. If that is the list above, a blank line separates them, so its items become paragraphs. */
function listFor(parser: BlockParser, parent: Element, tag: 'ol' | 'ul', sign: string, items: string[]): Element {
  const before = lastChild(parent)
  if (before?.tag === tag) {
    const last = lastChild(before)
    if (last !== undefined) {
      loosen(last)
      const below = lastChild(last)
      if (below !== undefined && below.tail !== '') {
        append(last, element('p', {}, trimStart(below.tail)))
        below.tail = ''
      }
    }
    const item = append(before, element('li'))
    const first = items.shift()
    parser.parseInside('loose list', () => parser.parseBlocks(item, [first ?? '']))
    return before
  }
  if (isList(parent)) return parent
  const start = tag === 'ol' ? sign.slice(0, -1) : '1'
  return append(parent, element(tag, start === '1' ? {} : { start }))
}

const quoteLine = new RegExp(`(^|\\n)(?!(?: {0,3}>[${white}]*(?:$|\\n))*(?:$|\\n)) {0,3}> ?([^\\n]*)`)

/** A blank line ends a quote. */
const quote: Rule = (parser, parent, blocks) => {
  const block = blocks.at(-1) ?? ''
  const found = block.includes('>') && parser.mayNestQuote ? quoteLine.exec(block) : null
  if (found === null) return false
  blocks.pop()
  parser.parseBlocks(parent, [block.slice(0, found.index)])
  const text = block
    .slice(found.index)
    .split('\n')
    .map((line) => unquoted(silenceMentions(line)))
    .join('\n')
  const made = append(parent, element('blockquote'))
  parser.parseInside('quote', () => parser.parse(made, text))
  return true
}

function unquoted(line: string): string {
  return trim(line) === '>' ? '' : (quoteLine.exec(line)?.[2] ?? line)
}

const paragraph: Rule = (parser, parent, blocks) => {
  const block = blocks.pop() ?? ''
  if (isBlank(block)) return true
  if (!parser.isInside('list')) {
    append(parent, element('p', {}, trimStart(block)))
    return true
  }
  const before = lastChild(parent)
  if (before !== undefined) before.tail += `\n${block}`
  else if (parent.text !== '') parent.text += `\n${block}`
  else parent.text = trimStart(block)
  return true
}

const rules: readonly Rule[] = [
  blankLines,
  inItem,
  indentedCode,
  heading,
  table,
  horizontalRule,
  list('ol', '\\d+\\.'),
  list('ul', '[*+-]'),
  quote,
  paragraph,
]
