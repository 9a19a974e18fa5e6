import type { Message, Reaction } from '../../../protocol/index.js'
import { attempt } from '../notices.js'
import { Button } from '../ui/index.js'
import { EmojiSign, pictured } from './emoji/EmojiSign.js'
import type { Emoji } from './emoji/emojiList.js'
import { namedPerson } from './names.js'
import { type ChatSession, sessionOf } from './session.js'
import type { ChatState } from './state.js'

/** The reactions; a click adds or removes one's own. */
export function Reactions({ message, session, state }: { message: Message; session: ChatSession; state: ChatState }) {
  if (message.reactions.length === 0) return null
  return (
    <fieldset class="in-a-row" aria-label="Reactions">
      {gathered(message.reactions).map(({ key, name, code, type, userIds }) => {
        const isOwn = userIds.includes(state.ownId)
        const emoji = { name, code, type }
        const who = userIds.map((id) => namedPerson(state, id).name).join(', ')
        return (
          <Button
            key={key}
            class="chip"
            aria-pressed={isOwn}
            aria-label={`:${name}: ${userIds.length}, ${who}`}
            title={`:${name}: ${who}`}
            onPress={() => toggleReaction(session.userId, message, emoji)}
          >
            <EmojiSign emoji={pictured(emoji, state.emoji)} />
            <span>{userIds.length}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}

/** Reactions grouped by emoji, in order of first use; names of the same emoji don't matter. */
const gathered = (reactions: readonly Reaction[]) =>
  [...Map.groupBy(reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`)].flatMap(
    ([key, those]) =>
      those.slice(0, 1).map(({ emoji_name: name, emoji_code: code, reaction_type: type }) => ({
        ...{ key, name, code, type },
        userIds: [...new Set(those.map(({ user_id }) => user_id))],
      })),
  )

/** Adds a reaction, or removes it. */
export async function toggleReaction(
  userId: number,
  message: Pick<Message, 'id' | 'reactions'>,
  emoji: Pick<Emoji, 'name' | 'code' | 'type'>,
): Promise<void> {
  const isThere = message.reactions.some(
    (one) => one.user_id === userId && one.emoji_code === emoji.code && one.reaction_type === emoji.type,
  )
  const { name: emoji_name, code: emoji_code, type: reaction_type } = emoji
  const path = `/messages/${message.id}/reactions`
  const { call } = sessionOf(userId)
  await attempt(() => call(isThere ? 'DELETE' : 'POST', path, { emoji_name, emoji_code, reaction_type }))
}
