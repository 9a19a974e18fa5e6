/**
 * The form in which typed words are compared: what is the same to people is the same. It is never shown, and no handler
 * gets it.
 *
 * @example fold('  Don’t  KNOW ') === "don't know"
 */
export function fold(text: string): string {
  if (plain.test(text) && !text.includes('--')) return text.toLowerCase()
  return folds.reduce((folded, [from, to]) => folded.replace(from, to), text).trim()
}

/** What changes by its case only. */
const plain = /^[!-_a-~]+(?: [!-_a-~]+)*$/

/** What is compared as what, in this order. */
export const folds: readonly (readonly [RegExp, (found: string) => string])[] = [
  // Nobody sees them, but they are copied along: zero-width characters, soft hyphens, direction marks, variation selectors.
  // Keycaps and skin tones don't change what an emoji says.
  [/[\u20e3\p{DI}\p{EMod}]/gu, () => ''],
  // Unicode would make something else of these.
  [/´/g, () => "'"],
  [/[″‶]/g, () => '"'],
  [/〜/g, () => '~'],
  // macOS takes letters apart, and Japanese keyboards write wide ones. But 1² isn't 12, and more than 30 marks are no letter.
  [/(?:[^\p{M}\p{No}]|[①-⒛])*\p{M}{0,30}/gu, (run) => run.normalize('NFKC')],
  // Phones and word processors bend straight marks, each language its own way.
  [/[`‘-‛‹›′-‷ʹʻ-ʽˈˊˋꞌ՚׳]/g, () => "'"],
  [/[“-‟«»ʺ〝-〟「-』״]/g, () => '"'],
  [/[\p{Pd}−⁃˗]/gu, () => '-'],
  // They also make one long dash of the two before an option.
  [/(?<!\S)--+(?=\p{L})/gu, () => '-'],
  [/(?![\u{10000}-\u{10ffff}])\p{Nd}/gu, digit],
  [/\s+/g, () => ' '],
  // By way of capitals, ß is ss, and the dotless ı is i.
  [/.+/s, (all) => all.toLowerCase().toUpperCase().toLowerCase()],
  [/i\u0307/g, () => 'i'],
  [/ς/g, () => 'σ'],
]

/** A script has its digits in a row, at code points that end in 0 to 9, or in 6 to F. */
function digit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  return String((code & 15) - (/\p{Nd}/u.test(String.fromCodePoint(code & ~15)) ? 0 : 6))
}

/** Without signs that end a sentence, emoji, and blanks at its end: `status` of `status!`, `status …` and `status :tada:`. */
export function withoutEnd(text: string): string {
  const { length } = end.exec(text)?.[1] ?? ''
  return text.slice(0, text.length - length)
}

/** Without emoji and such before it: `status` of `👋 status`. */
export const withoutBegin = (text: string): string => text.replace(begin, '')

/** A folded text without signs, emoji, quotation marks and brackets around it: `1` of `(1)`. Empty if nothing else is there. */
export function withoutSigns(folded: string): string {
  const { length } = wrappedEnd.exec(folded)?.[1] ?? ''
  return folded.slice(0, folded.length - length).replace(wrappedBegin, '')
}

const emojiName = String.raw`(?<![\p{L}\p{N}]):[\w+-]{1,60}:`
const emoji = String.raw`\p{ExtPict}\p{EMod}\p{RI}\u20e3`
// The lookbehind reads the signs once, from the end.
const signsBeforeEnd = (more: string) =>
  new RegExp(String.raw`$(?<=((?:${emojiName}|(?<!\S)[:;=]-?[()DPdp]|[\s\p{DI}\p{Term}…‥~～〜${emoji}${more}])*))`, 'u')
const end = signsBeforeEnd('')
const wrappedEnd = signsBeforeEnd(String.raw`"'*_)\]`)
const begin = new RegExp(String.raw`^(?:${emojiName}|[:;=]-?[()DPdp](?=\s)|[.…]+(?=\s)|[\s\p{DI}¡¿!${emoji}])+`, 'u')
const wrappedBegin = new RegExp(String.raw`^(?:${emojiName}|[\s"'*_([¡¿#~${emoji}])+`, 'u')

/** The first two that nobody could tell apart. */
export function alikeAmong<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): readonly [Thing, Thing] | undefined {
  const seen = new Map<string, Thing>()
  for (const thing of things) {
    const name = fold(nameOf(thing))
    const before = seen.get(name)
    if (before !== undefined) return [before, thing]
    seen.set(name, thing)
  }
  return undefined
}

/** Of several things, those whose name somebody typed: as it is written, or else folded, or else without signs around it. */
export function allTyped<Thing>(
  text: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): readonly Thing[] {
  if (things.length === 0) return []
  for (const [ofText, ofName] of forms) {
    const wanted = ofText(text)
    const found = wanted === '' ? [] : things.filter((thing) => ofName(nameOf(thing)) === wanted)
    if (found.length > 0) return found
  }
  return []
}

/** The one of them; undefined if two fit equally well, but for those of the same name. */
export function findTyped<Thing>(
  text: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  const [found, another] = allTyped(text, things, nameOf)
  return another === undefined || (found && nameOf(found) === text) ? found : undefined
}

/**
 * Of several things, the one that a typed number means: by its place; or where names begin with numbers, by such a name.
 * Undefined if it could be either, and if the text is no number.
 */
export function findNumbered<Thing>(
  text: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  const number = bare(text)
  if (!/^[1-9]\d{0,3}$/.test(number)) return undefined
  const having = (pattern: string) => things.filter((thing) => new RegExp(pattern, 'u').test(fold(nameOf(thing))))
  const isCounted = having('^[^\\p{L}\\d]*\\d').length > 0
  const [named, another] = having(`${isCounted ? '^[^\\p{L}\\d]*' : '(?<!\\d)'}${number}(?![.,]?\\d)`)
  const placed = isCounted ? named : things[Number(number) - 1]
  return another === undefined && (named === undefined || named === placed) ? placed : undefined
}

const bare = (text: string) => withoutSigns(fold(text))
const unmarked = (text: string) => bare(text).replaceAll("'", '')
const forms = [
  [String, String],
  [fold, fold],
  [bare, fold],
  [bare, bare],
  // `dont know`
  [unmarked, unmarked],
] as const
