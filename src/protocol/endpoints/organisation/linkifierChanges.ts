import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

/** What a linkifier is made of; an empty text stands for none. */
const parts = {
  /** Regular expression, RE2 syntax. */
  pattern: z.string(),
  /** RFC 6570. */
  url_template: z.string(),
}
const backwards = {
  /** An empty one clears it. */
  example_input: z.optional(z.string()),
  reverse_template: z.optional(z.string()),
  alternative_url_templates: z.optional(z.array(z.string())),
}

const refusals = [
  errors.blankField,
  errors.badRegularExpression,
  errors.invalidUrlTemplate,
  errors.templateGroupNotInPattern,
  errors.patternGroupNotInTemplate,
  errors.exampleNeeded,
  errors.exampleDoesNotMatch,
  errors.exampleDoesNotComeBack,
  errors.reverseBraceMissing,
  errors.reverseNameEmpty,
  errors.reverseGroupNotInPattern,
  errors.linkifierExists,
]

export const createLinkifier = endpoint({
  name: 'linkifiers.create',
  method: 'POST',
  path: '/realm/filters',
  spec: 'companion',
  summary: 'Add a linkifier, after all others.',
  access: 'administrator',
  params: { ...parts, ...backwards },
  response: { id: z.int() },
  errors: refusals,
  repeatable: 'never',
})

export const updateLinkifier = endpoint({
  name: 'linkifiers.update',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  spec: 'companion',
  summary: 'Change a linkifier.',
  access: 'administrator',
  params: { filter_id: id, ...parts, ...backwards },
  response: {},
  errors: [...refusals, errors.linkifierNotFound],
  repeatable: 'always',
})

export const deleteLinkifier = endpoint({
  name: 'linkifiers.delete',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  spec: 'companion',
  summary: 'Remove a linkifier.',
  access: 'administrator',
  params: { filter_id: id },
  response: {},
  errors: [errors.linkifierNotFound],
  repeatable: 'never',
})
