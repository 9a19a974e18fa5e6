import { wellFormed } from './linkify/uri.js'

/** Makes a text acceptable to servers: removes NUL, which they refuse, and replaces lone surrogates, which they can't store. */
export function sendable(text: string): string {
  // Checked first, since hardly any text needs a change.
  if (!text.includes('\0') && isWellFormed(text)) return text
  return wellFormed(text.replaceAll('\0', ''))
}

/** `isWellFormed` of ES2024 is many times faster than a search, but some runtimes don't have it yet. */
export const isWellFormed: (text: string) => boolean =
  'isWellFormed' in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !/\p{Surrogate}/u.test(text)
