/** What somebody has begun to write, and to where. */
export interface Draft {
  readonly text: string
  /** The topic field's contents, where the message goes to a channel. */
  readonly topic?: string
}

/** Where drafts are kept: `sessionStorage`, or what is like it. */
export interface Shelf {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The draft of a person for a place; nothing written when there is none, or when what is kept can't be read. */
export function draftOf(shelf: Shelf, userId: number, where: string): Draft {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(keyOf(userId, where)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('text' in kept) || typeof kept.text !== 'string') return nothing
    const { text } = kept
    return 'topic' in kept && typeof kept.topic === 'string' ? { text, topic: kept.topic } : { text }
  } catch {
    return nothing
  }
}

/** Keeps a draft; one in which nothing is written is forgotten. */
export function keepDraft(shelf: Shelf, userId: number, where: string, draft: Draft): void {
  try {
    if (draft.text.trim() === '') shelf.removeItem(keyOf(userId, where))
    else shelf.setItem(keyOf(userId, where), JSON.stringify(draft))
  } catch {
    // A full or forbidden shelf keeps nothing; the writer has the text still.
  }
}

const nothing: Draft = { text: '' }
const keyOf = (userId: number, where: string) => `draft ${userId} ${where}`
