import type { UserGroup } from '../../protocol/index.js'
import { asCode, codeSafe, nearest } from '../../text/index.js'
import { shortened } from '../../values.js'
import type { Context } from '../context.js'
import { UserError } from '../errors.js'
import { foundAt } from './foundAt.js'
import { lookedUp } from './lookedUp.js'
import { type ArgumentKind, type Place, wordAt } from './place.js'

/** A group of users that somebody named in a command, by mention, name or ID. */
export interface GroupArgument {
  /** As it was typed; it may mention the group, so pass it through `escapeMentions` before you say it again. */
  readonly text: string
  /**
   * Asks the server which group that is, once for all calls.
   *
   * @throws {UserError} when there is none like that; the sender reads which argument is wrong.
   */
  lookUp(): Promise<UserGroup>
}

export const groupKind: ArgumentKind<GroupArgument> = {
  get expected() {
    return `a group: a mention such as ${asCode('@*bakers*')}, or a name`
  },
  take(place) {
    const named = nameAt(place)
    if (!named) return undefined
    const { end, name } = named
    const text = place.text.slice(place.at, end)
    return { end, value: (ctx, argument) => ({ text, lookUp: lookedUp(() => findGroup(ctx, name, argument)) }) }
  },
}

function nameAt(place: Place): { readonly end: number; readonly name: string } | undefined {
  if (place.isCode(place.at)) return undefined
  const mention = foundAt(/@_?\*([^*]+)\*(?!\*)/y, place.text, place.at)
  if (mention) return { end: place.at + mention[0].length, name: mention[1] ?? '' }
  const { word, end } = wordAt(place)
  return word === '' || /[@*`#<>]/.test(word) ? undefined : { end, name: word }
}

async function findGroup({ client, signal }: Context, name: string, argument: string): Promise<UserGroup> {
  const { user_groups } = await client.userGroups.list({}, { signal })
  const group = groupCalled(user_groups, name)
  if (group) return group
  const meant = nearest(
    name,
    user_groups.filter((one) => !one.is_system_group && one.deactivated !== true).map((one) => one.name),
  )
  const question = meant === undefined ? '' : ` Did you mean ${codeSafe(`@*${meant}*`)}?`
  throw new UserError(`${asCode(argument)}: there is no group called ${codeSafe(shortened(name))}.${question}`)
}

/** The group with this name, or else with this ID, among those that are in use. */
export function groupCalled(groups: readonly UserGroup[], name: string): UserGroup | undefined {
  const used = groups.filter(({ deactivated }) => deactivated !== true)
  const byName = used.find((group) => group.name.toLowerCase() === name.toLowerCase())
  return byName ?? used.find(({ id }) => String(id) === name)
}
