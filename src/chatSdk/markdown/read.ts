import { type Nodes, parseMarkdown, type Root } from 'chat'
import { codeSpans, findMentions, quoteBlocks } from '../../text/index.js'

/**
 * Reads the server's Markdown as a Markdown tree: mentions, links to channels and times become text, quotations block quotes,
 * and spoilers their titles and contents. Backslashes, which have no meaning on the server, stay.
 */
export function readMarkdown(markdown: string): Root {
  if (markdown.length > longestParsed || isTooMuch(markdown)) return textTree(markdown)
  return withHtmlAsText(parseMarkdown(inCommonMark(withQuotes(withoutSpoilers(markdown)))))
}

/** Whether the parser would take seconds, or nest deeper than its stack: it takes the square of the number of marks in a block. */
export function isTooMuch(markdown: string): boolean {
  if (deepNesting.test(markdown)) return true
  const prose = markdown.replace(fencedCode, '')
  return prose.split(blockStart).some((block) => (block.match(/[*_[\]]/g)?.length ?? 0) > mostMarks)
}

/** UTF-16 units; most servers allow messages half as long. */
export const longestParsed = 20_000
const mostMarks = 1_500
const blockStart = /\n(?=[ \t]*(?:\n|[|#>+*-]|\d{1,9}[.)]))/
const fencedCode = /^[ \t]*(`{3,}|~{3,}).*\n[\s\S]*?\n[ \t]*\1/gm
const deepNesting = /^[ \t]*(?:>[ \t]*|(?:[*+-]|\d{1,9}[.)])[ \t]+){20}/m

export function textTree(text: string): Root {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '')
  return {
    type: 'root',
    children: blocks.map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] })),
  }
}

function withoutSpoilers(markdown: string): string {
  return markdown.replace(spoiler, (_, __, title: string, text: string) => `${title.trim()}\n\n${text}`)
}

const spoiler = /^(`{3,}|~{3,})[ \t]*spoiler\b([^\n]*)\n([\s\S]*?)\n\1[ \t]*$/gim

function withQuotes(markdown: string): string {
  return quoteBlocks(markdown).reduceRight(
    (all, { start, end, text }) => `${all.slice(0, start)}${text.trimEnd().replace(/^/gm, '> ')}\n\n${all.slice(end)}`,
    markdown,
  )
}

/** The server shows HTML as it was typed. */
function withHtmlAsText<Node extends Nodes>(node: Node): Node {
  if (node.type === 'html') return { ...node, type: 'text' } as never
  if (!('children' in node)) return node
  return { ...node, children: node.children.map(withHtmlAsText) }
}

/** Outside code: what only the server knows becomes text, and what only CommonMark knows loses its meaning. */
function inCommonMark(markdown: string): string {
  const mentions = new Map(findMentions(markdown).map((mention) => [mention.start, mention]))
  const code = codeSpans(markdown)
  let written = ''
  let at = 0
  for (const { start, end } of [...code, { start: markdown.length, end: markdown.length }]) {
    written += prose(at, Math.max(at, start)) + markdown.slice(Math.max(at, start), end)
    at = Math.max(at, end)
  }
  return written

  function prose(from: number, to: number): string {
    let text = ''
    let begin = from
    for (const [start, { end, name, id }] of mentions) {
      if (start < begin || end > to) continue
      text += plain(markdown.slice(begin, start)) + literal(`@${name || id}`)
      begin = end
    }
    return text + plain(markdown.slice(begin, to))
  }
}

function plain(text: string): string {
  return text
    .split(/(#\*\*[^*\n]+\*\*|<time:[^>\n]+>)/)
    .map((part, at) => {
      if (at % 2 === 0) return part.replaceAll('\\', '\\\\')
      if (part.startsWith('<')) return literal(part.slice('<time:'.length, -1))
      return literal(`#${part.slice('#**'.length, -2).replace('>', ' > ')}`)
    })
    .join('')
}

/** Text that CommonMark shows as it is. */
const literal = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
