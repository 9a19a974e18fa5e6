import type { Message } from '../protocol/index.js'
import type { TestChat, Where } from './chat.js'
import type { Talk } from './talk.js'

/** What was said and where, conversation by conversation, for people to read. */
export function chatText(chat: TestChat, talk: Talk): string {
  const places = talk.places()
  if (places.length === 0) return '(Nobody has said anything.)'
  return places.map((where) => placeText(chat, where, talk.first - 1)).join('\n\n')
}

/** A conversation with its heading; of messages after an ID, if one is given. */
export function placeText(chat: TestChat, where: Where, after = 0): string {
  const messages = chat.conversation(where).filter(({ id }) => id > after)
  return [`# ${heading(chat, where)}`, ...messages.map((message) => messageText(chat, message))].join('\n')
}

function heading({ simulator }: TestChat, where: Where): string {
  if ('channel' in where) return `${where.channel} > ${where.topic}`
  return where.dm.map((who) => simulator.realm.account(who).fullName).join(', ')
}

function messageText({ simulator }: TestChat, message: Message): string {
  const said = `${message.sender_full_name}: ${message.content.replaceAll('\n', '\n    ')}`
  const edited = 'edit_history' in message && message.edit_history !== undefined ? ['    (edited)'] : []
  const reactions = message.reactions.map(
    ({ emoji_name, user_id }) => `    ${simulator.realm.account(user_id).fullName} reacts with :${emoji_name}:`,
  )
  return [said, ...edited, ...reactions].join('\n')
}
