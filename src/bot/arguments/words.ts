import { asCode, nearest } from '../../text/index.js'
import { foundAt } from './foundAt.js'
import { type ArgumentKind, wordAt } from './place.js'

/** A word as it was typed. */
export const wordKind: ArgumentKind<string> = {
  expected: 'a word',
  take({ text, at }) {
    const word = foundAt(/\S+/y, text, at)?.[0]
    return word === undefined ? undefined : { end: at + word.length, value: () => word }
  },
}

/** A word, or several between quotation marks, which are taken off. */
export const quotedKind: ArgumentKind<string> = {
  expected: `a word, or several in quotation marks, such as ${asCode('"rye bread"')}`,
  take(place) {
    const { text, at } = place
    const close = closingMarks[text[at] ?? '']
    if (close === undefined) return wordKind.take(place)
    let inner = ''
    for (let next = at + 1; next < text.length; next += 1) {
      const character = text[next] ?? ''
      if (character === close) return { end: next + 1, value: () => inner }
      const escapes = character === '\\' && (text[next + 1] === close || text[next + 1] === '\\')
      if (escapes) next += 1
      inner += escapes ? text[next] : character
    }
    return undefined
  },
}

export const integerKind: ArgumentKind<number> = {
  expected: `a whole number, such as ${asCode('12')}`,
  take(place) {
    const { word, end } = wordAt(place)
    const number = /^[+-]?\d{1,16}$/.test(word) ? Number(word) : Number.NaN
    // Adding nothing makes -0 the 0 that people mean.
    return Number.isSafeInteger(number) ? { end, value: () => number + 0 } : undefined
  },
}

export const numberKind: ArgumentKind<number> = {
  expected: `a number, such as ${asCode('12')} or ${asCode('2.5')}`,
  take(place) {
    const { word, end } = wordAt(place)
    const isNumber = /^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/.test(word)
    return isNumber ? { end, value: () => Number(word) + 0 } : undefined
  },
}

export const urlKind: ArgumentKind<URL> = {
  expected: `a link, such as ${asCode('https://example.com/menu')}`,
  take(place) {
    const { word, end } = wordAt(place)
    const address = /^<(.*)>$/.exec(word)?.[1] ?? word
    if (place.isCode(place.at) || !/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return undefined
    return { end, value: () => new URL(address) }
  },
}

/** One of several words, whatever its case; the handler gets it as it was declared. */
export function choiceKind(choices: readonly string[]): ArgumentKind<string> {
  return {
    expected: `one of ${choices.map(asCode).join(', ')}`,
    isChoice: true,
    take(place) {
      const { word, end } = wordAt(place)
      const choice = choices.find((one) => one.toLowerCase() === word.toLowerCase())
      return choice === undefined ? undefined : { end, value: () => choice }
    },
    meant: (word) => nearest(word, choices),
  }
}

const closingMarks: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' }
