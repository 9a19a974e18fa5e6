import { nameRules } from '../../protocol/index.js'
import { escaped } from './escaped.js'

/** Somebody to be mentioned: a `User` of the API, the sender of a message, or anything that has both. */
export type Person =
  | { readonly user_id: number; readonly full_name: string }
  | { readonly id: number; readonly name: string }

/**
 * Mentions a person or a bot, who is told of it. Put a blank or an opening bracket before it. By the ID, so that it means
 * nobody else.
 */
export function mention(person: Person): string {
  return `@${starred(person)}`
}

/** Shows who is meant, and tells nobody. */
export function silentMention(person: Person): string {
  return `@_${starred(person)}`
}

/** Mentions a group, by its name or as the API gives it. A name that no group can have becomes plain text. */
export function group(group: string | { readonly name: string }): string {
  return groupNamed('@', group)
}

/** Shows which group is meant, and tells nobody. */
export function silentGroup(group: string | { readonly name: string }): string {
  return groupNamed('@_', group)
}

/** The ID is enough; the name is for those who read the message before it is rendered. */
function starred(person: Person): string {
  const [id, name] = 'user_id' in person ? [person.user_id, person.full_name] : [person.id, person.name]
  const isPlain = !nameRules.unprintable.test(name) && !nameRules.forbiddenInFullName.test(name)
  return isPlain && !nameRules.mentionedId.test(name) ? `**${name}|${id}**` : `**|${id}**`
}

function groupNamed(sign: string, group: string | { readonly name: string }): string {
  const name = typeof group === 'string' ? group : group.name
  const isPlain = !nameRules.unprintable.test(name) && !/[*`]/.test(name) && name.trim() !== ''
  return isPlain ? `${sign}*${name}*` : escaped(name)
}
