import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

const keys = z.optional(z.array(z.string()))

export const getBotStorage = endpoint({
  name: 'botStorage.get',
  method: 'GET',
  path: '/bot_storage',
  spec: 'companion',
  summary: 'Read what the calling bot has stored.',
  access: 'account',
  params: {
    /** All of them unless given. */
    keys,
  },
  response: { storage: z.record(z.string(), z.string()) },
  errors: [errors.noSuchKey],
  repeatable: 'always',
})

export const putBotStorage = endpoint({
  name: 'botStorage.put',
  method: 'PUT',
  path: '/bot_storage',
  spec: 'companion',
  summary: 'Store texts by key for the calling bot.',
  access: 'account',
  params: { storage: z.record(z.string(), z.string()) },
  response: {},
  errors: [errors.botStorageTooLarge],
  repeatable: 'always',
})

export const deleteBotStorage = endpoint({
  name: 'botStorage.delete',
  method: 'DELETE',
  path: '/bot_storage',
  spec: 'companion',
  summary: 'Forget what the calling bot has stored.',
  access: 'account',
  params: {
    /** All of them unless given. */
    keys,
  },
  response: {},
  errors: [errors.noSuchKey],
  repeatable: 'never',
})
