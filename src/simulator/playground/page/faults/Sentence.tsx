import type { Piece } from './wording.js'

/** A sentence in pieces, each drawn by its kind. */
export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <span class="fault-sentence">
      {pieces.map(({ text, kind }, index) => {
        const space = index > 0 && kind === 'what' ? ' ' : ''
        if (kind === 'wrong') return <mark key={`${kind}${index}`}>{text}</mark>
        return (
          <span key={`${kind}${index}`} class={`fault-${kind}`}>
            {space}
            {text}
          </span>
        )
      })}
    </span>
  )
}
