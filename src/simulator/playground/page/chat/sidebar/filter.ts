import type { View } from './view.js'

/** Whether a text has every word that is looked for, whatever their order, letters' case and accents. */
export function finder(typed: string): { isFound(text: string): boolean } {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return {
    isFound: (text) => {
      const inIt = plain(text)
      return words.every((word) => inIt.includes(word))
    },
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** What a muted user is called wherever the person did not ask for administration. @see spec 4.12 */
export const mutedUser = 'Muted user'

/** Who is in a conversation, for its title: the names of the others, or one's own. */
export function conversationWords({ people, mutedUsers, ownId }: View, userIds: readonly number[]): string {
  const nameOf = (id: number) => people.get(id)?.name ?? `User ${id}`
  if (userIds.length === 1 && userIds[0] === ownId) return `${nameOf(ownId)} (you)`
  return userIds.map((id) => (mutedUsers.has(id) ? mutedUser : nameOf(id))).join(', ')
}
