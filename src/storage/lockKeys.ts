/** Where a lock stands in a storage. */
export interface LockKeys {
  /** Who has it; nobody where there is no entry. */
  readonly holder: string
  /** What those who come are counted with. */
  readonly count: string
  /** What the places in its line begin with, so that their order is that in which people came. */
  readonly line: string
}

export function lockKeys(name: string): LockKeys {
  // Escaped, so that no name reaches into the line of another.
  const own = encodeURIComponent(name)
  return { holder: `lock/${own}`, count: `lock-count/${own}`, line: `lock-line/${own}/` }
}
