/** The text as a server takes it: without NUL, which it refuses, and with U+FFFD for lone surrogates, which it can't store. */
export function sendable(text: string): string {
  // Looked for first, since hardly any text has it.
  if (!text.includes('\0') && isWellFormed(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\u{FFFD}')
}

/** As of ES2024, which not every runtime has yet; its own is many times faster than looking. */
const isWellFormed: (text: string) => boolean =
  'isWellFormed' in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !/\p{Surrogate}/u.test(text)
