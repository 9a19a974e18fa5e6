import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'
import { limits } from '../../protocol/index.js'

/** A linkifier's pattern, ready to search with. */
export type Pattern = Exclude<ReturnType<typeof compile>, BadPattern>

interface PatternSearch {
  /** The most searches that one text gets. */
  readonly most: number
  /** The match at the very start of the text. */
  atStart(): PatternMatch | undefined
  /** The first match that has a separating character at `from` or later before it. */
  after(from: number): PatternMatch | undefined
}

export interface PatternMatch {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The groups that took part, by name. */
  readonly groups: ReadonlyMap<string, string>
}

/** Why a pattern is refused, in the words of RE2. */
export interface BadPattern {
  readonly reason: string
}

/** The same pattern is compiled once and kept as long as it is among the latest few hundred. */
export function compilePattern(source: string): Pattern | BadPattern {
  const known = compiled.get(source)
  const pattern = known ?? compile(source)
  // The entry moves to the end, so that the first one is the one that was needed least recently.
  compiled.delete(source)
  compiled.set(source, pattern)
  const [oldest] = compiled.keys()
  if (compiled.size > mostCompiled && oldest !== undefined) compiled.delete(oldest)
  return pattern
}

const mostCompiled = 200
const compiled = new Map<string, Pattern | BadPattern>()

/** White space of any kind, and the signs that open something. */
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
      /** The pattern's first match anywhere, whatever stands around it. */
      searchAnywhere: (text: string): PatternMatch | undefined => {
        const matcher = bare.matcher(text)
        return matcher.find() ? readMatch(matcher, 0, names) : undefined
      },
      /** Prepares a text to be searched for matches that stand apart from the words around them. */
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
 * What every match begins with, such as `#` or `PR-`: a text without it needs no search. Undefined where a pattern does
 * not plainly say, and for long patterns, which are compiled at once, since what surrounds them may make them too much.
 */
export function literalBeginning(source: string): string | undefined {
  if (source.includes('|') || source.length > longestPlain) return undefined
  // The last sign before a quantifier may be missing, or there more than once.
  return /^[\w#-]+(?![\w#?*+{-])|^[\w#-]+(?=[\w#-][?*+{])/.exec(source)?.[0]
}

const longestPlain = 500

/**
 * What a search costs for each character of the text, in steps of the engine. Every group that is captured makes every
 * step dearer.
 */
function weight(pattern: RE2JS): number {
  return pattern.programSize() * (1 + pattern.groupCount() / 10)
}

/** With a pattern this heavy, one search of a message of full length takes about a second. */
const heaviest = 4_000

/**
 * Each search is linear, but as each match is followed by another search, all of them together need not be: of a text
 * of n characters, `a(?:.*b)?` may look at n² of them. So the searches of a text have a limit. A plain pattern comes to
 * some 500 links in a message of full length; nothing that people write reaches it.
 */
const mostSteps = 80_000_000
const fullLength = limits.messageLength

/** The pattern as group 1 between what may surround it. */
function surrounded(before: string, source: string): RE2JS {
  return RE2JS.compile(`${before}(${source}${isQuotedToTheEnd(source) ? '\\E' : ''})${after}`)
}

/** A `\Q` that no `\E` follows quotes all that comes, and so would quote our own bracket. */
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

/** The engine speaks as Go's port of RE2 does, the server as the original. */
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
