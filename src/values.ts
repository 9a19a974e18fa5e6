/** Whether a value is an object in JSON: no list, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without the fields that are undefined, as if they had not been given. */
export function withoutUndefined<Given extends object>(
  given: Given,
): { [Name in keyof Given]: Exclude<Given[Name], undefined> } {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) if (value !== undefined) kept[name] = value
  return kept as never
}

/** The value of a text in JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The value of a text in JSON that somebody else wrote; undefined where it is none, or nested more than 200 deep: servers
 * read no more, and it couldn't even be written down again.
 */
export function parseForeignJson(text: string): unknown {
  const value = parseJson(text)
  return isDeeper(value, 200) ? undefined : value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** `bread, rolls and cake`. */
export function listInWords(items: readonly (string | number)[], last: 'and' | 'or'): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((part) => part !== '').join(` ${last} `)
}

/** A text of at most so many characters; a longer one ends in `…`. */
export function shortened(text: string, most = 41): string {
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** A pattern that matches this text and nothing else. */
export const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** What an error says, whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What percent-encoded text stands for; undefined where its bytes are no text. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
