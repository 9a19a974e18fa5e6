/** What the writer is in the middle of writing, and would like to have completed. */
export type Completing =
  | { readonly kind: 'mention'; readonly start: number; readonly query: string; readonly isSilent: boolean }
  | { readonly kind: 'channel'; readonly start: number; readonly query: string }
  | { readonly kind: 'topic'; readonly start: number; readonly channel: string; readonly query: string }
  | { readonly kind: 'emoji'; readonly start: number; readonly query: string }
  | { readonly kind: 'command'; readonly start: number; readonly query: string }

/** What stands before the caret and could be completed; undefined in the middle of ordinary text and of code. */
export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(0, caret)
  const command = /^\/(\w*)$/.exec(before)
  if (command !== null) return { kind: 'command', start: 0, query: command[1] ?? '' }
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (isInCode(before, line)) return undefined
  const found = topicIn(line) ?? channelIn(line) ?? mentionIn(line) ?? emojiIn(line)
  return found && { ...found, start: found.start + before.length - line.length }
}

/** A mention may follow white space and opening signs; its query is as long as names are. */
function mentionIn(line: string): Completing | undefined {
  const match = /(?:^|[\s'"({[/<])@(_?)(\*{0,2})([^\s@*#:][^@*\n]{0,59}|)$/.exec(line)
  if (match === null) return undefined
  const [whole, underscore, , query = ''] = match
  // A mark that is alone, or that white space follows, is a sign of its own.
  return { kind: 'mention', start: startOf(line, whole, '@'), query, isSilent: underscore === '_' }
}

function channelIn(line: string): Completing | undefined {
  const match = /(?:^|[\s'"(,:<])#(?:\*\*)?([^\s#*>][^#*>\n]{0,59}|)$/.exec(line)
  // `# ` begins a heading, and `##` too.
  if (match === null) return undefined
  return { kind: 'channel', start: startOf(line, match[0], '#'), query: match[1] ?? '' }
}

/** Behind a channel's name and `>`, whether or not the name has been completed before. */
function topicIn(line: string): Completing | undefined {
  const match =
    /(?:^|[\s'"(,:<])#\*\*([^*>\n]+)(?:\*\*)?>([^*\n]{0,60})$/.exec(line) ??
    /(?:^|[\s'"(,:<])#([^\s#*>][^#*>\n]*)>([^*\n]{0,60})$/.exec(line)
  if (match === null) return undefined
  const [whole, channel = '', query = ''] = match
  return { kind: 'topic', start: startOf(line, whole, '#'), channel, query }
}

/** Times such as 10:30 and colons behind words begin no emoji. */
function emojiIn(line: string): Completing | undefined {
  const match = /(?:^|[^\w:/]):([a-z+-][\w+-]{0,39})$/i.exec(line)
  if (match === null) return undefined
  return { kind: 'emoji', start: startOf(line, match[0], ':'), query: match[1] ?? '' }
}

const startOf = (line: string, found: string, sign: string) => line.length - found.length + found.indexOf(sign)

/** Within a fence that is open, or behind a backtick that has no second one on its line. */
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
