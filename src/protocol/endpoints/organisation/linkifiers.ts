import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Linkifier } from '../../entities/organisation.js'
import { errors } from '../../errors/errors.js'
import { upgrade } from '../../levels/upgrade.js'

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
  upgrade: upgrade['linkifiers.list'],
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
