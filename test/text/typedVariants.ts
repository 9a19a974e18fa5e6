import fc from 'fast-check'
import { fold } from '../../src/text/index.js'

/** For each character, all that fold to it alone; the empty string has those that fold to nothing. */
const variants = new Map<string, string[]>()
for (let code = 1; code <= 0xffff; code += 1) {
  const character = String.fromCharCode(code)
  const folded = fold(`0${character}0`).slice(1, -1)
  if (!/[\p{Cs}\p{Cn}]/u.test(character)) variants.set(folded, [...(variants.get(folded) ?? []), character])
}

/** A text as other keyboards, phones and word processors write it. */
export function typedVariants(text: string): fc.Arbitrary<string> {
  const unseen = fc.constantFrom('', '', '', ...(variants.get('') ?? []))
  const pieces = [...text].map((character) => {
    const known = variants.get(fold(`0${character}0`).slice(1, -1)) ?? [character]
    return fc.tuple(unseen, fc.constantFrom(character, ...known))
  })
  return fc.tuple(...pieces).map((found) => found.flat().join(''))
}
