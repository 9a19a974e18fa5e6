/** A stretch of a fault's sentence. */
export interface Half {
  readonly text: string
  readonly kind: 'which' | 'what' | 'plain'
}

/**
 * The two halves of a fault as the plan prints it: which calls or deliveries, and what happens to them. What is no
 * sentence of a plan is one plain piece.
 */
export function halves(sentence: string): readonly Half[] {
  const [, which, what] = verb.exec(sentence) ?? []
  if (which === undefined || what === undefined) return [{ text: sentence, kind: 'plain' }]
  return [
    { text: which, kind: 'which' },
    { text: what, kind: 'what' },
  ]
}

/** Names in quotes, or behind `by`, `of` and `to`, may be words like these. */
const verb =
  /^((?:"(?:[^"\\]|\\.)*"|\b(?:by|of|to) [^\s"]+|[^"])*?) ((?:answers?|is|are|hangs?|breaks?|carry|carries|drips?|finds?|lacks?|loses?)\b.*)$/s
