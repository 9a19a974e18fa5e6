/** A notification as the server posts it, and what the bot must see of it. */
export interface Post {
  /** What in `outline.ts` it proves. */
  readonly spec: readonly string[]
  readonly title: string
  /** The body, as the object whose JSON text is posted. */
  readonly posted: Readonly<Record<string, unknown>>
  readonly saw: {
    /** Which handler was called. */
    readonly handler: 'mention' | 'direct message' | `trigger ${string}`
    readonly trigger: string
    /** The text without the mention of the bot. */
    readonly text: string
    /** The message; as posted when absent. */
    readonly message?: unknown
  }
}
