/** One word of a sentence. */
export interface Word {
  readonly text: string
  /** It stood in double quotes, so that it is a name and no part of the grammar. */
  readonly isQuoted: boolean
  /** Where it begins in the sentence, and where what comes after it does, in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/**
 * The words of a sentence: whatever stands between blanks or in double quotes, and every comma. A full stop at the end
 * is left out. Undefined when a quotation does not end.
 */
export function wordsOf(sentence: string): Word[] | undefined {
  const words: Word[] = []
  let start = sentence.length - sentence.trimStart().length
  let rest = sentence.trim().replace(/(?<=\S)\.$/, '')
  while (rest !== '') {
    const [whole, quoted, comma, bare] = /^(?:"((?:[^"\\]|\\.)*)"|(,)|([^\s,"]+))\s*/s.exec(rest) ?? []
    if (whole === undefined) return undefined
    const end = start + whole.trimEnd().length
    if (quoted !== undefined) words.push({ text: quoted.replace(/\\(.)/gs, '$1'), isQuoted: true, start, end })
    else words.push({ text: comma ?? bare ?? '', isQuoted: false, start, end })
    start += whole.length
    rest = rest.slice(whole.length)
  }
  return words
}

/** Where a word stands last in a sentence. */
export function placeOf(sentence: string, word: string | undefined): { start: number; end: number } | undefined {
  const found = wordsOf(sentence)?.findLast(({ text }) => text === word)
  return found && { start: found.start, end: found.end }
}

/** A name as it stands in a sentence: in quotes unless it is a single plain word. */
export function printedName(name: string): string {
  return plainName.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
}

/** A plain name does not end in a full stop, which could be the sentence's. */
const plainName = /^[^\s",\\.]+(?:\.+[^\s",\\.]+)*$/u
