/// <reference path="./winkPorter2Stemmer.d.ts" />
import stem from 'wink-porter2-stemmer'
import { stopWords } from '../organisation/stopWords.js'

/** A word of a text with what it is compared by. */
interface Token {
  readonly start: number
  readonly end: number
  readonly lexemes: readonly string[]
}

/**
 * The words of a text or of HTML as PostgreSQL's full-text search tells them apart. Words of letters are compared by their
 * English stems; addresses, paths and numbers as a whole. Tags and character references are no words.
 */
export function* searchTokensIn(text: string): Generator<Token> {
  for (const match of text.matchAll(token)) {
    const { 0: whole, index: start, groups = {} } = match
    const { host = '', path = '', plain = '', words } = groups
    const end = start + whole.length
    if (words === undefined) {
      const asWhole = [...new Set([host + path, host, path, plain])].filter(Boolean)
      yield { start, end, lexemes: asWhole.map((one) => one.toLowerCase()) }
      continue
    }
    yield { start, end, lexemes: lexemesOf(words) }
    if (!words.includes('-')) continue
    for (const part of words.matchAll(/[^-]+/g)) {
      const at = start + part.index
      yield { start: at, end: at + part[0].length, lexemes: lexemesOf(part[0]) }
    }
  }
}

/** What a search looks for; nothing if it has only stop words. */
export function lexemesIn(text: string): ReadonlySet<string> {
  return new Set([...searchTokensIn(text)].flatMap(({ lexemes }) => lexemes))
}

function lexemesOf(word: string): readonly string[] {
  const lower = word.toLowerCase()
  // The time that the stemmer takes grows with the square of the length.
  if (/\p{N}/u.test(lower) || lower.length > longestWord) return [lower]
  return stopWordSet.has(lower) ? [] : [stem(lower)]
}

const longestWord = 100

const name = String.raw`[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_]*(?:-[\p{L}\p{M}\p{N}_]+)*`
const path = String.raw`(?:~|[\p{L}\p{M}\p{N}_]+(?:\.${name})*)?(?:/${name}(?:\.${name})*)+`
const token = new RegExp(
  [
    '<[a-z!/?][^>]*>',
    String.raw`&(?:#\d+|#x[\da-f]+|\w+);`,
    '[a-z]+://',
    String.raw`(?<host>${name}(?:\.${name})*\.[a-z]+(?::\d+)?)(?<path>/[^\s<>"\x60]*)?`,
    String.raw`(?<plain>[\w.+-]{1,64}@${name}(?:\.${name})+|${path}|[-+]?\d+(?:\.\d+)*(?![\p{L}\p{N}]))`,
    String.raw`(?<words>[\p{L}\p{M}\p{N}]+(?:-\p{L}[\p{L}\p{M}\p{N}]*)*)`,
  ].join('|'),
  'giu',
)

const stopWordSet: ReadonlySet<string> = new Set(stopWords)
