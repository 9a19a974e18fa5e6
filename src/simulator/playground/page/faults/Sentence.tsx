import type { Piece } from './wording.js'

/** A sentence in pieces, each drawn by its kind. */
export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <span class="fault-sentence">
      {pieces.map(({ text, kind }, index) => (kind === 'wrong' ? <mark key={`${index}`}>{text}</mark> : text))}
    </span>
  )
}
