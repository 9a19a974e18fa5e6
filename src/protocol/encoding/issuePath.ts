/** Field names and list indexes (from 0). */
export type Path = readonly PropertyKey[]

/** Formats a path for people: `message.reactions[0].user_id`. */
export function pathText(path: Path): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : (at > 0 ? '.' : '') + String(part))).join('')
}
