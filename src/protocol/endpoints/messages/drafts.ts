import * as z from 'zod/mini'
import { id, listed, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Draft, SavedSnippet } from '../../entities/draft.js'
import { strictObject } from '../../entity.js'
import { limits } from '../../rules/limits.js'

const draft = strictObject({
  type: listed(['stream', 'private', '']),
  /** One channel ID, or user IDs. */
  to: z.array(id),
  /** For channel messages; truncated if it is too long. */
  topic: z.string(),
  content: z.string(),
  /** UNIX seconds of the last change. (default: now) */
  timestamp: z.optional(z.number()),
})

export const draftEndpoints = [
  endpoint('drafts.list', 'GET /drafts', {
    since: 'drafts',
    response: {
      count: z.int(),
      /** Ordered by last change. */
      drafts: z.array(Draft),
    },
  }),
  endpoint('drafts.create', 'POST /drafts', {
    since: 'drafts',
    params: { drafts: z.array(draft) },
    response: {
      /** In the same order as the drafts. */
      ids: z.array(z.int()),
    },
  }),
  endpoint('drafts.edit', 'PATCH /drafts/{draft_id}', {
    since: 'drafts',
    params: { draft_id: id, draft },
    repeatable: 'always',
  }),
  endpoint('drafts.delete', 'DELETE /drafts/{draft_id}', {
    since: 'drafts',
    params: { draft_id: id },
  }),
] as const

const title = textUpTo(limits.snippetTitle)
/** Markdown. */
const content = textUpTo(limits.messageLength)

export const savedSnippetEndpoints = [
  endpoint('savedSnippets.list', 'GET /saved_snippets', {
    response: { saved_snippets: z.array(SavedSnippet) },
  }),
  endpoint('savedSnippets.create', 'POST /saved_snippets', {
    params: { title, content },
    response: { saved_snippet_id: z.int() },
  }),
  endpoint('savedSnippets.edit', 'PATCH /saved_snippets/{saved_snippet_id}', {
    params: { saved_snippet_id: id, title: z.optional(title), content: z.optional(content) },
    repeatable: 'always',
  }),
  endpoint('savedSnippets.delete', 'DELETE /saved_snippets/{saved_snippet_id}', {
    params: { saved_snippet_id: id },
  }),
] as const
