/**
 * Text as the server reads it for fences: with newlines at the ends of lines, and without two control characters that it leaves
 * out, so that they can't hide a fence.
 */
export function linesForFences(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\u0002', '').replaceAll('\u0003', '')
}

/**
 * Closes the fences that are open at the end of a Markdown text, as the server does at the end of a message. Inside another fence,
 * an open one would take in all that follows.
 */
export function withFencesClosed(markdown: string): string {
  return [markdown, ...openFences(markdown).reverse()].join('\n')
}

/** A fence of these signs that nothing in the text can close. */
export function fenceAround(text: string, sign: '`' | '~'): string {
  return sign.repeat(Math.max(3, longestRun(text, sign === '`' ? /`+/g : /~+/g) + 1))
}

/** The length of the pattern's longest match. */
export function longestRun(text: string, run: RegExp): number {
  let longest = 0
  for (const [found] of text.matchAll(run)) longest = Math.max(longest, found.length)
  return longest
}

function openFences(markdown: string): string[] {
  const open: { readonly fence: string; readonly isCode: boolean }[] = []
  for (const line of markdown.split('\n')) {
    const last = open.at(-1)
    if (line.trimEnd() === last?.fence) {
      open.pop()
      continue
    }
    const [, fence, word = ''] = last?.isCode === true ? [] : (openingFence.exec(line) ?? [])
    if (fence !== undefined) open.push({ fence, isCode: !proseFence.test(word) })
  }
  return open.map(({ fence }) => fence)
}

/** A fence at the very start of a line, then a language or another word, then the title of a spoiler. */
export const openingFence = /^(~{3,}|`{3,})[ \t]*(?:\{?\.?([\w+,./#-]+)[ \t]*(?:[^ \t~`][^~`]*)?)?$/
/** The words after a fence that encloses Markdown instead of code. */
export const proseFence = /^(?:quote|quoted|spoiler)$/i
