import * as z from 'zod/mini'
import { file } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { limits } from '../../rules/limits.js'

export const uploadEmoji = endpoint({
  name: 'emoji.upload',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  spec: 'companion',
  summary: 'Upload a custom emoji.',
  access: 'member',
  params: {
    /** Small letters, digits, `-` and `_`. */
    emoji_name: z.string(),
    /** A picture. */
    filename: file,
  },
  response: {},
  errors: [
    errors.emojiNameMissing,
    errors.emojiNameCharacters,
    errors.emojiNameEnding,
    errors.emojiExists,
    errors.emojiFileNeeded,
    errors.emojiTooLarge,
    errors.emojiOverridesDefault,
  ],
  repeatable: 'never',
  takesUpTo: limits.uploadSeconds,
})

export const deactivateEmoji = endpoint({
  name: 'emoji.deactivate',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  spec: 'companion',
  summary: 'Take a custom emoji out of use; messages keep it.',
  access: 'member',
  params: { emoji_name: z.string() },
  response: {},
  errors: [errors.emojiNotFound, errors.emojiNotOwn],
  repeatable: 'never',
})
