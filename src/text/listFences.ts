/**
 * Moves blocks of code that are indented, as models write them below the items of a list, to the start of their lines: the server reads
 * them as code only there.
 */
export function withFencesAtLineStart(text: string): string {
  if (!/^[ \t]+(?:```|~~~)/m.test(text)) return text
  let open: { readonly fence: string; readonly indent: number } | undefined
  let isInList = false
  return text
    .split('\n')
    .map((line) => {
      const [, space = '', fence = '', after = ''] = /^([ \t]*)(`{3,}|~{3,})?(.*)$/.exec(line) ?? []
      if (open !== undefined) {
        const { indent } = open
        if (fence.startsWith(open.fence) && after.trim() === '') open = undefined
        return line.slice(Math.min(space.length, indent))
      }
      if (fence !== '' && !after.includes('`') && (space.length < 4 || isInList)) {
        open = { fence, indent: space.length }
        return fence + after
      }
      if (line.trim() !== '' && space === '') isInList = false
      if (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true
      return line
    })
    .join('\n')
}
