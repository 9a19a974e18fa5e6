import { md } from 'earshot'
import type { CustomEmoji, User } from 'earshot/protocol'

/** Emoji that can be used, each with whose it is, and the names of those that no longer can. */
export function emojiList(emoji: readonly CustomEmoji[], people: readonly User[]): string {
  const used = emoji.filter(({ deactivated }) => !deactivated)
  const retired = emoji.filter(({ deactivated }) => deactivated)
  const authorOf = ({ author_id }: CustomEmoji) => {
    const author = people.find(({ user_id }) => user_id === author_id)
    return author === undefined ? '' : `, by ${md.silentMention(author)}`
  }
  const lines = used.map((one) => `- :${one.name}: ${md.code(`:${one.name}:`)}${authorOf(one)}`)
  if (lines.length === 0) lines.push('There are no emoji of our own.')
  if (retired.length > 0) lines.push('', `No longer in use: ${retired.map(({ name }) => md.code(name)).join(', ')}.`)
  return lines.join('\n')
}
