import { longestKey } from '../storage/checks.js'
import { sendable, sha256 } from '../text/index.js'

/** A key of the storage from its parts, escaped so that no name can reach into another's place. */
export const joined = (...parts: readonly string[]) => parts.map((part) => encodeURIComponent(sendable(part))).join('/')

/** A key as storages take it: where it is too long, its longest part goes by its digest, such as hundreds of people. */
export async function fitting(key: string): Promise<string> {
  // Escaped, a character is one byte.
  if (key.length <= longestKey) return key
  const parts = key.split('/')
  const at = parts.reduce((longest, part, index) => (part.length > (parts[longest] ?? '').length ? index : longest), 0)
  return fitting(parts.with(at, `#${await sha256(parts[at] ?? '')}`).join('/'))
}
