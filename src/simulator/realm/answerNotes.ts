import type { FeatureId } from '../../protocol/index.js'

/** Takes note of what an answer rests on, while somebody wants to know. Costs next to nothing otherwise. */
export interface AnswerNotes {
  /** Whether anybody wants to know. */
  readonly taken: boolean
  assumes(name: string): void
  /** Somebody asked for a feature that the server's level does not have. */
  lacks(feature: FeatureId): void
  /** Begins a page of notes. The function that it gives ends it, and hands it out. */
  take(): () => Noted
}

/** What an answer rests on, each list in order of the alphabet. */
export interface Noted {
  readonly assumptions: readonly string[]
  /** Features that would have mattered, had the server been of a later level. */
  readonly lacking: readonly FeatureId[]
}

export function createAnswerNotes(): AnswerNotes {
  /** Few, and short. */
  const pages: { readonly assumptions: string[]; readonly lacking: FeatureId[] }[] = []
  return {
    get taken() {
      return pages.length > 0
    },
    assumes(name) {
      for (const { assumptions } of pages) if (!assumptions.includes(name)) assumptions.push(name)
    },
    lacks(feature) {
      for (const { lacking } of pages) if (!lacking.includes(feature)) lacking.push(feature)
    },
    take() {
      const page = { assumptions: [], lacking: [] }
      pages.push(page)
      return () => {
        pages.splice(pages.lastIndexOf(page), 1)
        return { assumptions: inOrder(page.assumptions), lacking: inOrder(page.lacking) }
      }
    },
  }
}

function inOrder<Name extends string>(names: Name[]): readonly Name[] {
  return names.length === 0 ? nothing : names.sort()
}

/** One for all answers that rest on nothing. */
const nothing: readonly never[] = []
