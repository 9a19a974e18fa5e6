import { asCode, fold } from '../../text/index.js'
import { type ArgumentKind, foundAt, type RefusedArgument, type Taken, type TextPosition, wordAt } from './place.js'

export const integerKind: ArgumentKind<number> = {
  expected: (sentences) => sentences.aWholeNumber(asCode('12')),
  take: (place) => numberAt(place, /^#?[+-]?\d{1,16}$/),
}

export const numberKind: ArgumentKind<number> = {
  expected: (sentences) => sentences.aNumber(['12', '2.5'].map(asCode)),
  take: (place) => numberAt(place, /^[+-]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})$/),
}

function numberAt(place: TextPosition, pattern: RegExp): Taken<number> | RefusedArgument | undefined {
  const { word, end } = wordAt(place)
  // The sign that ends a sentence isn't part of the number.
  const typed = word.length > longest ? '' : fold(word).replace(/[.!?]+$/, '')
  const plain = withoutGroups(typed)
  const further = place.isBeforeText ? moreOfNumber : zeros
  const more = /\d$/.test(plain) ? foundAt(further, place.text, end)?.[0] : undefined
  if (more !== undefined) return refused(`${word}${more}`, pattern)
  if (!pattern.test(plain) || unclear.test(typed)) return typed === '' ? undefined : refused(word, pattern)
  const value = Number(plain.replace('#', ''))
  const isExact = plain.includes('.') || Number.isSafeInteger(value)
  // Adding 0 turns -0 into 0.
  return isExact ? { end, value: () => value + 0 } : undefined
}

const longest = 60

/** Without the marks between thousands, if these can't be anything else: `1'000` and `1.000.000,5`, but not `1.000`. */
function withoutGroups(typed: string): string {
  if (!groups.test(typed)) return typed
  const [, whole = '', rest = ''] = /^(.*\d{3})(?:[.,](\d+))?$/.exec(typed) ?? []
  return whole.replace(/[.,'_٬]/g, '') + (rest && `.${rest}`)
}

const groups = /^[+-]?\d{1,3}(?:(?:['_٬]\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,}|(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+)$/
/** A thousand to some, and one to others. */
const unclear = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

function refused(found: string, pattern: RegExp): RefusedArgument {
  const typed = fold(found).replace(/[.!?]+$/, '')
  const power = /^[+-]?\d+(?:\.\d+)?e\d{1,2}$/.test(typed) ? [String(Number(typed))] : []
  const thousands = /^[+-]?\d{1,3}(?:[ .,]\d{3})+$/.test(typed) ? [typed.replace(/[ .,]/g, '')] : []
  const fraction = /^[+-]?\d+[.,]\d+$/.test(typed) ? [typed.replace(',', '.') + (unclear.test(typed) ? '0' : '')] : []
  const meant = [...power, ...thousands, ...fraction].filter((one) => pattern.test(one))
  return { found, ...(meant.length > 0 && { meant }) }
}

const blank = String.raw`[ \t\u00a0\u2009\u202f]`
const half = `(?:and|und|et|y)${blank}+(?:(?:an?|one|eine?|une?)${blank}+)?(?:half|quarter|third|halb|viertel|demie?|quart|medi[oa]|cuarto)`
const next = String.raw`(?:to|or|and|point|bis|oder|und|komma|à|ou|et|virgule|o|y|coma)${blank}+\p{Nd}`
const factor =
  'k|hundreds?|thousands?|millions?|billions?|bn|trillions?|dozens?|lakhs?|crores?|hundert|tausend|millionen|mio|milliarden?|mrd|dutzend|mille|milliards?|douzaines?|mil|mill[oó]n(?:es)?|docenas?|percent|per cent|prozent|pour cent|por ciento|[百千万億]'
const zeros = new RegExp(String.raw`${blank}0\d\d(?!\d)`, 'y')
/** What goes on with a number: ` 000`, ` 1/2`, ` - 7`, ` million`. */
const moreOfNumber = new RegExp(
  String.raw`(?:${blank}\p{Nd}{3})+(?![\p{Nd}\p{L}])|${blank}*[,;/x×*+~\p{Pd}−]${blank}*[+\p{Pd}−]?\p{Nd}+|${blank}+(?:\p{Nd}+[/⁄]\p{Nd}+|\p{No}|${half}|${next}|(?:${factor})(?!\p{L})|[%‰])`,
  'iuy',
)
