/** Names of fields, and places in lists from 0 on. */
export type Path = readonly PropertyKey[]

/** A path as people write it: `message.reactions[0].user_id`. */
export function pathText(path: Path): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : (at > 0 ? '.' : '') + String(part))).join('')
}
