import type { Chance } from './chance.js'

/** Values at which programs break. */
const numbers = [0, -0, -1, 1, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 2 ** 53 + 2, 1e308, 1e-7, 0.5, 99_999_999_999]
const texts = [
  ...['', ' ', '0', '-1', '1e999', 'NaN', 'null', 'true', '[]', '{}', '[[[[[[', '__proto__', 'constructor', 'toString'],
  ...[
    '\0',
    '\n\r\t',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udfff\ud800',
    '👩‍🍳',
    'é',
    '\u202e',
    '%00',
    '%',
    '%zz',
    '../../..',
  ],
  ...[
    '@**',
    '@**all**',
    '@**Echo|20**',
    '@*bakers*',
    '#**kitchen>lunch**',
    '```',
    '~~~quote',
    '$$',
    '<time:',
    '||',
    '[](',
    '/poll',
  ],
  ...[
    'https://',
    'javascript:alert(1)',
    "'; drop table users; --",
    'a'.repeat(300),
    '('.repeat(500),
    '@**'.repeat(300),
  ],
]

/** A value of any kind, nested a little at times. */
export function anyValue(chance: Chance, depth = 0): unknown {
  const kind = chance.below(depth > 2 ? 5 : 8)
  if (kind === 0) return null
  if (kind === 1) return chance.oneIn(2)
  if (kind === 2) return chance.pick(numbers)
  if (kind === 3 || kind === 4) return chance.pick(texts)
  if (kind === 5) return Array.from({ length: chance.below(4) }, () => anyValue(chance, depth + 1))
  return Object.fromEntries(
    Array.from({ length: chance.below(4) }, () => [chance.pick(texts), anyValue(chance, depth + 1)]),
  )
}

export const anyText = (chance: Chance): string => chance.pick(texts)

/** A copy in which one thing, at some depth, is another, is gone, is there twice, or stands elsewhere. */
export function mutated(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.oneIn(8)) return another(value, chance)
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value]
    const at = chance.below(copy.length + 1)
    const how = chance.below(6)
    if (at === copy.length) copy.push(anyValue(chance))
    else if (how === 0) copy.splice(at, 1)
    else if (how === 1) copy.splice(at, 0, copy[at])
    else copy[at] = mutated(copy[at], chance)
    return copy
  }
  const entries = Object.entries(value)
  const at = chance.below(entries.length + 1)
  const entry = entries[at]
  if (entry === undefined) return { ...value, [chance.pick(texts)]: anyValue(chance) }
  const [name, inner] = entry
  const how = chance.below(8)
  if (how === 0) entries.splice(at, 1)
  else if (how === 1) entries[at] = [chance.pick(texts), inner]
  else if (how === 2) entries[at] = [name, chance.pick(entries)[1]]
  else entries[at] = [name, mutated(inner, chance)]
  return Object.fromEntries(entries)
}

function another(value: unknown, chance: Chance): unknown {
  if (typeof value === 'string' && !chance.oneIn(3)) return mutatedText(value, chance)
  if (typeof value === 'number' && !chance.oneIn(3)) return value + chance.pick([1, -1, 0.5, 2 ** 32])
  return anyValue(chance)
}

/** A copy with something put in, taken out, doubled or turned. */
export function mutatedText(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1)
  const end = at + chance.below(Math.min(20, text.length - at + 1))
  if (chance.oneIn(4)) return text.slice(0, at)
  if (chance.oneIn(3)) return text.slice(0, at) + text.slice(end)
  if (chance.oneIn(3)) return text.slice(0, end) + text.slice(at)
  return text.slice(0, at) + chance.pick(texts) + text.slice(chance.oneIn(2) ? at : end)
}

/** A copy in which some bytes are others. */
export function mutatedBytes(bytes: Uint8Array, chance: Chance): Uint8Array {
  const copy = bytes.slice(0, chance.oneIn(4) ? chance.below(bytes.length + 1) : bytes.length)
  for (let flips = chance.below(6); flips > 0 && copy.length > 0; flips -= 1) {
    copy[chance.below(copy.length)] = chance.oneIn(2)
      ? chance.pick([0, 0x22, 0x5b, 0x7b, 0x7d, 0xff])
      : chance.below(256)
  }
  return copy
}

export function randomBytes(chance: Chance): Uint8Array {
  return Uint8Array.from({ length: chance.below(64) }, () => chance.below(256))
}

/** Without halves of surrogate pairs, which have no form in an address. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\ufffd')
