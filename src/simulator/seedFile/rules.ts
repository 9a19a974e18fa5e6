import { roles } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import type { Mistake } from './place.js'

/** Checks rules for the whole organisation, also in seeds with other mistakes. */
export function brokenRules(seed: Record<string, unknown>): Mistake[] {
  return [...ownerMissing(seed), ...subgroupCycles(seed), ...mutedSelves(seed), ...repeatedReactions(seed)]
}

function ownerMissing(seed: Record<string, unknown>): Mistake[] {
  const users = entriesOf(seed, 'users')
  // With nobody in it, or with a role that nobody knows, the list has a mistake already that may be the cause.
  if (users.length === 0 || users.some(({ role = 'member' }) => !Object.hasOwn(roles, String(role)))) return []
  if (users.some(({ role, is_active: isActive }) => role === 'owner' && isActive !== false)) return []
  return [{ path: ['users'], ofName: true, says: 'have no active owner among them; give one of them role: owner' }]
}

/** A group must not contain itself, directly or indirectly. Every cycle is reported once. */
function subgroupCycles(seed: Record<string, unknown>): Mistake[] {
  const groups = new Map(entriesOf(seed, 'groups').map((group, at) => [group.id, { group, at }]))
  const step = (id: unknown) => ({ id, left: idsOf(groups.get(id)?.group.subgroups) })
  const finished = new Set<unknown>()
  const mistakes: Mistake[] = []

  for (const start of groups.keys()) {
    // The way down is kept in a list, so that no depth of groups in groups runs out of stack.
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
        mistakes.push({ path, says: `lead back to the group itself (${circle}); take one of these steps away` })
      } else if (groups.has(next) && !finished.has(next)) {
        open.add(next)
        way.push(step(next))
      }
    }
  }
  return mistakes
}

function mutedSelves(seed: Record<string, unknown>): Mistake[] {
  return entriesOf(seed, 'users').flatMap((user, at) => {
    const self = idsOf(user.muted).indexOf(user.user_id)
    const says = 'is the person itself, whom nobody can mute; leave it out'
    return self < 0 ? [] : [{ path: ['users', at, 'muted', self], says }]
  })
}

function repeatedReactions(seed: Record<string, unknown>): Mistake[] {
  return entriesOf(seed, 'messages').flatMap((message, at) => {
    const seen = new Set<string>()
    return entriesOf(message, 'reactions').flatMap(({ user_id: user, emoji_name: emoji }, index) => {
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

/** Entries of a list by index; malformed ones as empty objects. */
function entriesOf(holder: Record<string, unknown>, list: string): Record<string, unknown>[] {
  const entries = holder[list]
  return Array.isArray(entries) ? entries.map((entry: unknown) => (isObject(entry) ? entry : {})) : []
}

function idsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value] : []
}
