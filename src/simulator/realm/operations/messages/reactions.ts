import type { Reaction } from '../../../../protocol/index.js'
import { makeCopy } from '../../access/copies.js'
import type { Operations } from '../../access/operation.js'
import { audienceOf } from '../../access/visibility.js'
import { followOnTakingPart } from '../../conversations/following.js'
import { emojiByName, resolveEmoji } from '../../organisation/emoji.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Emoji, StoredMessage } from '../../world/state.js'
import type { World } from '../../world/world.js'
import { changeable } from './messages.js'

export const reactionOperations = {
  'reactions.add': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    const emoji = sameAsOthers(message, params) ?? resolveEmoji(world, params)
    if (own(message, caller, emoji) !== undefined) refuse('reactionExists')
    const { emoji_name, emoji_code, reaction_type } = message.reactions.find((one) => isSame(one, emoji)) ?? emoji
    makeCopy(message, caller.id)
    const reaction = { emoji_name, emoji_code, reaction_type, user_id: caller.id }
    message.reactions = [...message.reactions, reaction]
    followOnTakingPart(world, caller, message)
    emitReaction(world, message, 'add', reaction)
  },

  'reactions.remove': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    const { emoji_name, reaction_type = 'unicode_emoji' } = params
    // The type isn't derived from the name, so a name alone takes back no custom emoji.
    const emoji_code =
      params.emoji_code ??
      (emoji_name === undefined ? refuse('emojiNameOrCodeNeeded') : emojiByName(world, emoji_name).emoji_code)
    const gone = own(message, caller, { emoji_code, reaction_type }) ?? refuse('reactionDoesNotExist')
    message.reactions = message.reactions.filter((one) => one !== gone)
    emitReaction(world, message, 'remove', gone)
  },
} satisfies Partial<Operations>

/** Users can join an existing reaction even if its emoji is no longer available. */
function sameAsOthers({ reactions }: StoredMessage, { emoji_code, reaction_type }: Partial<Emoji>): Emoji | undefined {
  return reactions.find((one) => one.emoji_code === emoji_code && one.reaction_type === reaction_type)
}

type EmojiKey = Pick<Emoji, 'emoji_code' | 'reaction_type'>

function own(message: StoredMessage, caller: Account, emoji: EmojiKey): Reaction | undefined {
  return message.reactions.find((one) => one.user_id === caller.id && isSame(one, emoji))
}

function isSame(one: EmojiKey, other: EmojiKey): boolean {
  return one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type
}

function emitReaction(world: World, message: StoredMessage, op: 'add' | 'remove', reaction: Reaction): void {
  const { user_id, ...emoji } = reaction
  const body = { op, user_id, message_id: message.id, ...emoji }
  world.emit('reaction', audienceOf(world, message.place, [message]), body)
}
