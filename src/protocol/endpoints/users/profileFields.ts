import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { ProfileField } from '../../entities/organisation.js'
import { errors } from '../../errors/errors.js'

export const reorderProfileFields = endpoint({
  name: 'profileFields.reorder',
  method: 'PATCH',
  path: '/realm/profile_fields',
  spec: '4.14',
  summary: 'Set the order of the custom profile fields.',
  access: 'administrator',
  params: {
    /** The IDs of all custom profile fields. */
    order: z.array(id),
  },
  response: {},
  errors: [errors.invalidOrder],
  repeatable: 'always',
})

export const listProfileFields = endpoint({
  name: 'profileFields.list',
  method: 'GET',
  path: '/realm/profile_fields',
  spec: 'companion',
  summary: 'List the custom profile fields in order.',
  access: 'account',
  params: {},
  response: { custom_fields: z.array(ProfileField) },
  errors: [],
  repeatable: 'always',
})
