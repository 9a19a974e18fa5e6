/** `JSON.stringify` of a text, in a third of the time for one that stands in JSON as it is, as most do. */
export function jsonText(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** What has to be written otherwise, and halves of characters, which have to be if their other half is missing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON writes them otherwise.
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/
