import type { MarkdownIt, StateInline } from 'markdown-it'
import { accountsByName } from '../accounts.js'
import type { Account, Group } from '../state.js'
import { type Environment, environmentOf, html } from './environment.js'

/**
 * `@**name**`, `@**name|id**`, `@**|id**`, the wildcards and `@*group*`; with an underscore behind the `@` silent.
 * What names nobody stays text.
 */
export function mentions(md: MarkdownIt): void {
  const { escapeHtml } = md.utils
  md.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    const found = readMention(state)
    if (found === undefined) return false
    const mentioned = resolve(environmentOf(state), found)
    if (mentioned === undefined) return false
    if (!silent) {
      state.push(html, '', 0).content = markup({ ...mentioned, name: escapeHtml(mentioned.name) })
      if (!mentioned.silent) mentioned.count()
    }
    state.pos += found.length
    return true
  })
}

interface Found {
  readonly silent: boolean
  readonly kind: 'user' | 'group'
  readonly name: string
  readonly length: number
}

interface Mentioned {
  readonly silent: boolean
  readonly name: string
  readonly classes: string
  /** An attribute that says who is meant. */
  readonly data: string
  /** Takes note of a mention that calls somebody. */
  count(): unknown
}

const pattern = /@(_?)(?:\*\*([^*]+)\*\*|\*([^*]+)\*)/y

/** A mention where the parser is. One follows the start, white space or an opening sign. */
function readMention(state: StateInline): Found | undefined {
  if (state.src.charCodeAt(state.pos) !== at) return undefined
  if (state.pos > 0 && !/[\s'"({[/<]/.test(state.src.charAt(state.pos - 1))) return undefined
  pattern.lastIndex = state.pos
  const match = pattern.exec(state.src)
  if (match === null || pattern.lastIndex > state.posMax) return undefined
  const [whole, underscore, user, group] = match
  return {
    silent: underscore === '_',
    kind: user === undefined ? 'group' : 'user',
    name: user ?? group ?? '',
    length: whole.length,
  }
}

const at = 0x40

function resolve(environment: Environment, found: Found): Mentioned | undefined {
  const { silent } = found
  if (found.kind === 'group') {
    const group = groupNamed(environment, found.name)
    return group && ofGroup(environment, group, silent)
  }
  const wildcard = wildcards.get(found.name)
  if (wildcard !== undefined) return { ...wildcard(environment), silent, name: found.name }
  const account = accountMeant(environment, found.name)
  return account && ofAccount(environment, account, silent)
}

function ofAccount({ users }: Environment, account: Account, silent: boolean): Mentioned {
  return {
    silent: silent || !account.isActive,
    name: account.fullName,
    classes: 'user-mention',
    data: `data-user-id="${account.id}"`,
    count: () => users.add(account.id),
  }
}

function ofGroup({ groups }: Environment, group: Group, silent: boolean): Mentioned {
  return {
    silent: silent || group.deactivated,
    name: group.name,
    classes: 'user-group-mention',
    data: `data-user-group-id="${group.id}"`,
    count: () => groups.add(group.id),
  }
}

const everyone = (environment: Environment) => ({
  classes: 'user-mention channel-wildcard-mention',
  data: 'data-user-id="*"',
  count: () => {
    environment.channelWildcard = true
  },
})

const wildcards: ReadonlyMap<string, (environment: Environment) => Omit<Mentioned, 'silent' | 'name'>> = new Map([
  ...(['all', 'everyone', 'stream', 'channel'] as const).map((word) => [word, everyone] as const),
  [
    'topic',
    (environment: Environment) => ({
      classes: 'topic-mention',
      data: '',
      count: () => {
        environment.topicWildcard = true
      },
    }),
  ] as const,
])

/** By name, whatever its case; with an ID behind a bar both must fit; without a name the ID is enough. */
function accountMeant({ world }: Environment, text: string): Account | undefined {
  const withId = /^(.*)\|(\d+)$/s.exec(text)
  if (withId === null) return accountsByName(world, text)[0]
  const account = world.state.accounts.get(Number(withId[2]))
  return withId[1] === '' || account?.fullName === withId[1] ? account : undefined
}

function groupNamed({ world }: Environment, name: string): Group | undefined {
  const wanted = name.toLowerCase()
  return [...world.state.groups.values()].find((group) => group.name.toLowerCase() === wanted)
}

/** The name has been escaped. */
function markup({ silent, name, classes, data }: Mentioned): string {
  const classNames = silent ? `${classes} silent` : classes
  return `<span class="${classNames}"${data && ` ${data}`}>${silent ? '' : '@'}${name}</span>`
}
