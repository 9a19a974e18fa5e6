/** Takes note of which assumptions are used, while somebody wants to know. Costs next to nothing otherwise. */
export interface AssumptionNotes {
  /** Whether anybody wants to know. */
  readonly taken: boolean
  note(name: string): void
  /** Begins a list. The function that it gives ends it, and hands it out in order of the alphabet. */
  take(): () => readonly string[]
}

export function createAssumptionNotes(): AssumptionNotes {
  const lists = new Set<Set<string>>()
  return {
    get taken() {
      return lists.size > 0
    },
    note(name) {
      for (const list of lists) list.add(name)
    },
    take() {
      const list = new Set<string>()
      lists.add(list)
      return () => {
        lists.delete(list)
        return [...list].sort()
      }
    },
  }
}
