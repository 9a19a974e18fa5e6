import { asCode } from '../../text/index.js'
import { type ArgumentKind, foundAt, type RefusedArgument, type TextPosition, wordAt } from './place.js'

export const wordKind: ArgumentKind<string> = {
  expected: ({ aWord }) => aWord,
  take({ text, at }) {
    const word = foundAt(/\S+/y, text, at)?.[0]
    return word === undefined ? undefined : { end: at + word.length, value: () => word }
  },
}

export const quotedKind: ArgumentKind<string> = {
  expected: (sentences) => sentences.aWordOrSeveral(asCode('"rye bread"')),
  take(place) {
    const quotation = quotationAt(place)
    if (quotation === undefined || 'found' in quotation) return quotation ?? wordKind.take(place)
    const { end, inner } = quotation
    return { end, value: () => inner }
  },
}

/** Marks that open and close a quotation, in any combination: each language has its own, and keyboards mix them. */
const families = ['"“”„‟″〝〞〟＂', "'‘’‚‛′＇", '«»', '‹›', '「」', '『』', '《》', '`']

/** A quotation that begins here; undefined if no quotation mark is here. */
export function quotationAt(
  place: TextPosition,
): { readonly end: number; readonly inner: string } | RefusedArgument | undefined {
  const { text, at } = place
  const marks = families.find((family) => family.includes(text[at] ?? ' '))
  if (marks === undefined) return undefined
  const close = closingMark(text, at, marks)
  if (close === undefined) {
    const mark = asCode(text[at] ?? '')
    const problem: RefusedArgument['problem'] = (argument, sentences) => sentences.quotationNotClosed(argument, mark)
    return { found: wordAt(place).word, problem }
  }
  const isEscaped = (sign: string) => sign === '\\' || marks.includes(sign)
  const inner = text.slice(at + 1, close).replace(/\\(.)/gs, (both, sign) => (isEscaped(sign) ? sign : both))
  const end = close + 1 + (foundAt(/[.,:;!?…、。，：；！？]*(?=\s|$)/y, text, close + 1)?.[0].length ?? 0)
  return { end, inner: marks === '«»' ? inner.trim() : inner }
}

/**
 * The mark that ends the quotation that begins here. A mark closes something before a blank or punctuation, and opens it
 * behind a blank and before a word; between letters it is an apostrophe. Undefined if no mark does, or if a later one closes
 * what nobody opened: that may be the end.
 */
function closingMark(text: string, begin: number, marks: string): number | undefined {
  let close: number | undefined
  let depth = 1
  for (let at = begin + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\\') at += 1
    if (!marks.includes(sign)) continue
    // Of guillemets and brackets, French sets off both by blanks; the one that began opens again.
    const isClosing =
      marks.length === 2 ? sign !== text[begin] : foundAt(/[\p{DI}.,:;!?…、。，：；！？)\]]*(?:\s|$)/uy, text, at + 1)
    if (isClosing) {
      if (depth > 0) depth -= 1
      else if (text[close ?? at] === sign) return undefined
      if (depth === 0) close ??= at
    } else if (marks === families[0] && close === undefined && !/[\s([]/.test(text[at - 1] ?? '')) {
      // `"x";"y"` are two, and inside a word this mark is nothing.
      return undefined
    } else if (marks.length === 2 || /[\s([]/.test(text[at - 1] ?? '')) depth += 1
  }
  return close
}
