/** A value, or a promise where something has to be waited for. */
export type MaybePromise<T> = T | Promise<T>

/** Whether a value is a JSON object: neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy without the fields that are undefined. */
export function withoutUndefined<Given extends object>(
  given: Given,
): { [Name in keyof Given]: Exclude<Given[Name], undefined> } {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) if (value !== undefined) kept[name] = value
  return kept as never
}

/** An entry of a table, not one that it inherits. */
export function own<Item>(table: Readonly<Record<string, Item>>, key: string): Item | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Adds an item to a set. The function returned removes it. */
export function added<Item>(items: Set<Item>, item: Item): () => void {
  items.add(item)
  return () => items.delete(item)
}

/** Parses JSON; undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Parses JSON from an untrusted source; undefined if the text isn't JSON, or is nested more than 200 levels deep: servers
 * accept no more, and serialising it again could overflow the stack.
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

/** Shortens a text to at most this many characters, the last one `…`. */
export function shortened(text: string, most = 41): string {
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** Escapes a text for use in a regular expression. */
export const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The smallest of the numbers that are known; undefined if none is. */
export function least(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Decodes percent-encoded text; undefined if its bytes aren't UTF-8. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether this platform knows a time zone by this IANA name, such as `Europe/Rome`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A promise that its holder settles; newer platforms have `Promise.withResolvers`. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<Value>((onValue, onReason) => {
    resolve = onValue
    reject = onReason
  })
  return { promise, resolve, reject }
}

/** Whether something has to be awaited. */
export function isPromise(value: unknown): value is Promise<unknown> {
  const mayHaveThen = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return mayHaveThen && typeof Reflect.get(value, 'then') === 'function'
}

/** Continues with a value: at once if it is there, otherwise once its promise resolves. */
export function andThen<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return isPromise(value) ? value.then(next) : next(value)
}
