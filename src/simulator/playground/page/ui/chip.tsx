import type { ComponentChildren } from 'preact'

/** A word to be seen at a glance. */
export const chip = (word: ComponentChildren, tone: '' | 'good' | 'warn' | 'bad' = '') => (
  <span key={String(word)} class={`chip ${tone}`}>
    {word}
  </span>
)

/** A name, and behind it what is out of the ordinary. */
export function named(name: ComponentChildren, ...marks: readonly (string | false | undefined)[]) {
  return (
    <>
      {name} {marks.map((mark) => mark && chip(mark, mark === 'deleted' ? 'bad' : ''))}
    </>
  )
}

/** In small print. */
export const small = (text: ComponentChildren) => <p class="small quiet-text">{text}</p>
