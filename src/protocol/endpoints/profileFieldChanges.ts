import * as z from 'zod'
import { endpoint } from '../endpoint.js'
import { errors } from '../errors.js'
import { limits } from '../limits.js'
import { id, textUpTo } from '../parameters.js'

/** By key: what a list of options or an external account holds. */
const fieldData = z.record(z.string(), z.unknown())

const switches = {
  /** At most two fields may. */
  display_in_profile_summary: z.boolean().optional(),
  required: z.boolean().optional(),
  editable_by_user: z.boolean().optional(),
}

const refusals = [
  errors.fieldLabelBlank,
  errors.fieldLabelTaken,
  errors.fieldChoicesNeeded,
  errors.tooLong,
  errors.tooManySummaryFields,
]

export const createProfileField = endpoint({
  name: 'profileFields.create',
  method: 'POST',
  path: '/realm/profile_fields',
  spec: 'companion',
  summary: 'Add a custom profile field, after all others.',
  access: 'administrator',
  params: {
    name: textUpTo(limits.profileFieldName).default(''),
    hint: textUpTo(limits.profileFieldHint).default(''),
    field_data: fieldData.optional(),
    /** 1 short text, 2 long text, 3 options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
    field_type: z.int(),
    ...switches,
  },
  response: { id: z.int() },
  errors: [...refusals, errors.invalidFieldType],
  repeatable: 'never',
})

export const updateProfileField = endpoint({
  name: 'profileFields.update',
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  spec: 'companion',
  summary: 'Change a custom profile field.',
  access: 'administrator',
  params: {
    field_id: id,
    name: textUpTo(limits.profileFieldName).optional(),
    hint: textUpTo(limits.profileFieldHint).optional(),
    field_data: fieldData.optional(),
    ...switches,
  },
  response: {},
  errors: [...refusals, errors.fieldNotFound],
  repeatable: 'always',
})

export const deleteProfileField = endpoint({
  name: 'profileFields.delete',
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  spec: 'companion',
  summary: 'Remove a custom profile field, and the values that users gave it.',
  access: 'administrator',
  params: { field_id: id },
  response: {},
  errors: [errors.fieldNotFound],
  repeatable: 'never',
})
