import { nameRules } from '../../protocol/index.js'
import { escaped } from './escaped.js'

/** Someone to mention: a `User` of the API, the sender of a message, or any object with the same two fields. */
export type Person =
  | { readonly user_id: number; readonly full_name: string }
  | { readonly id: number; readonly name: string }

/** Mentions and notifies a person or bot. It uses the ID, so it can't mean anyone else. Put a space or an opening bracket before it. */
export function mention(person: Person): string {
  return `@${starred(person)}`
}

/** Mentions a person or bot without a notification. */
export function silentMention(person: Person): string {
  return `@_${starred(person)}`
}

/** Mentions a group by its name, or a group object of the API. A name that no group can have becomes plain text. */
export function group(group: string | { readonly name: string }): string {
  return groupNamed('@', group)
}

/** Mentions a group without a notification. */
export function silentGroup(group: string | { readonly name: string }): string {
  return groupNamed('@_', group)
}

/** The ID is enough; the name is for readers of the raw message. */
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
