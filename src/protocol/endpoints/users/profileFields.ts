import * as z from 'zod/mini'
import { id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { ProfileField } from '../../entities/organisation.js'
import { limits } from '../../rules/limits.js'

/** The data of a list of options or of an external account, by key. */
const fieldData = z.record(z.string(), z.unknown())

const switches = {
  /** True for at most two fields. */
  display_in_profile_summary: z.optional(z.boolean()),
  required: z.optional(z.boolean()),
  editable_by_user: z.optional(z.boolean()),
}

export const profileFieldEndpoints = [
  endpoint('profileFields.reorder', 'PATCH /realm/profile_fields', {
    spec: '4.14',
    access: 'administrator',
    params: {
      /** The IDs of all custom profile fields. */
      order: z.array(id),
    },
    repeatable: 'always',
  }),
  endpoint('profileFields.list', 'GET /realm/profile_fields', {
    response: { custom_fields: z.array(ProfileField) },
  }),
  endpoint('profileFields.create', 'POST /realm/profile_fields', {
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
  }),
  endpoint('profileFields.update', 'PATCH /realm/profile_fields/{field_id}', {
    access: 'administrator',
    params: {
      field_id: id,
      name: z.optional(textUpTo(limits.profileFieldName)),
      hint: z.optional(textUpTo(limits.profileFieldHint)),
      field_data: z.optional(fieldData),
      ...switches,
    },
    repeatable: 'always',
  }),
  endpoint('profileFields.delete', 'DELETE /realm/profile_fields/{field_id}', {
    access: 'administrator',
    params: { field_id: id },
  }),
] as const
