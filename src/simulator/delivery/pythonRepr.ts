/**
 * Values in the notation of the server's language. Users see it: `content` that isn't a string is posted in this form, and
 * the owner of a failing bot gets the answer in it.
 */

/** `str(value)` of a JSON value: a string as it is, anything else as its representation. */
export function pythonStr(value: unknown): string {
  return typeof value === 'string' ? value : pythonRepr(value)
}

/** A number that JSON writes with a fraction or an exponent. */
export class PythonFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** `repr(value)` of a JSON value, in which floats are `PythonFloat` and integers numbers or bigints. */
export function pythonRepr(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return quoted(value, unprintable)
  if (value instanceof PythonFloat) return floatRepr(value.value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`
  const items = Object.entries(value).map(([key, item]) => `${pythonRepr(key)}: ${pythonRepr(item)}`)
  return `{${items.join(', ')}}`
}

/** With a fraction from 0.0001 to 10^16, otherwise with an exponent of two digits or more. */
function floatRepr(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace('inity', '').toLowerCase()
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  if (Number(exponent) >= -4 && Number(exponent) < 16) return String(value).replace(/^-?\d+$/, '$&.0')
  return `${digits}e${exponent.replace(/\b\d$/, '0$&')}`
}

/** `repr(value)` of bytes: `b'…'`, with everything outside ASCII escaped. */
export function pythonBytesRepr(bytes: Uint8Array): string {
  let characters = ''
  for (const byte of bytes) characters += String.fromCharCode(byte)
  return `b${quoted(characters, outsideAscii)}`
}

/** `bool(value)` of a JSON value. */
export function pythonTruth(value: unknown): boolean {
  if (value instanceof PythonFloat) return value.value !== 0
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

const unprintable = /[\p{C}\p{Z}\\]/gu
const outsideAscii = /[^ -[\]-~]/g
const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', ' ': ' ' }

/** In single quotes, unless the text contains single quotes and no double ones. */
function quoted(text: string, special: RegExp): string {
  const inside = text.replace(special, (character) => named[character] ?? escaped(character))
  if (!text.includes("'")) return `'${inside}'`
  return text.includes('"') ? `'${inside.replaceAll("'", "\\'")}'` : `"${inside}"`
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\U${code.toString(16).padStart(8, '0')}`
}
