import * as z from 'zod/mini'
import { id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { SavedSnippet } from '../../entities/draft.js'
import { errors } from '../../errors/errors.js'
import { limits } from '../../rules/limits.js'

const title = textUpTo(limits.snippetTitle)
/** Markdown. */
const content = textUpTo(limits.messageLength)

export const listSavedSnippets = endpoint({
  name: 'savedSnippets.list',
  method: 'GET',
  path: '/saved_snippets',
  spec: 'companion',
  summary: "List the caller's saved snippets.",
  access: 'account',
  since: 'savedSnippets',
  params: {},
  response: { saved_snippets: z.array(SavedSnippet) },
  errors: [],
  repeatable: 'always',
})

export const createSavedSnippet = endpoint({
  name: 'savedSnippets.create',
  method: 'POST',
  path: '/saved_snippets',
  spec: 'companion',
  summary: 'Save a snippet.',
  access: 'account',
  since: 'savedSnippets',
  params: { title, content },
  response: { saved_snippet_id: z.int() },
  errors: [errors.blank],
  repeatable: 'never',
})

export const editSavedSnippet = endpoint({
  name: 'savedSnippets.edit',
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  spec: 'companion',
  summary: 'Change the title or the content of a saved snippet.',
  access: 'account',
  since: 'editSavedSnippet',
  params: { saved_snippet_id: id, title: z.optional(title), content: z.optional(content) },
  response: {},
  errors: [errors.blank, errors.savedSnippetDoesNotExist],
  repeatable: 'always',
})

export const deleteSavedSnippet = endpoint({
  name: 'savedSnippets.delete',
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  spec: 'companion',
  summary: 'Delete a saved snippet.',
  access: 'account',
  since: 'savedSnippets',
  params: { saved_snippet_id: id },
  response: {},
  errors: [errors.savedSnippetDoesNotExist],
  repeatable: 'never',
})
