import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'
import { limits } from '../../protocol/index.js'

/** A linkifier's compiled pattern. */
export type Pattern = Exclude<ReturnType<typeof compile>, BadPattern>

interface PatternSearch {
  /** Maximum number of searches in one text. */
  readonly most: number
  /** The match at the very start of the text. */
  atStart(): PatternMatch | undefined
  /** The first match whose preceding separator is at `from` or later. */
  after(from: number): PatternMatch | undefined
}

export interface PatternMatch {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The groups that participated in the match, by name. */
  readonly groups: ReadonlyMap<string, string>
}

/** Why a pattern is invalid, in the words of RE2. */
export interface BadPattern {
  readonly reason: string
}

/** Compiles a pattern. The few hundred most recently used are cached. */
export function compilePattern(source: string): Pattern | BadPattern {
  const known = compiled.get(source)
  const pattern = known ?? compile(source)
  // Moves the entry to the end, so that the first is the least recently used.
  compiled.delete(source)
  compiled.set(source, pattern)
  const [oldest] = compiled.keys()
  if (compiled.size > mostCompiled && oldest !== undefined) compiled.delete(oldest)
  return pattern
}

const mostCompiled = 200
const compiled = new Map<string, Pattern | BadPattern>()

/** Any white space, and the characters that can precede a link. */
const before = String.raw`[\s\x{0B}\x{85}\pZ'"(,:<]`
/** Neither a letter nor a digit of any script. */
const after = String.raw`(?:$|[^\pL\pN])`

function compile(source: string) {
  try {
    const bare = RE2JS.compile(source)
    if (weight(bare) > heaviest) return { reason: 'pattern too large - compile failed' } satisfies BadPattern
    const names = Object.keys(bare.namedGroups())
    const required = literalBeginning(source)
    const programs = () => ({ atStart: surrounded('', source), inside: surrounded(before, source) })
    let compiled = required === undefined ? programs() : undefined
    return {
      groups: new Set(names) as ReadonlySet<string>,
      /** The pattern's first match, regardless of the surrounding characters. */
      searchAnywhere: (text: string): PatternMatch | undefined => {
        const matcher = bare.matcher(text)
        return matcher.find() ? readMatch(matcher, 0, names) : undefined
      },
      /** Prepares to search a text for matches that are separated from the surrounding words. */
      searchIn: (text: string): PatternSearch => {
        if (required !== undefined && !text.includes(required)) return nothingToFind
        compiled ??= programs()
        const { atStart, inside } = compiled
        const start = atStart.matcher(text)
        const further = inside.matcher(text)
        return {
          most: Math.ceil(mostSteps / weight(inside) / Math.min(text.length + 1, fullLength)),
          atStart: () => (start.lookingAt() ? readMatch(start, 1, names) : undefined),
          after: (from) => (from < text.length && further.find(from) ? readMatch(further, 1, names) : undefined),
        }
      },
    }
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { reason: inTheWordsOfRe2(error) }
    if (error instanceof RE2JSException) return { reason: error.message }
    throw error
  }
}

const nothingToFind: PatternSearch = { most: 0, atStart: () => undefined, after: () => undefined }

/**
 * The literal prefix of every match, such as `#` or `PR-`: a text without it needs no search. Undefined if the pattern has no
 * obvious one, and for long patterns: these are compiled at once, since adding the separators may make them too large.
 */
export function literalBeginning(source: string): string | undefined {
  if (source.includes('|') || source.length > longestPlain) return undefined
  // The last character before a quantifier may be absent or repeated.
  return /^[\w#-]+(?![\w#?*+{-])|^[\w#-]+(?=[\w#-][?*+{])/.exec(source)?.[0]
}

const longestPlain = 500

/** The cost of a search per character of the text, in steps of the engine. Each captured group makes every step more expensive. */
function weight(pattern: RE2JS): number {
  return pattern.programSize() * (1 + pattern.groupCount() / 10)
}

/** With a pattern this heavy, one search of a message of maximum length takes about a second. */
const heaviest = 4_000

/**
 * Each search is linear, but since another search follows each match, the total may not be: `a(?:.*b)?` can take n² steps in a
 * text of n characters. So the number of searches in a text is limited. With a plain pattern, the limit is about 500 links in a
 * message of maximum length, which no real message reaches.
 */
const mostSteps = 80_000_000
const fullLength = limits.messageLength

/** The pattern as group 1, between the separators that can surround it. */
function surrounded(before: string, source: string): RE2JS {
  return RE2JS.compile(`${before}(${source}${isQuotedToTheEnd(source) ? '\\E' : ''})${after}`)
}

/** A `\Q` without an `\E` quotes everything after it, which would include our own closing parenthesis. */
function isQuotedToTheEnd(source: string): boolean {
  return Array.from(source.matchAll(/\\Q.*?(\\E|$)|\\./gs)).some(([, end]) => end === '')
}

function readMatch(matcher: ReturnType<RE2JS['matcher']>, group: number, names: readonly string[]): PatternMatch {
  const groups = new Map<string, string>()
  for (const name of names) {
    const value = matcher.group(name)
    if (value !== null) groups.set(name, value)
  }
  return { start: matcher.start(group), end: matcher.end(group), text: matcher.group(group) ?? '', groups }
}

function inTheWordsOfRe2({ error, input }: RE2JSSyntaxException): string {
  const words = wordsOfRe2[error] ?? error
  return input === null ? words : `${words}: ${input}`
}

/** The engine's messages are those of Go's port of RE2, the server's those of the original. */
const wordsOfRe2: Readonly<Record<string, string>> = {
  'duplicate capture group name': 'invalid named capture group',
  'expression too large': 'pattern too large - compile failed',
  'invalid named capture': 'invalid named capture group',
  'invalid nested repetition operator': 'bad repetition operator',
  'invalid or unsupported Perl syntax': 'invalid perl operator',
  'invalid repeat count': 'invalid repetition size',
  'missing argument to repetition operator': 'no argument for repetition operator',
  'missing closing )': 'missing )',
  'missing closing ]': 'missing ]',
  'trailing backslash at end of expression': 'trailing \\',
}
