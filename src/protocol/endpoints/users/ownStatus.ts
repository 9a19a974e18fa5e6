import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { object } from '../../entity.js'
import { errors } from '../../errors/errors.js'
import { rules } from '../../rules/rules.js'
import { setUserStatus } from './users.js'

const { user_id: _, ...change } = setUserStatus.params

export const setOwnStatus = endpoint({
  name: 'users.setOwnStatus',
  method: 'POST',
  path: '/users/me/status',
  spec: 'companion',
  summary: "Set the caller's own status.",
  access: 'human',
  params: change,
  rules: rules['users.setOwnStatus'],
  response: {},
  errors: setUserStatus.errors.filter(
    (error) => ![errors.noSuchUser, errors.userDeactivated, errors.insufficientPermission].includes(error as never),
  ),
  repeatable: 'always',
})

export const getStatus = endpoint({
  name: 'users.getStatus',
  method: 'GET',
  path: '/users/{user_id}/status',
  spec: 'companion',
  summary: "Read a user's status.",
  access: 'account',
  params: { user_id: id },
  response: {
    /** Holds what is set, and nothing else. */
    status: object({
      status_text: z.optional(z.string()),
      emoji_name: z.optional(z.string()),
      emoji_code: z.optional(z.string()),
      reaction_type: z.optional(z.string()),
    }),
  },
  errors: [errors.noSuchUser],
  repeatable: 'always',
})

export const reactivateUser = endpoint({
  name: 'users.reactivate',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  spec: 'companion',
  summary: 'Reactivate a user or bot.',
  access: 'administrator over target',
  params: { user_id: id },
  response: {},
  errors: [errors.noSuchUser, errors.userAlreadyActive, errors.placeholderAccount, errors.insufficientPermission],
  repeatable: 'never',
})
