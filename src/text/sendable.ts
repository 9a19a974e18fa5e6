/** The text as a server takes it: without NUL, which it refuses, and with � for halves of characters, which it can't store. */
export function sendable(text: string): string {
  if (!unsendable.test(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\u{FFFD}')
}

/** Looked for first, since hardly any text has it. */
const unsendable = /[\0\p{Surrogate}]/u
