/**
 * Makes a text of others safe to print to a terminal: what would control the terminal, change the direction of text or hide
 * in it is escaped as in JSON, so that JSON keeps its value. Tabs, line feeds and the flags of England, Scotland and Wales stay.
 */
export function printable(text: string): string {
  return text.replaceAll(controllingOrFlag, (found, isFlag) => (isFlag === undefined ? escaped(found) : found))
}

/** The inside of a class: control characters, Unicode's ends of lines, marks of direction, annotations, and tags. */
export const controlling = String.raw`\0-\x08\v-\x1f\x7f-\x9f\u2028\u2029\p{Bidi_Control}\u206a-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}`

/** Written in tags behind a black flag. */
const regions = ['eng', 'sct', 'wls'].map((region) =>
  [...`gb${region}`].map((letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join(''),
)
const controllingOrFlag = new RegExp(String.raw`(\u{1f3f4}(?:${regions.join('|')})\u{e007f})|[${controlling}]`, 'gu')

const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
