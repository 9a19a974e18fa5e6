/**
 * A text that came from outside, safe to show on a terminal: characters that would steer it, or change the order in which
 * the others are read, are written out.
 */
export function printable(text: string): string {
  return text.replaceAll(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// Control characters but for tab and line feed, and the marks that turn the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** JSON that is as safe: the same value for every reader. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value, null, 2) ?? 'null')
}
