import { nearest } from '../../text/index.js'

/** One word of a sentence. */
interface Word {
  readonly text: string
  /** It is in double quotes: a name, not part of the grammar. */
  readonly isQuoted: boolean
  /** Its place in the sentence, in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/**
 * The words of a sentence: separated by spaces or in double quotes; each comma is a word. A full stop at the end is dropped.
 * Undefined if a quote isn't closed.
 */
export function wordsOf(sentence: string): Word[] | undefined {
  const words: Word[] = []
  let start = sentence.length - sentence.trimStart().length
  let rest = sentence.trim().replace(/(?<=\S)\.$/, '')
  while (rest !== '') {
    const [whole, quoted, bare = ''] = /^(?:"((?:[^"\\]|\\.)*)"|(,|[^\s,"]+))\s*/s.exec(rest) ?? []
    if (whole === undefined) return undefined
    const isQuoted = quoted !== undefined
    const text = isQuoted ? quoted.replace(/\\(.)/gs, '$1') : bare
    words.push({ text, isQuoted, start, end: start + whole.trimEnd().length })
    start += whole.length
    rest = rest.slice(whole.length)
  }
  return words
}

/** A name as it appears in a sentence: in quotes unless it is a single plain word. */
export function printedName(name: string): string {
  return plainName.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
}

/** A plain name doesn't end in a full stop, since that could be the sentence's. */
const plainName = /^[^\s",\\.]+(?:\.+[^\s",\\.]+)*$/u

/** Thrown and caught internally when one way to read a sentence fails. */
class Misread extends Error {}

/** Why the reader got no further. */
export interface Obstacle {
  /** Undefined at the end of the sentence. */
  readonly word: string | undefined
  /** The index of the word. */
  readonly at: number
  /** What was expected there. */
  readonly expected: readonly string[]
  /** Why a word in the right place can't be used. */
  readonly problem: string | undefined
  readonly suggestion: string | undefined
}

/** Reads word by word, tries alternatives, and remembers how far it got. */
export class Reader {
  readonly #words: readonly Word[]
  #at = 0
  #furthest = 0
  #expected = new Set<string>()
  #problem: { readonly problem: string; readonly suggestion: string | undefined } | undefined

  constructor(words: readonly Word[]) {
    this.#words = words
  }

  /** Takes one of these words, in any case. */
  word(...choices: readonly string[]): string {
    return this.read((text) => choices.find((one) => one.toLowerCase() === text.toLowerCase()), ...choices)
  }

  /** Takes these words, one after the other. */
  words(text: string): void {
    for (const word of text.split(' ')) this.word(word)
  }

  /** Takes a word that the function can read, and returns the result. `expected` describes such words for errors. */
  read<Value>(readWord: (word: string) => Value | undefined, ...expected: readonly string[]): Value {
    const found = this.#words[this.#at]
    const value = found?.isQuoted === false ? readWord(found.text) : undefined
    if (value === undefined) return this.fail(expected)
    this.#at += 1
    return value
  }

  /** Takes any word as a name. */
  name(described: string): string {
    const found = this.#words[this.#at]
    if (found === undefined || (found.text === ',' && !found.isQuoted)) return this.fail([described])
    this.#at += 1
    return found.text === '' ? this.refuse('is empty') : found.text
  }

  /** Rejects the word just taken. */
  refuse(problem: string, suggestion?: string): never {
    this.#at -= 1
    if (this.#at >= this.#furthest) {
      this.#advanceTo(this.#at)
      this.#problem = { problem, suggestion }
    }
    throw new Misread()
  }

  /** Notes what was expected at this place. */
  fail(expected: readonly string[]): never {
    this.#advanceTo(this.#at)
    if (this.#at === this.#furthest) for (const word of expected) this.#expected.add(word)
    throw new Misread()
  }

  /** Takes the first alternative that can be read. */
  either<Value>(...ways: readonly (() => Value)[]): Value {
    const start = this.#at
    for (const way of ways) {
      this.#at = start
      const read = attempted(way)
      if (read !== undefined) return read.value
    }
    throw new Misread()
  }

  /** Reads something optional; undefined, with nothing taken, if it isn't there. */
  maybe<Value>(way: () => Value): Value | undefined {
    return this.either<Value | undefined>(way, () => undefined)
  }

  /** Reads the whole sentence; returns the obstacle if that fails. */
  whole<Value>(way: () => Value): { readonly value: Value } | { readonly obstacle: Obstacle } {
    const read = attempted(way)
    if (read !== undefined && this.#at === this.#words.length) return read
    if (read !== undefined) attempted(() => this.fail([]))
    const word = this.#words[this.#furthest]?.text
    const expected = [...this.#expected]
    const { problem, suggestion } = this.#problem ?? { problem: undefined, suggestion: nearMiss(word, expected) }
    return { obstacle: { word, at: this.#furthest, expected, problem, suggestion } }
  }

  /** What could follow the last word; nothing if the sentence can't be read up to there. */
  get next(): readonly string[] {
    return this.#furthest === this.#words.length ? [...this.#expected] : []
  }

  #advanceTo(place: number): void {
    if (place <= this.#furthest) return
    this.#furthest = place
    this.#expected = new Set()
    this.#problem = undefined
  }
}

function attempted<Value>(way: () => Value): { readonly value: Value } | undefined {
  try {
    return { value: way() }
  } catch (error) {
    if (error instanceof Misread) return undefined
    throw error
  }
}

/** A number is never a typo of another. */
function nearMiss(word: string | undefined, expected: readonly string[]): string | undefined {
  if (word === undefined || /\d/.test(word)) return undefined
  const near = nearest(word, expected)
  return near === word ? undefined : near
}
