import { escapeRegExp } from '../values.js'
import type { Text } from './transcript.js'

/** What placeholders stand for, by name: the text that a regular expression finds for each. */
export const placeholderKinds = {
  /** The ID of a message, of a person, or of anything else. */
  id: '[0-9]+',
  number: '-?[0-9]+(?:[.,][0-9]+)*',
  /** A time of day, with or without its date. */
  time: '(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?',
  date: '(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}|[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})',
  word: '\\S+',
  /** Where an uploaded file lies. */
  file: '/user_uploads/[^\\s)]+',
  /** Whatever stands there, up to the end of the line at most. */
  any: '[^\\n]+',
  /** Whatever stands there, over as many lines as it likes. */
  lines: '[\\s\\S]+',
} as const

export type PlaceholderKind = keyof typeof placeholderKinds

/** What names stood for when they were met first. */
export type Bindings = ReadonlyMap<string, string>

/** A part of a text: as it is, or a placeholder, which may be named. */
export type Piece = { readonly literal: string } | Placeholder

export interface Placeholder {
  readonly kind: string
  readonly name?: string
  /** As it is written. */
  readonly source: string
}

/** Whether a placeholder is one that there is. */
export function isPlaceholderKind(kind: string): kind is PlaceholderKind {
  return Object.hasOwn(placeholderKinds, kind)
}

/** Text as it is meant, written so that nothing of it is taken for a placeholder. */
export function literally(text: string): Text {
  return text.replace(
    placeholder,
    (whole, backslashes: string) => `${backslashes}${backslashes}\\${whole.slice(backslashes.length)}`,
  )
}

/** The parts of a text, in their order. */
export function piecesOf(text: Text): readonly Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    const [whole, backslashes = '', kind = '', name] = match
    const source = whole.slice(backslashes.length)
    literal += text.slice(end, match.index) + backslashes.slice(0, Math.floor(backslashes.length / 2))
    end = match.index + whole.length
    if (backslashes.length % 2 === 1) literal += source
    else {
      if (literal !== '') pieces.push({ literal })
      literal = ''
      pieces.push({ kind, source, ...(name !== undefined && { name }) })
    }
  }
  literal += text.slice(end)
  if (literal !== '') pieces.push({ literal })
  return pieces
}

/** The placeholders of a text. */
export function placeholdersOf(text: Text): readonly Placeholder[] {
  return piecesOf(text).filter((piece): piece is Placeholder => 'kind' in piece)
}

/** The text with what names stand for in it; undefined where a name stands for nothing yet. */
export function filledIn(text: Text, bindings: Bindings): string | undefined {
  let filled = ''
  for (const piece of piecesOf(text)) {
    const part = 'literal' in piece ? piece.literal : bindings.get(piece.name ?? '')
    if (part === undefined) return undefined
    filled += part
  }
  return filled
}

/** What names stand for if a text fits what was said, those among them that were known before; undefined if it doesn't. */
export function fitting(text: Text, said: string, bindings: Bindings): Bindings | undefined {
  const groups = new Map<string, string>()
  let pattern = ''
  for (const piece of piecesOf(text)) {
    if ('literal' in piece) pattern += escapeRegExp(piece.literal)
    else pattern += patternOf(piece)
  }
  const match = new RegExp(`^${pattern}$`, 'u').exec(said)
  if (match === null) return undefined
  const found = new Map(bindings)
  for (const [name, group] of groups) found.set(name, match.groups?.[group] ?? '')
  return found

  function patternOf({ kind, name }: Placeholder): string {
    const source = isPlaceholderKind(kind) ? placeholderKinds[kind] : '(?!)'
    if (name === undefined) return `(?:${source})`
    const bound = bindings.get(name)
    if (bound !== undefined) return escapeRegExp(bound)
    const known = groups.get(name)
    if (known !== undefined) return `\\k<${known}>`
    const group = `name${groups.size}`
    groups.set(name, group)
    return `(?<${group}>${source})`
  }
}

/** Only what has this shape is a placeholder; any other brace is a brace. */
const placeholder = /(\\*)\{\{([a-z]+)(?::([\w.-]+))?\}\}/g
