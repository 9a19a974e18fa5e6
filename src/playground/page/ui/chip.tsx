import type { ComponentChildren } from 'preact'

/** A word to be seen at a glance. */
export const chip = (word: ComponentChildren, tone: '' | 'good' | 'warn' | 'bad' = '') => (
  <span key={String(word)} class={`chip ${tone}`}>
    {word}
  </span>
)
