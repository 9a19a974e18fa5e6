import type { MarkdownIt } from 'markdown-it'
import type { Account, Group } from '../state.js'
import { accountsByName } from '../users/accounts.js'
import { type Environment, environmentOf, escapeText, html } from './environment.js'

/**
 * `@**name**`, `@**name|id**`, `@**|id**`, the wildcards and `@*group*`; silent with an underscore after the `@`, and
 * inside a quote. An unknown name stays text.
 */
export function mentions(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== at) return false
    const mention = mentionAt(environmentOf(state), state.src, state.pos)
    if (mention === undefined || state.pos + mention.length > state.posMax) return false
    if (!silent) {
      state.push(html, '', 0).content = mention.html
      mention.count()
    }
    state.pos += mention.length
    return true
  })
  md.core.ruler.at('inline', ({ env, tokens }) => {
    let quotes = 0
    for (const token of tokens) {
      if (token.type === 'blockquote_open') quotes += 1
      if (token.type === 'blockquote_close') quotes -= 1
      if (token.type !== 'inline' || token.children === null) continue
      environmentOf({ env }).inQuote = quotes > 0
      md.inline.parse(token.content, md, env, token.children)
    }
  })
}

export interface Mention {
  /** Of the source text. */
  readonly length: number
  readonly html: string
  /** Records whom to notify; a silent mention notifies nobody. */
  count(): void
}

/** The mention at a position of a text; undefined if there is none, or if it matches nobody. */
export function mentionAt(environment: Environment, text: string, place: number): Mention | undefined {
  const found = readMention(environment, text, place)
  const mentioned = found && resolve(environment, found)
  if (found === undefined || mentioned === undefined) return undefined
  return {
    length: found.length,
    html: markup(mentioned, escapeText(mentioned.name)),
    count() {
      if (!mentioned.silent) mentioned.count()
    },
  }
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
  /** An attribute that identifies who is mentioned. */
  readonly data: string
  count(): unknown
}

const pattern = /@(_?)(?:\*\*([^*]+)\*\*|\*([^*]+)\*)/y

/** A mention follows the start, white space or an opening bracket. */
function readMention({ inQuote }: Environment, text: string, place: number): Found | undefined {
  if (place > 0 && !/[\s'"({[/<]/.test(text.charAt(place - 1))) return undefined
  pattern.lastIndex = place
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [whole, underscore, user, group] = match
  return {
    silent: underscore === '_' || inQuote,
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
  const account = mentionedAccount(environment, found.name)
  return account && ofAccount(environment, account, silent)
}

function ofAccount(environment: Environment, account: Account, silent: boolean): Mentioned {
  return {
    silent: silent || !account.isActive,
    name: account.fullName,
    classes: 'user-mention',
    data: `data-user-id="${account.id}"`,
    count: () => environment.users.add(account.id),
  }
}

function ofGroup(environment: Environment, group: Group, silent: boolean): Mentioned {
  return {
    silent: silent || group.deactivated,
    name: group.name,
    classes: 'user-group-mention',
    data: `data-user-group-id="${group.id}"`,
    count: () => environment.groups.add(group.id),
  }
}

const everyone = (environment: Environment) => ({
  classes: 'user-mention channel-wildcard-mention',
  data: 'data-user-id="*"',
  count: () => {
    environment.channelWildcard = true
  },
})

const wholeTopic = (environment: Environment) => ({
  classes: 'topic-mention',
  data: '',
  count: () => {
    environment.topicWildcard = true
  },
})

const wildcards: ReadonlyMap<string, (environment: Environment) => Omit<Mentioned, 'silent' | 'name'>> = new Map([
  ...(['all', 'everyone', 'stream', 'channel'] as const).map((word) => [word, everyone] as const),
  ['topic', wholeTopic] as const,
])

/** By name, ignoring case; `name|id` must match both, and `|id` the ID. */
function mentionedAccount({ world }: Environment, text: string): Account | undefined {
  const parts = text.includes('|') ? /^(.*)\|(\d+)$/s.exec(text) : null
  if (parts === null) return accountsByName(world, text)[0]
  const account = world.state.accounts.get(Number(parts[2]))
  return parts[1] === '' || account?.fullName === parts[1] ? account : undefined
}

function groupNamed({ world }: Environment, name: string): Group | undefined {
  const wanted = name.toLowerCase()
  return [...world.state.groups.values()].find((group) => group.name.toLowerCase() === wanted)
}

function markup({ silent, classes, data }: Mentioned, name: string): string {
  const classNames = silent ? `${classes} silent` : classes
  return `<span class="${classNames}"${data && ` ${data}`}>${silent ? '' : '@'}${name}</span>`
}
