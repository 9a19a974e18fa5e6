import * as z from 'zod/mini'
import { file } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { CustomEmoji } from '../../entities/organisation.js'
import { limits } from '../../rules/limits.js'

export const emojiEndpoints = [
  endpoint('emoji.list', 'GET /realm/emoji', {
    spec: '4.18',
    response: {
      /** By ID. */
      emoji: z.record(z.string(), CustomEmoji),
    },
  }),
  endpoint('emoji.upload', 'POST /realm/emoji/{emoji_name}', {
    access: 'human member',
    params: {
      /** Lower-case letters, digits, `-` and `_`. */
      emoji_name: z.string(),
      /** An image. */
      file,
    },
    takesUpTo: limits.uploadSeconds,
  }),
  endpoint('emoji.deactivate', 'DELETE /realm/emoji/{emoji_name}', {
    params: { emoji_name: z.string() },
  }),
] as const
