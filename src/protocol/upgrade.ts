import type { Has } from './levels.js'
import { modernAttachment } from './upgrades/attachment.js'
import { modernLinkifier } from './upgrades/linkifier.js'
import { modernMessage } from './upgrades/message.js'
import { withoutClients } from './upgrades/presence.js'
import { modernRegistration } from './upgrades/register.js'
import { modernUser, modernUserOf } from './upgrades/user.js'

/** Turns the answer of an older server into today's shape; gets the answer without knowing that it is valid. */
export type Upgrade = (answer: Record<string, unknown>, has: Has) => Record<string, unknown>

/** How servers from the level of `deleteTopicPartiallyCompleted` on, and before `deleteTopicComplete`, said that messages are left. */
export const partiallyCompleted = { result: 'partially_completed', code: 'REQUEST_TIMEOUT' } as const

const userField: Upgrade = (answer, has) => ({ ...answer, user: modernUserOf(answer.user, has) })

const withComplete: Upgrade = (answer, has) => {
  if (has('deleteTopicComplete')) return answer
  return { ...answer, result: 'success', complete: answer.result !== partiallyCompleted.result }
}

/** By the endpoints' names. Apart from their declarations, which take what they need from here, since clients need no more. */
export const upgrade = {
  'streams.deleteTopic': withComplete,
  'messages.markAllRead': withComplete,
  'attachments.list': (answer, has) => inList(answer, 'attachments', (one) => modernAttachment(one, has)),
  'linkifiers.list': (answer, has) => inList(answer, 'linkifiers', (linkifier) => modernLinkifier(linkifier, has)),
  'presence.list': (answer, has) => {
    if (has('presenceWithoutClients') || typeof answer.presences !== 'object' || answer.presences === null)
      return answer
    const presences = Object.entries(answer.presences).map(([email, clients]) => [email, withoutClients(clients)])
    return { ...answer, presences: Object.fromEntries(presences) }
  },
  'channelFolders.list': (answer, has) => {
    if (has('channelFolderOrder')) return answer
    return inList(answer, 'channel_folders', (folder, at) => ({ order: at, ...(folder as object) }))
  },
  'server.settings': (answer, has) => {
    if (has('realmUrl') || answer.realm_uri === undefined) return answer
    return { realm_url: answer.realm_uri, ...answer }
  },
  'messages.list': (answer, has) => inList(answer, 'messages', (message) => modernMessage(message, has)),
  'messages.get': (answer, has) => ({ ...answer, message: modernMessage(answer.message, has) }),
  'events.register': modernRegistration,
  'users.getByEmail': userField,
  'users.get': userField,
  'users.me': modernUser,
  'users.list': (answer, has) => inList(answer, 'members', (user) => modernUserOf(user, has)),
} as const satisfies Readonly<Record<string, Upgrade>>

function inList(
  answer: Record<string, unknown>,
  field: string,
  modern: (item: unknown, at: number) => unknown,
): Record<string, unknown> {
  const list = answer[field]
  return Array.isArray(list) ? { ...answer, [field]: list.map(modern) } : answer
}
