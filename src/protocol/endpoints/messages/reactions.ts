import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { rules } from '../../rules/rules.js'

const emojiRefusals = [
  errors.invalidMessages,
  errors.emojiDoesNotExist,
  errors.invalidEmojiName,
  errors.invalidEmojiCode,
  errors.invalidEmojiType,
  errors.invalidCustomEmoji,
  errors.invalidCustomEmojiName,
  errors.customEmojiDeactivated,
]

export const addReaction = endpoint({
  name: 'reactions.add',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  spec: 'companion',
  summary: 'React to a message with an emoji.',
  access: 'account',
  params: {
    message_id: id,
    emoji_name: z.string(),
    emoji_code: z.optional(z.string()),
    reaction_type: z.optional(z.string()),
  },
  response: {},
  errors: [...emojiRefusals, errors.reactionExists],
  repeatable: 'never',
})

export const removeReaction = endpoint({
  name: 'reactions.remove',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  spec: 'companion',
  summary: "Take back one of the caller's reactions.",
  access: 'account',
  params: {
    message_id: id,
    emoji_name: z.optional(z.string()),
    emoji_code: z.optional(z.string()),
    reaction_type: z.optional(z.string()),
  },
  rules: rules['reactions.remove'],
  response: {},
  errors: [...emojiRefusals, errors.emojiNameOrCodeNeeded, errors.reactionDoesNotExist],
  repeatable: 'never',
})
