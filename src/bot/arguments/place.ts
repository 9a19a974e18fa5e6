import type { Context } from '../context.js'
import type { Sentences } from '../sentences/sentences.js'

export interface Place {
  readonly text: string
  readonly at: number
  /** Whether what stands there is code, in which nobody is mentioned and nothing linked. */
  isCode(at: number): boolean
}

export interface ArgumentKind<Value = unknown> {
  /** What it is, for `argumentIs` and others. */
  expected(sentences: Sentences): string
  /** Reads one at this place; undefined where there is none. It never looks further than the argument goes. */
  take(place: Place): Taken<Value> | undefined
  /** Whether it is one of several words, which its pattern names. */
  readonly isChoice?: boolean
  /** What a word that is none was perhaps meant to be. */
  meant?(word: string): string | undefined
}

/** An argument that was read. */
export interface Taken<Value> {
  /** Where it ends. */
  readonly end: number
  /** What the handler gets. The argument goes by this name where people read of it, such as `<who>`. */
  value(ctx: Context, argument: string): Value | Promise<Value>
}

export function wordAt({ text, at }: Place): { readonly word: string; readonly end: number } {
  const whole = foundAt(/\S+/y, text, at)?.[0] ?? ''
  let length = whole.length
  while (length > 0 && isLoose(whole[length - 1])) length -= 1
  return { word: whole.slice(0, length), end: at + length }
}

/** Over the marks that set the direction of a text, which nobody sees. */
export function afterMarks(text: string, at: number): number {
  let next = at
  while (isMark(text[next])) next += 1
  return next
}

/** Where an argument that ended here is over: behind one comma or the like; undefined in the middle of a word. */
export function argumentEnd(text: string, at: number): number | undefined {
  const marked = afterMarks(text, at)
  const end = afterMarks(text, /[,;:]/.test(text[marked] ?? '') ? marked + 1 : marked)
  return end >= text.length || /\s/.test(text[end] ?? '') ? end : undefined
}

const isMark = (character: string | undefined) => character !== undefined && directionMarks.test(character)
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const isLoose = (character: string | undefined) => isMark(character) || /[,;:]/.test(character ?? '')

/** What a pattern with the flag `y` finds right there. */
export function foundAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
