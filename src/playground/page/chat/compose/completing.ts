/** What is being typed and can be completed. */
export interface Completing {
  readonly kind: 'mention' | 'channel' | 'emoji'
  readonly start: number
  readonly query: string
}

/** What is before the caret and can be completed; undefined in ordinary text and in code. */
export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(0, caret)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (isInCode(before, line)) return undefined
  for (const { kind, sign, pattern } of signs) {
    const match = pattern.exec(line)
    if (match === null) continue
    const [whole, query = ''] = match
    return { kind, start: before.length - whole.length + whole.indexOf(sign), query }
  }
  return undefined
}

/** A sign can follow white space and opening punctuation; a query is as long as names are. */
const signs = [
  // `# ` and `##` start a heading.
  { kind: 'channel', sign: '#', pattern: /(?:^|[\s'"(,:<])#(?:\*\*)?([^\s#*>][^#*>\n]{0,59}|)$/ },
  { kind: 'mention', sign: '@', pattern: /(?:^|[\s'"({[/<])@\*{0,2}([^\s@*#:_][^@*\n]{0,59}|)$/ },
  // Times such as 10:30 and colons after words don't start an emoji.
  { kind: 'emoji', sign: ':', pattern: /(?:^|[^\w:/]):([a-z+-][\w+-]{0,39})$/i },
] as const

/** Inside an open fence, or after an unclosed backtick on the same line. */
function isInCode(before: string, line: string): boolean {
  let fence: string | undefined
  for (const one of before.split('\n').slice(0, -1)) {
    const [, mark, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(one) ?? []
    if (mark === undefined) continue
    if (fence === undefined) fence = /^\s*(quote|spoiler)/.test(rest) ? undefined : mark
    else if (mark.startsWith(fence) && rest.trim() === '') fence = undefined
  }
  return fence !== undefined || (line.split('`').length - 1) % 2 === 1
}
