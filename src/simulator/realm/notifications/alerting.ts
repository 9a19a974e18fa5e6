import { escapeRegExp } from '../../../values.js'
import type { World } from '../world.js'

/** Which of the receivers of a text find one of their alert words in it: as whole words, whatever their case. */
export function alertedBy({ state }: World, content: string, receivers: readonly number[]): readonly number[] {
  const alerted = receivers.filter((id) => {
    const words = state.accounts.get(id)?.alertWords ?? []
    return words.some((word) =>
      new RegExp(`(?<![\\p{L}\\p{N}_])${escapeRegExp(word)}(?![\\p{L}\\p{N}_])`, 'iu').test(content),
    )
  })
  return alerted.length > 0 ? alerted : nobody
}

const nobody: readonly never[] = []
