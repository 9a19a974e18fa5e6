import * as z from 'zod/mini'
import { endpoint } from '../endpoint.js'
import { Linkifier } from '../entities/organisation.js'
import { errors } from '../errors.js'
import type { Has } from '../levels.js'
import { id } from '../parameters.js'

export const listLinkifiers = endpoint({
  name: 'linkifiers.list',
  method: 'GET',
  path: '/realm/linkifiers',
  spec: '4.9',
  summary: 'List the linkifiers in the order in which they are to be applied.',
  access: 'account',
  params: {},
  response: { linkifiers: z.array(Linkifier) },
  errors: [],
  repeatable: 'always',
  modernise: (answer, has) => ({
    ...answer,
    linkifiers: Array.isArray(answer.linkifiers)
      ? answer.linkifiers.map((linkifier) => modernLinkifier(linkifier, has))
      : answer.linkifiers,
  }),
})

export const reorderLinkifiers = endpoint({
  name: 'linkifiers.reorder',
  method: 'PATCH',
  path: '/realm/linkifiers',
  spec: '4.17',
  summary: 'Set the order in which linkifiers are applied.',
  access: 'administrator',
  since: 'linkifierReordering',
  params: {
    /** The IDs of all linkifiers. */
    ordered_linkifier_ids: z.array(id),
  },
  response: {},
  errors: [errors.duplicatedLinkifiers, errors.incompleteLinkifiers],
  repeatable: 'always',
})

function modernLinkifier(linkifier: unknown, has: Has): unknown {
  if (typeof linkifier !== 'object' || linkifier === null) return linkifier
  const { url_format, ...rest } = linkifier as Record<string, unknown>
  const filled: Record<string, unknown> = has('linkifierUrlTemplate') ? { ...linkifier } : rest
  if (!has('linkifierUrlTemplate') && typeof url_format === 'string') {
    filled.url_template ??= templateFromFormat(url_format)
  }
  if (!has('reverseLinkifiers')) {
    filled.example_input ??= null
    filled.reverse_template ??= null
  }
  if (!has('alternativeUrlTemplates')) filled.alternative_url_templates ??= []
  return filled
}

/** The format named its places `%(id)s` and wrote a percent sign twice. */
function templateFromFormat(format: string): string {
  return format.replaceAll(/%\((\w+)\)s|%%/g, (_, name: string | undefined) => (name === undefined ? '%' : `{${name}}`))
}
