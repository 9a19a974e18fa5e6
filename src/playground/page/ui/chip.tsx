import type { ComponentChildren } from 'preact'

/** A short label. */
export const chip = (word: ComponentChildren, tone: '' | 'good' | 'warn' | 'bad' = '') => (
  <span key={String(word)} class={`chip ${tone}`}>
    {word}
  </span>
)

/** A chip, or false if it doesn't apply. */
export type Mark = string | false | undefined

/** The chips that apply. */
export const marks = (...words: readonly Mark[]) =>
  words.map((word) => word && chip(word, word === 'deleted' ? 'bad' : ''))
