import { organisation } from '../organisation.js'
import { activeColumn, columns, openConversation } from './columns.js'
import { mostColumns } from './columnText.js'
import { turned } from './place.js'

/** Whom one can be, in the order of the keys 1 to 9. */
export function peopleToBe() {
  return organisation.value.users.filter(({ is_active }) => is_active)
}

/** Shows the same conversation as the next person beside it. */
export function addColumn(): void {
  const open = columns.peek()
  const column = open[activeColumn.peek()]
  if (column === undefined || open.length >= mostColumns) return
  const taken = new Set(open.map(({ userId }) => userId))
  const others = peopleToBe().filter(({ user_id }) => !taken.has(user_id))
  // Whoever is written to is the one to read it.
  const { place } = column
  const partner = place.kind === 'direct' ? others.find(({ user_id }) => place.userIds.includes(user_id)) : undefined
  const next = partner ?? others[0]
  if (next === undefined) return
  const where = place.kind === 'direct' && partner === undefined ? { kind: 'all' as const } : place
  openConversation(next.user_id, turned(where, column.userId, next.user_id), { beside: true })
}
