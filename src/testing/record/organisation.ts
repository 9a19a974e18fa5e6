import { botTypes, limits, roles } from '../../protocol/index.js'
import { type OrganisationSeed, readSeed } from '../../simulator/index.js'
import { roleNames } from '../../simulator/public/organisation.js'
import type { SeedBot, SeedUser } from '../../simulator/realm/seed/seed.js'
import { type Alias, type Aliases, organisationName } from './aliases.js'
import type { FoundMessage, RecordingContents } from './found.js'
import type { ShownState } from './state.js'

/**
 * The organisation of a recording, with names replaced: the accounts, channels and more that occur in it, and earlier messages.
 *
 * @param said The IDs of the messages that were sent during the recording.
 * @throws {SeedFileError} if the result isn't a valid organisation
 */
export function recordedOrganisation(
  { channels, messages }: RecordingContents,
  aliases: Aliases,
  { said, start, owner, state }: OrganisationFacts,
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
    ...state.lists,
    users: [
      ...people.map((one) => ({ ...seedUser(one, start), ...state.users.get(one.of.id ?? 0) })),
      ...(hasOwner ? [] : [nobody]),
    ],
    bots: bots.map(
      (bot) =>
        ({
          user_id: bot.id,
          full_name: bot.name,
          email: bot.email,
          // The only bot that the server calls, since only this one runs.
          type: bot === aliases.bot ? 'outgoing webhook' : (passive.get(bot.of.botType) ?? 'generic'),
          owner_id: (bot === aliases.bot ? owner : undefined) ?? ownerOf(bot, people, aliases),
          ...roleOf(bot),
          ...inThePast(bot, start),
        }) satisfies Partial<SeedBot>,
    ),
    channels: [...channels].map(([id, name]) => ({
      ...state.channels.get(id),
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
  /** The ID, in the organisation, of the owner whose credentials the bot has. */
  readonly owner: number | undefined
  readonly state: ShownState
}

/** Seed files have a limit, and bots seldom read further back. */
const mostMessages = 200

const passive = new Map<number | undefined, SeedBot['type']>([
  [botTypes.incomingWebhook, 'incoming webhook'],
  [botTypes.embedded, 'embedded'],
])

function ownerOf({ of }: Alias, people: readonly Alias[], aliases: Aliases): number | null {
  const id = of.ownerId === undefined ? undefined : aliases.idOf('user', of.ownerId)
  return people.some((one) => one.id === id) ? (id ?? null) : null
}

function seedUser(alias: Alias, start: number): Partial<SeedUser> {
  const { timezone, isStub, isDeleted, addressIs } = alias.of
  return {
    user_id: alias.id,
    full_name: alias.name,
    email: alias.email,
    ...roleOf(alias),
    ...(timezone && { timezone }),
    ...inThePast(alias, start),
    ...(isStub && { is_imported_stub: true }),
    ...(isDeleted && { is_active: false, is_deleted: true }),
    ...(addressIs === 'both' && { email_visibility: 'administrators' }),
    ...(addressIs === 'hidden' && { email_visibility: 'nobody' }),
  }
}

const inThePast = ({ of: { isActive, joined } }: Alias, start: number) => ({
  ...(isActive === false && { is_active: false }),
  ...(joined !== undefined && { joined: Math.max(0, Math.round(start / 1000 - joined)) }),
})

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
