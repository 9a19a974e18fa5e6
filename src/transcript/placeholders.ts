import { escapeRegExp } from '../values.js'
import type { Text } from './transcript.js'

/** The kinds of placeholders, each with the regular expression it matches. */
export const placeholderKinds = {
  /** The ID of a message, a person, or anything else. */
  id: '[0-9]+',
  number: '-?[0-9]+(?:[.,][0-9]+)*',
  /** A time of day, with or without its date. */
  time: '(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?',
  date: '(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}|[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})',
  word: '\\S+',
  file: '/user_uploads/[^\\s)]+',
  any: '[^\\n]+',
  /** Anything, over any number of lines. */
  lines: '[\\s\\S]+',
} as const

export type PlaceholderKind = keyof typeof placeholderKinds

/** The values of named placeholders, by name. */
export type Bindings = ReadonlyMap<string, string>

type Piece = { readonly literal: string } | Placeholder

export interface Placeholder {
  /** As written; not necessarily a known kind. */
  readonly kind: string
  readonly name?: string
  /** The whole placeholder, with its braces. */
  readonly source: string
}

export function isPlaceholderKind(kind: string): kind is PlaceholderKind {
  return Object.hasOwn(placeholderKinds, kind)
}

/** Text escaped so that nothing in it is read as a placeholder. */
export function escapePlaceholders(text: string): Text {
  return text.replace(
    placeholderPattern,
    (whole, backslashes: string) => `${backslashes}${backslashes}\\${whole.slice(backslashes.length)}`,
  )
}

function parsePieces(text: Text): readonly Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  let end = 0
  for (const match of text.matchAll(placeholderPattern)) {
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

export function placeholdersOf(text: Text): readonly Placeholder[] {
  return parsePieces(text).filter((piece): piece is Placeholder => 'kind' in piece)
}

/** The text with its placeholders filled in; undefined if one has no value yet. */
export function fillPlaceholders(text: Text, bindings: Bindings): string | undefined {
  let filled = ''
  for (const piece of parsePieces(text)) {
    const part = 'literal' in piece ? piece.literal : bindings.get(piece.name ?? '')
    if (part === undefined) return undefined
    filled += part
  }
  return filled
}

/** Matches a message against a text. Returns the bindings, old and new; undefined if it doesn't match. */
export function matchText(text: Text, message: string, bindings: Bindings): Bindings | undefined {
  const groups = new Map<string, string>()
  let pattern = ''
  for (const piece of parsePieces(text)) {
    pattern += 'literal' in piece ? escapeRegExp(piece.literal) : patternOf(piece)
  }
  const match = new RegExp(`^${pattern}$`, 'u').exec(message)
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

const placeholderPattern = /(\\*)\{\{([a-z]+)(?::([\w.-]+))?\}\}/g
