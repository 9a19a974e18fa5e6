import * as z from 'zod/mini'
import { id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { limits } from '../../rules/limits.js'

/** By key: what a list of options or an external account holds. */
const fieldData = z.record(z.string(), z.unknown())

const switches = {
  /** At most two fields may. */
  display_in_profile_summary: z.optional(z.boolean()),
  required: z.optional(z.boolean()),
  editable_by_user: z.optional(z.boolean()),
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
    name: z._default(textUpTo(limits.profileFieldName), ''),
    hint: z._default(textUpTo(limits.profileFieldHint), ''),
    field_data: z.optional(fieldData),
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
    name: z.optional(textUpTo(limits.profileFieldName)),
    hint: z.optional(textUpTo(limits.profileFieldHint)),
    field_data: z.optional(fieldData),
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
