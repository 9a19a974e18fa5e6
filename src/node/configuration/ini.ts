export interface IniSection {
  /** Without its brackets; empty for `[]`, which a chat server writes for its users to fill in. */
  readonly name: string
  readonly line: number
  readonly options: readonly IniOption[]
}

export interface IniOption {
  /** In lower case, with `_` for spaces and hyphens. */
  readonly name: string
  /** Without surrounding spaces, quotes or a comment; undefined if it can't be read, which a slip reports. */
  readonly value: string | undefined
  readonly line: number
}

interface IniSlip {
  readonly line: number
  /** Name of its section; undefined above the first. */
  readonly section: string | undefined
  readonly problem: string
  readonly advice: string
}

/**
 * Parses the text of an INI file: `[section]`, `option = value` or `option: value`, comments with `#` or `;`. Nothing is merged or
 * dropped.
 */
export function readIni(text: string) {
  const sections: (IniSection & { readonly options: IniOption[] })[] = []
  const slips: IniSlip[] = []
  let homelessLine: number | undefined
  for (const [index, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    const content = whole.trim()
    if (content === '' || /^[#;]/.test(content)) continue
    const section = sections.at(-1)
    const slip = (problem: string, advice: string) => slips.push({ line, section: section?.name, problem, advice })
    if (content.startsWith('[')) {
      const [, name = '', end] = /^\[([^\]]*)(\](?:\s*[#;].*)?)?/.exec(content) ?? []
      // The lines below belong to it anyway, so that they cause no further problems.
      sections.push({ name: name.trim(), line, options: [] })
      if (end === undefined) slip(...unclosed)
      else if (!/^\](\s*[#;].*)?$/.test(content.slice(name.length + 1))) slip(...trailing)
      continue
    }
    const [, name, written] = /^([^=:]*?)\s*[=:]\s*(.*)$/.exec(content) ?? []
    const value = written === undefined ? undefined : valueIn(written)
    if (name === undefined || name === '' || written === undefined) slip(...unreadable)
    else if (section === undefined) homelessLine ??= line
    else {
      section.options.push({ name: name.toLowerCase().replaceAll(/[\s-]+/g, '_'), value, line })
      if (value === undefined) slip(...unquoted)
    }
  }
  // Reported once, since fixing one line fixes them all.
  if (homelessLine !== undefined) {
    const [problem, advice] = homeless
    slips.unshift({ line: homelessLine, section: undefined, problem, advice })
  }
  return { sections, slips }
}

/** The line itself may hold a secret, so it is never repeated. */
const unreadable = [
  'is neither a section, nor an option, nor a comment',
  'Write it as option=value, or put a # before it.',
] as const
const unclosed = ['has a section that is not closed', 'Write it as [name], on a line of its own.'] as const
const trailing = ['has something after its section', 'Put it on a line of its own.'] as const
const homeless = ['has an option above the first section', "Write a line [api] above the bot's options."] as const
const unquoted = ['has a quote that does not end', 'Close it, or remove the quotes.'] as const

/** Undefined if a quote is left open. A comment at the end of a line has a space before it. */
function valueIn(written: string): string | undefined {
  const [quote] = written
  if (quote !== '"' && quote !== "'") return written.replace(/(^|\s+)[#;].*$/, '').trim()
  const end = written.indexOf(quote, 1)
  const after = written.slice(end + 1).trim()
  return end > 0 && (after === '' || /^[#;]/.test(after)) ? written.slice(1, end).trim() : undefined
}
