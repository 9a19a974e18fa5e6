import type { Lines } from '../../transcript/transcript.js'
import { indentation } from '../../transcript/write.js'

/** A line that begins something, with the indented text below it. */
export interface Block extends Lines {
  readonly first: string
  /** Without their indentation; empty where nothing is indented below it. */
  readonly below: readonly string[]
}

/**
 * Takes a text apart into lines and what is indented below them. Empty lines belong to the indented text around them.
 */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.at(-1)?.trim() === '') lines.pop()
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] ?? ''
    const end = endOfBelow(lines, at)
    blocks.push({ line: at + 1, count: end - at, first, below: lines.slice(at + 1, end).map(withoutIndentation) })
    at = end
  }
  return blocks
}

function endOfBelow(lines: readonly string[], at: number): number {
  if (!/\S/.test(lines[at] ?? '') || /^(\s|\/\/|#)/.test(lines[at] ?? '')) return at + 1
  let end = at + 1
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (isIndented(line) && /\S/.test(line)) end = next + 1
    else if (/\S/.test(line)) break
  }
  return end
}

function isIndented(line: string): boolean {
  return line.startsWith(indentation) || line.startsWith('\t')
}

function withoutIndentation(line: string): string {
  return line.startsWith('\t') ? line.slice(1) : line.slice(indentation.length)
}
