/** What a value is, in a few words, for people who find it where something else should be. */
export function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') {
    const keys = Object.keys(value)
    return keys.length === 0 ? 'an object without keys' : `an object with ${keys.slice(0, 5).join(', ')}`
  }
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : `the ${typeof value} ${value}`
}
