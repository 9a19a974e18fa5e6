import { roles } from '../../protocol/index.js'
import { entriesOf, type Mistake } from './mistake.js'

/** Checks rules for the whole organisation, also in seeds with other mistakes. */
export function brokenRules(seed: Record<string, unknown>): Mistake[] {
  return [...ownerMissing(seed), ...subgroupCycles(seed), ...mutedSelves(seed), ...repeatedReactions(seed)]
}

function ownerMissing(seed: Record<string, unknown>): Mistake[] {
  const users = entriesOf(seed, 'users').map(({ entry }) => entry)
  // An empty list, or an unknown role, is reported elsewhere and may be the cause.
  if (users.length === 0 || users.some(({ role = 'member' }) => !Object.hasOwn(roles, String(role)))) return []
  if (users.some(({ role, is_active: isActive }) => role === 'owner' && isActive !== false)) return []
  return [{ path: ['users'], ofName: true, says: 'include no active owner; give one of them role: owner' }]
}

/** A group must not contain itself, directly or indirectly. Reports every cycle once. */
function subgroupCycles(seed: Record<string, unknown>): Mistake[] {
  const groups = new Map(entriesOf(seed, 'groups').map((group) => [group.entry.id, group]))
  const step = (id: unknown) => ({ id, left: idsOf(groups.get(id)?.entry.subgroups) })
  const finished = new Set<unknown>()
  const mistakes: Mistake[] = []

  for (const start of groups.keys()) {
    // A list instead of recursion, so that deeply nested groups don't overflow the stack.
    const way = finished.has(start) ? [] : [step(start)]
    const open = new Set([start])
    for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
      const next = here.left.pop()
      if (next === undefined) {
        finished.add(here.id)
        open.delete(here.id)
        way.pop()
      } else if (open.has(next)) {
        const ids = way.map(({ id }) => id)
        const circle = [...ids.slice(ids.indexOf(next)), next].join(' → ')
        const path = ['groups', groups.get(next)?.at ?? 0, 'subgroups']
        mistakes.push({ path, says: `lead back to the group itself (${circle}); remove one of these steps` })
      } else if (groups.has(next) && !finished.has(next)) {
        open.add(next)
        way.push(step(next))
      }
    }
  }
  return mistakes
}

function mutedSelves(seed: Record<string, unknown>): Mistake[] {
  return entriesOf(seed, 'users').flatMap(({ entry: user, at }) => {
    const self = idsOf(user.muted).indexOf(user.user_id)
    const says = "is the user's own ID, and nobody can mute themselves; leave it out"
    return self < 0 ? [] : [{ path: ['users', at, 'muted', self], says }]
  })
}

function repeatedReactions(seed: Record<string, unknown>): Mistake[] {
  return entriesOf(seed, 'messages').flatMap(({ entry: message, at }) => {
    const seen = new Set<string>()
    return entriesOf(message, 'reactions').flatMap(({ entry: { user_id: user, emoji_name: emoji }, at: index }) => {
      const key = JSON.stringify([user, emoji])
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      const says = `repeats a reaction of user ${String(user)}; leave it out`
      return [{ path: ['messages', at, 'reactions', index], says }]
    })
  })
}

function idsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value] : []
}
