import { fenceBlocks, opensFence } from './fences.js'
import { type Stash, withoutPlaceholders } from './stash.js'

/**
 * The first step of rendering: white space, the blank lines that lists need, and fences. Placeholders replace code, formulas and the
 * frames of spoilers; fenced quotes become lines with `>`.
 */
export function prepareLines(content: string, stash: Stash): string {
  const lines = normalized(withBlankLines(content.split('\n')).join('\n')).split('\n')
  return fenceBlocks(lines, stash).join('\n')
}

const listItem = /^ *([*+-]|\d\.) +/

/** Puts a blank line before each list that directly follows text or a list of the other kind. */
function withBlankLines(lines: readonly string[]): string[] {
  const made: string[] = []
  const open: { readonly fence: string; readonly isCode: boolean }[] = []
  lines.forEach((line, at) => {
    made.push(line)
    const next = lines[at + 1]
    if (next === undefined) return
    const fence = opensFence(line)
    if (fence !== undefined) {
      if (fence.language === '' && fence.marks === open.at(-1)?.fence) open.pop()
      else open.push({ fence: fence.marks, isCode: fence.language !== 'quote' && fence.language !== 'quoted' })
    }
    if (line === '' || open.some(({ isCode }) => isCode)) return
    const kind = kindOfList(next)
    if (kind !== undefined && kind !== kindOfList(line)) made.push('')
  })
  return made
}

function kindOfList(line: string): 'bullets' | 'numbers' | undefined {
  const sign = listItem.exec(line)?.[1]
  return sign === undefined ? undefined : sign.length === 1 ? 'bullets' : 'numbers'
}

/** Removes characters that could form a placeholder, replaces tabs by spaces, and empties blank lines. */
function normalized(text: string): string {
  const lines = withoutPlaceholders(text).replace(/\r\n?/g, '\n')
  return `${lines.includes('\t') ? withoutTabs(lines) : lines}\n\n`.replace(/(?<=\n) +\n/g, '\n')
}

const tabWidth = 4

function withoutTabs(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      let column = 0
      return line.replace(/[^\t]+|\t/g, (part) => {
        const shown = part === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : part
        column += [...shown].length
        return shown
      })
    })
    .join('\n')
}
