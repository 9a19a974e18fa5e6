import { md } from 'earshot'
import type { Answer, User } from 'earshot/protocol'

/** Who is there, and who was not long ago. */
export function presentText(users: readonly User[], { presences, server_timestamp }: Answer<'presence.list'>): string {
  const seen = users.flatMap((user) => {
    const presence = user.is_active ? presences[user.email]?.website : undefined
    return presence ? [{ user, isHere: presence.status === 'active', ago: server_timestamp - presence.timestamp }] : []
  })
  const here = seen.filter(({ isHere }) => isHere)
  const before = seen.filter(({ isHere, ago }) => !isHere && ago <= hour)
  return [`Here now: ${names(here)}.`, `Within the last hour: ${names(before)}.`].join('\n')
}

/** Seconds. */
const hour = 60 * 60

function names(seen: readonly { readonly user: User }[]): string {
  const mentions = seen.map(({ user }) => md.silentMention(user))
  return mentions.length === 0 ? 'nobody' : mentions.join(', ')
}
