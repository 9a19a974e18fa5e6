import { english } from './english.js'
import type { Sentences } from './sentences.js'

const ofContexts = new WeakMap<object, Sentences>()

export function noteSentences(ctx: object, sentences: Sentences): void {
  if (sentences !== english) ofContexts.set(ctx, sentences)
}

/** What the bot says by itself to whoever wrote the message of a context. */
export const sentencesOf = (ctx: object): Sentences => ofContexts.get(ctx) ?? english
