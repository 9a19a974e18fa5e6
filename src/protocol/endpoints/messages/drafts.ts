import * as z from 'zod/mini'
import { id, listed } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Draft } from '../../entities/draft.js'
import { errors } from '../../errors/errors.js'

const draft = z.strictObject({
  type: listed(['stream', 'private', '']),
  /** One channel's ID, or the IDs of users. */
  to: z.array(id),
  /** For channel messages; too long a one is cut. */
  topic: z.string(),
  content: z.string(),
  /** UNIX seconds of the last change; now unless given. */
  timestamp: z.optional(z.number()),
})

const refusals = [
  errors.messageMustNotBeEmpty,
  errors.messageMustNotContainNull,
  errors.draftTimeNegative,
  errors.topicMustNotContainNull,
  errors.draftNeedsOneChannel,
  errors.invalidChannelId,
  errors.invalidUserId,
]

export const listDrafts = endpoint({
  name: 'drafts.list',
  method: 'GET',
  path: '/drafts',
  spec: 'companion',
  summary: "List the caller's drafts.",
  access: 'account',
  since: 'drafts',
  params: {},
  response: {
    count: z.int(),
    /** In the order in which they were last changed. */
    drafts: z.array(Draft),
  },
  errors: [],
  repeatable: 'always',
})

export const createDrafts = endpoint({
  name: 'drafts.create',
  method: 'POST',
  path: '/drafts',
  spec: 'companion',
  summary: 'Keep drafts.',
  access: 'account',
  since: 'drafts',
  params: { drafts: z.array(draft) },
  response: {
    /** In the order of the drafts. */
    ids: z.array(z.int()),
  },
  errors: refusals,
  repeatable: 'never',
})

export const editDraft = endpoint({
  name: 'drafts.edit',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  spec: 'companion',
  summary: 'Replace a draft.',
  access: 'account',
  since: 'drafts',
  params: { draft_id: id, draft },
  response: {},
  errors: [errors.draftDoesNotExist, ...refusals],
  repeatable: 'always',
})

export const deleteDraft = endpoint({
  name: 'drafts.delete',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  spec: 'companion',
  summary: 'Delete a draft.',
  access: 'account',
  since: 'drafts',
  params: { draft_id: id },
  response: {},
  errors: [errors.draftDoesNotExist],
  repeatable: 'never',
})
