import { fold, nearest } from '../../text/index.js'
import type { DateWords } from '../sentences/dateWords.js'
import { english } from '../sentences/english.js'

/** A word, a number or a sign. */
export interface DateToken {
  /** Folded. */
  readonly text: string
  /** With its capitals. */
  readonly plain: string
  readonly start: number
  readonly end: number
  /** Whether a blank is before it. */
  readonly isApart: boolean
}

export type WordRole = Exclude<keyof DateWords, 'isDayFirst' | 'examples'>

/** Words with this role at a place, and where they end. */
interface Phrase {
  /** The index in the list of words. */
  readonly value: number
  readonly to: number
}

/** The beginning of a text, taken apart for reading dates and lengths of time in these languages. */
export type DateTokens = ReturnType<typeof dateTokens>

export function dateTokens(text: string, from: number, languages: readonly DateWords[]) {
  const phrases = new Map<WordRole, ReadonlyMap<string, number>>()
  const phrasesOf = (role: WordRole) => {
    const known = phrases.get(role) ?? new Map(languages.flatMap((words) => phrasesIn(words[role] ?? '')))
    phrases.set(role, known)
    return known
  }
  const roles = Object.keys(english.dateWords)
    .concat('marks')
    .filter((name) => name !== 'examples') as WordRole[]
  const tokens: DateToken[] = []
  token.lastIndex = from
  while (tokens.length < longest) {
    const at = token.lastIndex
    const [whole, before = '', unspaced] = token.exec(text) ?? []
    if (whole === undefined) break
    const start = at + before.length
    // These languages write no blanks between words.
    const end = start + (unspaced === undefined ? whole.length - before.length : knownLength(unspaced))
    const plain = text
      .slice(start, end)
      .replace(/\p{DI}/gu, '')
      .normalize('NFKC')
    tokens.push({ text: fold(text.slice(start, end)), plain, start, end, isApart: /\s/.test(before) })
    token.lastIndex = end
  }

  function knownLength(unspaced: string): number {
    for (let length = Math.min(unspaced.length, 4); length > 1; length -= 1) {
      const word = fold(unspaced.slice(0, length))
      if (roles.some((role) => phrasesOf(role).has(word))) return length
    }
    return String.fromCodePoint(unspaced.codePointAt(0) ?? 0).length
  }

  /** The longest phrase with this role at this index. */
  function phrase(at: number, role: WordRole): Phrase | undefined {
    let typed = ''
    let found: Phrase | undefined
    for (let to = at; to < Math.min(tokens.length, at + 4); to += 1) {
      typed += `${to > at ? ' ' : ''}${tokens[to]?.text}`
      const value = phrasesOf(role).get(typed)
      if (value !== undefined) found = { value, to: to + 1 }
    }
    return found
  }

  /** What a misspelt word at this index was perhaps meant to be. */
  function wordMeant(index: number): string | undefined {
    const { text: typed = '' } = tokens[index] ?? {}
    const known = meantRoles.flatMap((role) => [...phrasesOf(role).keys()].filter(({ length }) => length > 4).reverse())
    return typed.length < 4 || roles.some((role) => phrasesOf(role).has(typed)) ? undefined : nearest(typed, known)
  }

  /** Whether no blank is before this token. */
  const isGlued = (index: number) => tokens[index]?.isApart === false

  /** Whether blanks don't divide the words here. */
  const isUnspaced = (index: number) => /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(tokens[index]?.text ?? '')

  /** A number with so many digits. */
  function digits(index: number, most = 2, least = 1): number | undefined {
    const { text = '' } = tokens[index] ?? {}
    return /^\d+$/.test(text) && text.length >= least && text.length <= most ? Number(text) : undefined
  }

  return {
    text,
    from,
    tokens,
    isDayFirst: languages.find(({ isDayFirst }) => isDayFirst !== undefined)?.isDayFirst,
    phrase,
    wordMeant,
    /** Behind the phrase with this role, if it is at this index. */
    after: (index: number, role: WordRole) => phrase(index, role)?.to ?? index,
    /** Whether one of these signs or words is at this index. */
    at: (index: number, ...signs: readonly string[]) => signs.includes(tokens[index]?.text ?? ''),
    isGlued,
    isApart: (index: number) => tokens[index]?.isApart === true,
    digits,
    gluedDigits: (index: number, most = 2, least = most) => (isGlued(index) ? digits(index, most, least) : undefined),
    /** Whether a word or number ends before this index. */
    ends: (index: number) =>
      !isGlued(index) || isUnspaced(index - 1) || !/^[\p{L}\p{N}]/u.test(tokens[index]?.text ?? ''),
    isUnspaced,
    endOf: (index: number) => tokens[Math.min(index, tokens.length) - 1]?.end ?? from,
  }
}

/** Roles of long words. */
const meantRoles = ['days', 'weekdays', 'months', 'units'] as const

/** More than any date or length of time has. */
const longest = 32

const token =
  /([\s\p{DI}]*)(?:\p{Nd}+|([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+)|\p{L}(?:[\p{L}\p{M}\p{DI}]|['’‘ʼ´`‐‑-](?=\p{L}))*|.)/suy

function phrasesIn(list: string): (readonly [string, number])[] {
  const each = list.split(' ').map((alike) => alike.split('|'))
  return each.flatMap((alike, value) => alike.map((word) => [fold(word.replaceAll('_', ' ')), value] as const))
}
