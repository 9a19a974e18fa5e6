import * as z from 'zod/mini'
import { id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Linkifier } from '../../entities/organisation.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'

/** The parts of a linkifier; an empty string means none. */
const parts = {
  /** Regular expression, RE2 syntax. */
  pattern: z.string(),
  /** The address, as a template of RFC 6570. */
  url_template: z.string(),
}
const backwards = {
  /** An empty string clears it. */
  example_input: z.optional(z.string()),
  reverse_template: z.optional(z.string()),
  alternative_url_templates: z.optional(z.array(z.string())),
}

export const linkifierEndpoints = [
  endpoint('linkifiers.list', 'GET /realm/linkifiers', {
    spec: '4.9',
    response: { linkifiers: z.array(Linkifier) },
    upgrade: upgrade['linkifiers.list'],
  }),
  endpoint('linkifiers.reorder', 'PATCH /realm/linkifiers', {
    spec: '4.17',
    access: 'administrator',
    since: 'linkifierReordering',
    params: {
      /** The IDs of all linkifiers. */
      ordered_linkifier_ids: z.array(id),
    },
    repeatable: 'always',
  }),
  endpoint('linkifiers.create', 'POST /realm/filters', {
    access: 'administrator',
    params: { ...parts, ...backwards },
    response: { id: z.int() },
  }),
  endpoint('linkifiers.update', 'PATCH /realm/filters/{filter_id}', {
    access: 'administrator',
    params: { filter_id: id, ...parts, ...backwards },
    repeatable: 'always',
  }),
  endpoint('linkifiers.delete', 'DELETE /realm/filters/{filter_id}', {
    access: 'administrator',
    params: { filter_id: id },
  }),
  endpoint('realm.addPlayground', 'POST /realm/playgrounds', {
    access: 'administrator',
    params: {
      name: z.string(),
      /** The language of code blocks, by its name in Pygments. */
      pygments_language: textUpTo(limits.playgroundLanguage),
      /** The address, as a template of RFC 6570 whose only variable is `code`. */
      url_template: z.string(),
    },
    response: { id: z.int() },
  }),
  endpoint('realm.removePlayground', 'DELETE /realm/playgrounds/{playground_id}', {
    access: 'administrator',
    params: { playground_id: id },
  }),
] as const
