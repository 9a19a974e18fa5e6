import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.js'
import { CustomEmoji } from '../../entities/organisation.js'

export const listEmoji = endpoint({
  name: 'emoji.list',
  method: 'GET',
  path: '/realm/emoji',
  spec: '4.18',
  summary: 'List the custom emoji, deactivated ones among them.',
  access: 'account',
  params: {},
  response: {
    /** By ID. */
    emoji: z.record(z.string(), CustomEmoji),
  },
  errors: [],
  repeatable: 'always',
})
