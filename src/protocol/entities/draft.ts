import * as z from 'zod/mini'

/** A message that somebody is writing. The shape is assumed. */
export const Draft = z.looseObject({
  id: z.int(),
  /** `stream`, `private`, or empty while it has no recipients. */
  type: z.string(),
  /** A channel's ID, or the IDs of users. */
  to: z.array(z.int()),
  /** Empty for direct messages. */
  topic: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds of the last change. */
  timestamp: z.int(),
})
export type Draft = z.infer<typeof Draft>

/** A text to use again. The shape is assumed. */
export const SavedSnippet = z.looseObject({
  id: z.int(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds. */
  date_created: z.int(),
})
export type SavedSnippet = z.infer<typeof SavedSnippet>
