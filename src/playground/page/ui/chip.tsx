import type { ComponentChildren } from 'preact'

/** A word to be seen at a glance. */
export const chip = (word: ComponentChildren, tone: '' | 'good' | 'warn' | 'bad' = '') => (
  <span key={String(word)} class={`chip ${tone}`}>
    {word}
  </span>
)

/** A word for what is out of the ordinary, unless it does not hold. */
export type Mark = string | false | undefined

/** Those that hold. */
export const marks = (...words: readonly Mark[]) =>
  words.map((word) => word && chip(word, word === 'deleted' ? 'bad' : ''))
