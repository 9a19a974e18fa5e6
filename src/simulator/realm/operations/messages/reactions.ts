import { makeCopy } from '../../access/copies.js'
import type { Operations } from '../../access/operation.js'
import { audienceOf } from '../../access/visibility.js'
import { emojiByName, resolveEmoji } from '../../organisation/emoji.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Emoji, StoredMessage } from '../../world/state.js'
import type { World } from '../../world/world.js'
import { changeable } from './messages.js'

export const reactionOperations = {
  'reactions.add': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    const asked = { name: params.emoji_name, code: params.emoji_code, type: params.reaction_type }
    const emoji = sameAsOthers(message, asked.code, asked.type) ?? resolveEmoji(world, asked)
    if (own(message, caller, emoji) !== undefined) refuse('reactionExists')
    const shared = message.reactions.find((one) => isSame(one.emoji, emoji))?.emoji ?? emoji
    makeCopy(message, caller.id)
    message.reactions = [...message.reactions, { emoji: shared, userId: caller.id }]
    emitReaction(world, message, caller, 'add', shared)
  },

  'reactions.remove': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    const { emoji_name: name, emoji_code: code, reaction_type: type } = params
    const emoji =
      code !== undefined
        ? { name: name ?? '', code, type: type ?? 'unicode_emoji' }
        : name === undefined
          ? refuse('emojiNameOrCodeNeeded')
          : (message.reactions.find((one) => one.userId === caller.id && one.emoji.name === name)?.emoji ??
            emojiByName(world, name))
    const gone = own(message, caller, emoji) ?? refuse('reactionDoesNotExist')
    message.reactions = message.reactions.filter((one) => one !== gone)
    emitReaction(world, message, caller, 'remove', gone.emoji)
  },
} satisfies Partial<Operations>

/** Users can join an existing reaction even if its emoji is no longer available. */
function sameAsOthers(message: StoredMessage, code: string | undefined, type: string | undefined): Emoji | undefined {
  if (code === undefined || type === undefined) return undefined
  return message.reactions.find((one) => one.emoji.code === code && one.emoji.type === type)?.emoji
}

function own(message: StoredMessage, caller: Account, emoji: Emoji) {
  return message.reactions.find((one) => one.userId === caller.id && isSame(one.emoji, emoji))
}

function isSame(one: Emoji, other: Emoji): boolean {
  return one.code === other.code && one.type === other.type
}

function emitReaction(world: World, message: StoredMessage, caller: Account, op: 'add' | 'remove', emoji: Emoji): void {
  world.emit('reaction', audienceOf(world, message.place, [message]), {
    op,
    user_id: caller.id,
    message_id: message.id,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  })
}
