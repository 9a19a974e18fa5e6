import { lazily } from '../../base/lazily.js'
import { accountsByName } from '../access/accounts.js'
import { systemGroups } from '../seed/systemGroups.js'
import type { Account, Group } from '../world/state.js'
import { type Element, finished, white } from './element.js'
import { type Environment, namesIn } from './environment.js'
import { type InlineRule, patternRule } from './inline.js'

/** A mention or channel link is at the start, or after white space, a quotation mark, an opening bracket or a slash. */
export const mayPrecedeMention = `(?<![^${white}'"({[/<])`

const ofUser = new RegExp(`${mayPrecedeMention}@(_?)\\*\\*(?<name>[^*]+)\\*\\*`, 'g')
const ofGroup = new RegExp(`${mayPrecedeMention}@(_?)\\*(?<name>[^*]+)\\*`, 'g')

/** `@**name**`, `@**name|id**`, `@**|id**` and the wildcards; silent with an underscore. An unknown name stays text. */
export function userMentions(environment: Environment): InlineRule {
  const written = lazily(() => accountsIn(environment))
  return patternRule('@', ofUser, ([, underscore, name = '']) =>
    mention(environment, name, underscore === '_', written),
  )
}

/** `@*group*`. */
export function groupMentions(environment: Environment): InlineRule {
  const written = lazily(() => namesIn(environment.content.toLowerCase(), [ofGroup]))
  return patternRule('@', ofGroup, ([, underscore, name = '']) => {
    const group = written().has(name.toLowerCase()) ? groupNamed(environment, name) : undefined
    if (group === undefined) return undefined
    const silent = underscore === '_' || group.deactivated
    if (!silent) environment.groups.add(group.id)
    return markup(
      'user-group-mention',
      { 'data-user-group-id': String(group.id) },
      shownName(environment, group),
      silent,
    )
  })
}

/** Makes the mentions in a line of a quote silent, even those in code. */
export function silenceMentions(line: string): string {
  if (!line.includes('@')) return line
  return line.replace(ofUser, '@_**$2**').replace(ofGroup, '@_*$2*')
}

type Written = () => ReadonlySet<Account>

function mention(environment: Environment, name: string, isSilent: boolean, written: Written): Element | undefined {
  const { world } = environment
  if (isChannelWildcard(environment, name)) {
    environment.channelWildcard ||= !isSilent
    const classes = world.has('channelWildcardClass') ? 'user-mention channel-wildcard-mention' : 'user-mention'
    return markup(classes, { 'data-user-id': '*' }, name, isSilent)
  }
  if (name === 'topic' && world.has('wildcardFlags')) {
    environment.topicWildcard ||= !isSilent
    return markup('topic-mention', {}, name, isSilent)
  }
  const account = mentionedAccount(environment, name)
  if (account === undefined || !written().has(account)) return undefined
  const silent = isSilent || !account.is_active
  if (!silent) environment.users.add(account.id)
  return markup('user-mention', { 'data-user-id': String(account.id) }, account.full_name, silent)
}

function isChannelWildcard({ world }: Environment, name: string): boolean {
  return ['all', 'everyone', 'stream'].includes(name) || (name === 'channel' && world.has('channelWildcard'))
}

/** The accounts that the source mentions. */
function accountsIn(environment: Environment): ReadonlySet<Account> {
  const names = [...namesIn(environment.content, [ofUser])]
  return new Set(names.flatMap((name) => mentionedAccount(environment, name) ?? []))
}

/** By name, ignoring case; `name|id` must match both, and `|id` the ID. */
function mentionedAccount({ world }: Environment, text: string): Account | undefined {
  const [whole, name, id] = /^([^\n]+)?\|(\d+)$/.exec(text) ?? []
  if (whole === undefined) return accountsByName(world, text)[0]
  const account = world.state.accounts.get(Number(id))
  return name === undefined || account?.full_name === name ? account : undefined
}

function groupNamed({ world }: Environment, name: string): Group | undefined {
  const wanted = name.toLowerCase()
  return [...world.state.groups.values()].find((group) => group.name.toLowerCase() === wanted)
}

/** Newer servers show readable names for system groups. */
function shownName({ world }: Environment, { name }: Group): string {
  return world.has('systemGroupNames') ? (systemGroupNames.get(name) ?? name) : name
}

const systemGroupNames: ReadonlyMap<string, string> = new Map(systemGroups.map(({ name, title }) => [name, title]))

function markup(classes: string, id: Readonly<Record<string, string>>, name: string, silent: boolean): Element {
  return finished('span', { ...id, class: silent ? `${classes} silent` : classes }, silent ? name : `@${name}`)
}
