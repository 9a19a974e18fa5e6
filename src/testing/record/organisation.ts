import { limits, roles } from '../../protocol/index.js'
import { type OrganisationSeed, readSeed } from '../../simulator/index.js'
import { roleNames } from '../../simulator/organisation.js'
import type { SeedBot, SeedUser } from '../../simulator/realm/seed/seed.js'
import { type Alias, type Aliases, organisationName } from './aliases.js'
import type { Found, FoundMessage } from './found.js'

/**
 * The organisation that a recording shows, under other names: who and what occurs in it, and the messages from before it.
 *
 * @param said The IDs of the messages that are said during the recording.
 * @throws {SeedFileError} if it breaks a rule of organisations
 */
export function organisationOf(
  { channels, messages }: Found,
  aliases: Aliases,
  { said, start, owner }: OrganisationFacts,
): OrganisationSeed {
  const people = aliases.list.filter(({ of }) => of.isBot !== true)
  const bots = aliases.list.filter(({ of }) => of.isBot === true)
  const hasOwner = people.some(({ of }) => of.role === roles.owner)
  const nobody = { user_id: aliases.list.length + 1, full_name: 'Owner', email: 'owner@example.com', role: 'owner' }
  const earlier = [...messages.values()].filter(({ id }) => !said.has(id)).sort((one, other) => one.id - other.id)
  const kept = earlier.filter(({ content }) => content.trim() !== '').slice(-mostMessages)
  for (const [at, { id }] of kept.entries()) aliases.learn('message', id, at + 1)
  const seed = {
    name: organisationName,
    subdomain: 'recorded',
    users: [...people.map(seedUser), ...(hasOwner ? [] : [nobody])],
    bots: bots.map(
      (bot) =>
        ({
          user_id: bot.id,
          full_name: bot.name,
          email: bot.email,
          type: bot === aliases.bot ? 'outgoing webhook' : 'generic',
          owner_id: bot === aliases.bot ? (owner ?? null) : null,
          ...roleOf(bot),
        }) satisfies Partial<SeedBot>,
    ),
    channels: [...channels].map(([id, name]) => ({
      stream_id: aliases.idOf('stream', id),
      name: aliases.text(name).slice(0, limits.channelName),
    })),
    messages: kept.flatMap((message) => seedMessage(message, aliases, start)),
  }
  return readSeed(JSON.stringify(seed), { name: 'organisation.json' })
}

interface OrganisationFacts {
  readonly said: ReadonlySet<number>
  /** UNIX milliseconds. */
  readonly start: number
  /** Whose credentials the bot has too: the ID here. */
  readonly owner: number | undefined
}

/** A seed file has a limit, and a bot seldom reads further back. */
const mostMessages = 200

function seedUser(alias: Alias): Partial<SeedUser> {
  const { timezone, isActive } = alias.of
  return {
    user_id: alias.id,
    full_name: alias.name,
    email: alias.email,
    ...roleOf(alias),
    ...(timezone && { timezone }),
    ...(isActive === false && { is_active: false }),
  }
}

function roleOf({ of: { role } }: Alias): Pick<SeedUser, 'role'> | Record<never, never> {
  const name = role === undefined ? undefined : roleNames.get(role)
  return name === undefined ? {} : { role: name }
}

function seedMessage({ id, sender, content, to, timestamp }: FoundMessage, aliases: Aliases, start: number) {
  const sender_id = aliases.idOf('user', sender)
  const ids = 'people' in to ? to.people.flatMap((id) => aliases.idOf('user', id) ?? []) : []
  const others = ids.filter((id) => id !== sender_id)
  const place =
    'people' in to
      ? { user_ids: others.length === 0 ? ids : others }
      : { stream_id: aliases.idOf('stream', to.channel), topic: aliases.text(to.topic) }
  const ago = Math.max(0, Math.round(start / 1000 - timestamp))
  return sender_id === undefined
    ? []
    : [{ id: aliases.idOf('message', id), sender_id, to: place, content: aliases.text(content), ago }]
}
