import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A page that people read, by its place in the project. */
export interface Page {
  /** For example `docs/guides/commands.md`. */
  readonly place: string
  readonly text: string
}

/** A block of code in a page. */
export interface Block {
  readonly page: string
  /** The line on which its code begins, counted from 1. */
  readonly line: number
  readonly language: string
  /** What stands behind the language: ` ```ts run ` says `run`. */
  readonly info: string
  readonly code: string
}

/** Every page of the project but those that are made from the contract and the docstrings. */
export function pages(): Page[] {
  const folders = ['docs', 'bots', 'templates'].flatMap((folder) => markdownIn(join(root, folder)))
  const top = readdirSync(root).filter((name) => name.endsWith('.md'))
  return [...top.map((name) => join(root, name)), ...folders].map((file) => ({
    place: relative(root, file),
    text: readFileSync(file, 'utf8'),
  }))
}

/** The blocks of code of a page. */
export function blocksOf({ place, text }: Page): Block[] {
  return [...text.matchAll(/^(`{3,})(\w+)[ \t]*(.*)\n([\s\S]*?)^\1$/gm)].map((match) => ({
    page: place,
    line: text.slice(0, match.index).split('\n').length + 1,
    language: match[2] ?? '',
    info: match[3] ?? '',
    code: match[4] ?? '',
  }))
}

const notWritten = /(^|\/)(node_modules|\.vitepress|dist|reference\/(api|commands|endpoints))\//

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !notWritten.test(name))
    .map((name) => join(folder, name))
}
