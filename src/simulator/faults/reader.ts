import { nearest } from '../../text/index.js'
import type { Word } from './words.js'

/** Thrown, and caught again, where one way of reading a sentence does not lead on. */
class Misread extends Error {}

/** Why the reader got no further. */
export interface Obstacle {
  /** Undefined at the end of the sentence. */
  readonly word: string | undefined
  /** Its number in the sentence, from 0. */
  readonly at: number
  /** What could have stood there. */
  readonly expected: readonly string[]
  /** What is wrong with a word that could not be used although it stood at the right place. */
  readonly problem: string | undefined
  readonly suggestion: string | undefined
}

/** Reads words one after the other, tries one way after the other, and remembers how far it got. */
export class Reader {
  readonly #words: readonly Word[]
  #at = 0
  #furthest = 0
  readonly #expected = new Set<string>()
  #problem: string | undefined
  #suggestion: string | undefined

  constructor(words: readonly Word[]) {
    this.#words = words
  }

  get isAtEnd(): boolean {
    return this.#at === this.#words.length
  }

  /** Takes one of these words, whatever its case. */
  word(...choices: readonly string[]): string {
    return this.oneOf(choices, choices)
  }

  /** Takes one of these words, of which an error says no more than what is described. */
  oneOf(choices: readonly string[], described: readonly string[]): string {
    const found = this.#words[this.#at]
    const text = found?.isQuoted === false ? found.text.toLowerCase() : undefined
    if (text === undefined || !choices.includes(text)) return this.fail(described)
    this.#at += 1
    return text
  }

  /** Takes a word of this form, and gives what was caught. */
  match(form: RegExp, described: string): RegExpExecArray {
    return this.read((text) => form.exec(text) ?? undefined, described)
  }

  /** Takes a word that this can read, and gives what it read. */
  read<Value>(readWord: (word: string) => Value | undefined, described: string): Value {
    const found = this.#words[this.#at]
    const value = found?.isQuoted === false ? readWord(found.text) : undefined
    if (value === undefined) return this.fail([described])
    this.#at += 1
    return value
  }

  /** Takes whatever stands there. */
  name(described: string): string {
    const found = this.#words[this.#at]
    if (found === undefined || (found.text === ',' && !found.isQuoted)) return this.fail([described])
    this.#at += 1
    return found.text
  }

  /** Says that the word before this place cannot be used. */
  refuse(problem: string, suggestion?: string): never {
    this.#at -= 1
    if (this.#at >= this.#furthest) {
      this.#advanceTo(this.#at)
      this.#problem = problem
      this.#suggestion = suggestion
    }
    throw new Misread()
  }

  /** Says what could have stood at this place. */
  fail(expected: readonly string[]): never {
    this.#advanceTo(this.#at)
    if (this.#at === this.#furthest) for (const word of expected) this.#expected.add(word)
    throw new Misread()
  }

  /** The first of these ways that leads on. */
  either<Value>(...ways: readonly (() => Value)[]): Value {
    const start = this.#at
    for (const way of ways) {
      this.#at = start
      const read = attempted(way)
      if (read !== undefined) return read.value
    }
    throw new Misread()
  }

  /** What this way gives, or undefined, and then nothing is taken. */
  maybe<Value>(way: () => Value): Value | undefined {
    return this.either<Value | undefined>(way, () => undefined)
  }

  /** Reads everything by this way; gives what stood in the way where it does not fit. */
  whole<Value>(way: () => Value): { readonly value: Value } | { readonly obstacle: Obstacle } {
    const read = attempted(way)
    if (read !== undefined && this.isAtEnd) return read
    if (read !== undefined) attempted(() => this.fail(['the end']))
    return { obstacle: this.#obstacle() }
  }

  /** What could stand behind the last word, once all was read as far as that went; nothing where that was not so far. */
  get goesOnWith(): readonly string[] {
    return this.#furthest === this.#words.length ? [...this.#expected] : []
  }

  #advanceTo(place: number): void {
    if (place <= this.#furthest) return
    this.#furthest = place
    this.#expected.clear()
    this.#problem = undefined
    this.#suggestion = undefined
  }

  #obstacle(): Obstacle {
    const word = this.#words[this.#furthest]?.text
    const expected = [...this.#expected]
    const problem = this.#problem
    const suggestion = this.#suggestion ?? (problem === undefined ? nearMiss(word, expected) : undefined)
    return { word, at: this.#furthest, expected, problem, suggestion }
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

/** A number is no slip of another. */
function nearMiss(word: string | undefined, expected: readonly string[]): string | undefined {
  if (word === undefined || /\d/.test(word)) return undefined
  const near = nearest(word, expected)
  return near === word ? undefined : near
}
