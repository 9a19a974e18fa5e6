/**
 * The text with everything in comments, strings, templates and regular expressions replaced by spaces, so that a rule
 * about code isn't broken by what is said in words. Lines and columns stay where they were, and so do the quotes.
 */
export function blanked(text: string): string {
  let result = ''
  let at = 0
  // For every `${` that is open, how many braces are open inside.
  const holes: number[] = []

  while (at < text.length) {
    const rest = text.slice(at, at + 2)
    const character = text.charAt(at)
    if (rest === '//') skipTo(endOf(/[^\n]*/y, 0))
    else if (rest === '/*') skipTo(endOf(/[\s\S]*?\*\//y, 2))
    else if (character === "'" || character === '"')
      inQuotes(endOf(character === "'" ? /'(?:\\[\s\S]|[^'\\\n])*'?/y : /"(?:\\[\s\S]|[^"\\\n])*"?/y, 0))
    else if (character === '/' && startsExpression())
      inQuotes(endOf(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y, 0))
    else if (character === '`') template()
    else if (character === '}' && holes.at(-1) === 0) {
      holes.pop()
      template()
    } else {
      const depth = holes.length - 1
      if (character === '{' && depth >= 0) holes[depth] = (holes[depth] ?? 0) + 1
      if (character === '}' && depth >= 0) holes[depth] = (holes[depth] ?? 0) - 1
      result += character
      at += 1
    }
  }
  return result

  /** Where a match of the pattern that starts here (or a little later) ends; one character on when there is none. */
  function endOf(pattern: RegExp, later: number): number {
    pattern.lastIndex = at + later
    return pattern.test(text) ? Math.max(pattern.lastIndex, at + 1) : at + 1
  }

  function skipTo(end: number) {
    result += spaces(text.slice(at, end))
    at = end
  }

  function inQuotes(end: number) {
    if (end - at < 2) skipTo(end)
    else {
      result += text.charAt(at) + spaces(text.slice(at + 1, end - 1)) + text.charAt(end - 1)
      at = end
    }
  }

  /** From a backtick, or from the brace that closes a hole, to the next hole or the end. */
  function template() {
    const end = endOf(/[`}](?:\\[\s\S]|(?!\$\{)[^`\\])*(?:`|\$\{)/y, 0)
    if (text.slice(end - 2, end) === '${') holes.push(0)
    inQuotes(end)
  }

  /** A slash divides when it follows a value; otherwise it starts a regular expression. */
  function startsExpression(): boolean {
    const before = result.trimEnd()
    return before === '' || /(?:[([{},;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield))$/.test(before)
  }
}

const spaces = (text: string) => text.replace(/[^\n]/g, ' ')
