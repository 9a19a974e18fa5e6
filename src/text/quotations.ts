import { type Container, hasQuoteFence, readBlocks, type Span } from './blocks.js'
import { nameOrId } from './mentions.js'

/** A block that is fenced as a quotation, with its fences. */
export interface QuoteBlock extends Span {
  /** What is quoted, as Markdown. */
  readonly text: string
}

/** Finds the blocks that are fenced as quotations, in order; not those inside another. A fence that isn't closed ends with the text. */
export function quoteBlocks(markdown: string): QuoteBlock[] {
  if (!hasQuoteFence(markdown)) return []
  const found: {
    readonly block: Container
    readonly start: number
    readonly inside: number
    end: number
    to: number
  }[] = []
  for (const { start, end, containers, kind, kept } of readBlocks(markdown).lines) {
    const [block] = containers
    if (block?.kind !== 'fenced' || !block.isQuote) continue
    const to = kind === 'closes' && kept === 0 ? start : end
    const last = found.at(-1)
    if (last?.block === block) {
      last.end = end
      last.to = to
    } else found.push({ block, start: block.line.start, inside: start, end, to })
  }
  return found.map(({ start, inside, end, to }) => ({ start, end, text: markdown.slice(inside, to).trimEnd() }))
}

/** What an app writes above a message that it quotes. */
export interface Attribution {
  /** Where it begins in the line. */
  readonly at: number
  readonly sender: { readonly id: number | undefined; readonly name: string | undefined }
  /** Undefined if the number in the link can't be an ID. */
  readonly messageId: number | undefined
}

/**
 * Reads the line above a quotation: `@_**Hamlet|10** [said](https://…/near/123):`. Apps translate its words, and add the place when
 * they forward a message, so only its form counts: a silent mention, a link to a message, and a colon at the end.
 */
export function readAttribution(line: string): Attribution | undefined {
  if (!/[:：]$/.test(line.trimEnd())) return undefined
  const found = attribution.exec(line)
  const near = /\/near\/(\d+)/.exec(found?.[2] ?? '')?.[1]
  if (found === null || near === undefined) return undefined
  const { name, id } = nameOrId(found[1] ?? '')
  const messageId = Number(near)
  return {
    at: found.index,
    sender: { id, name: name === '' ? undefined : name },
    messageId: Number.isSafeInteger(messageId) ? messageId : undefined,
  }
}

/** Each part ends before a sign with which it could begin again, so that no text takes longer than it is long. */
const attribution = /@_\*\*([^*\n]+)\*\*[^@[\]\n]*\[[^@[\]\n]*\]\(([^()@\s]*)\)/
