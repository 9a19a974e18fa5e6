import type { MessageToTouch, TestChat } from '../chat.js'
import { insideOf } from '../replies.js'
import { listed, type Verdict, verdict } from './verdict.js'

/** Whether an emoji of the bot is on a message, or on any where none is given. */
export function reacted(chat: TestChat, emoji: string, message?: MessageToTouch): Verdict {
  const { talk, bot } = insideOf(chat)
  const wanted = typeof message === 'object' ? message.id : message
  const reactions = talk
    .all()
    .flatMap(({ id, content, reactions }) => reactions.map((reaction) => ({ id, content, ...reaction })))
    .filter(({ user_id }) => user_id === bot)
  const name = emoji.replace(/^:(.+):$/, '$1')
  const texts = reactions.map(({ emoji_name, id, content }) => `:${emoji_name}: on ${id}, ${JSON.stringify(content)}`)
  return verdict(
    reactions.some(({ emoji_name, id }) => emoji_name === name && (wanted === undefined || id === wanted)),
    {
      should: `have reacted with :${name}:${wanted === undefined ? '' : ` to the message ${wanted}`}`,
      instead: texts.length === 0 ? 'It reacted to nothing.' : `Its reactions:${listed(texts, '')}`,
      chat,
    },
  )
}
