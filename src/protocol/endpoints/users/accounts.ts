import * as z from 'zod/mini'
import { id, listedInteger } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

/** What the name of an account may be refused for. */
const naming = [errors.fullNameTooShort, errors.fullNameTooLong, errors.fullNameCharacters, errors.fullNameFormat]

export const createUser = endpoint({
  name: 'users.create',
  method: 'POST',
  path: '/users',
  spec: 'companion',
  summary: 'Create an account for a person.',
  access: 'administrator',
  params: {
    email: z.string(),
    password: z.string(),
    full_name: z.string(),
  },
  response: { user_id: z.int() },
  errors: [...naming, errors.badBotName, errors.emailInUse, errors.passwordTooWeak],
  repeatable: 'never',
})

export const updateUser = endpoint({
  name: 'users.update',
  method: 'PATCH',
  path: '/users/{user_id}',
  spec: 'companion',
  summary: 'Change the name, role, profile or address of a user.',
  access: 'administrator over target',
  params: {
    user_id: id,
    full_name: z.optional(z.string()),
    /** One of `roles`. */
    role: z.optional(listedInteger([100, 200, 300, 400, 600])),
    /** Values by profile field; an empty one, or null, takes the value away. A field of type 6 takes IDs of users. */
    profile_data: z.optional(z.array(z.object({ id, value: z.nullable(z.union([z.string(), z.array(z.int())])) }))),
    new_email: z.optional(z.string()),
  },
  response: {},
  errors: [
    errors.noSuchUser,
    errors.insufficientPermission,
    errors.mustBeOwner,
    errors.mustBeAdministrator,
    errors.ownerRoleStays,
    ...naming,
    errors.botNameInUse,
    errors.fieldNotFound,
    errors.tooLong,
    errors.notAString,
    errors.notAList,
    errors.profileChoiceUnknown,
    errors.notADate,
    errors.notAUrl,
    errors.invalidUserId,
    errors.invalidAddress,
    errors.emailTaken,
  ],
  repeatable: 'always',
})

export const deactivateOwnUser = endpoint({
  name: 'users.deactivateOwn',
  method: 'DELETE',
  path: '/users/me',
  spec: 'companion',
  summary: "Deactivate the caller's own account, and the caller's bots first.",
  access: 'human',
  params: {},
  response: {},
  errors: [errors.lastOfThem],
  repeatable: 'never',
})
