import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

const draft = object({
  id: z.int(),
  /** `stream`, `private`, or empty while it has no recipients. */
  type: z.string(),
  /** A channel ID, or user IDs. */
  to: z.array(z.int()),
  /** Empty for direct messages. */
  topic: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds of the last change. */
  timestamp: z.int(),
})

/** An unsent message. The shape is assumed. */
export interface Draft extends Fields<typeof draft> {}
export const Draft: Entity<Draft, typeof draft> = draft

const savedSnippet = object({
  id: z.int(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds. */
  date_created: z.int(),
})

/** Text saved for reuse. The shape is assumed. */
export interface SavedSnippet extends Fields<typeof savedSnippet> {}
export const SavedSnippet: Entity<SavedSnippet, typeof savedSnippet> = savedSnippet
