import { botTypes, roles } from '../../protocol/index.js'
import type { Random } from '../random.js'
import type { Assumptions } from './assumptions.js'
import { newAccount } from './newAccount.js'
import type { OrganisationSeed, SeedBot, SeedBotType, SeedUser } from './seed.js'
import { SortedIds } from './sortedIds.js'
import type { Account, Group, State } from './state.js'
import { systemGroups } from './systemGroups.js'

/** What planting needs besides the seed. */
export interface Soil {
  /** UNIX milliseconds at which the organisation starts. */
  readonly start: number
  readonly random: Random
  readonly assumptions: Assumptions
}

/** Makes an organisation from its seed, without its messages: those need rules to be sent by. */
export function plant(seed: OrganisationSeed, soil: Soil): State {
  const last = {
    account: highest([...seed.users, ...seed.bots].map((one) => one.user_id)),
    channel: highest(seed.channels.map((one) => one.stream_id)),
    group: highest(seed.groups.map((one) => one.id)),
    upload: highest(seed.attachments.map((one) => one.id)),
    message: highest(seed.messages.map((one) => one.id)),
    scheduled: highest(seed.scheduled_messages.map((one) => one.id)),
    submessage: 0,
    recipient: 0,
    event: 0,
  }
  const nextRecipient = () => {
    last.recipient += 1
    return last.recipient
  }
  const created = Math.floor(soil.start / 1000) - yearSeconds
  const state: State = {
    realm: { name: seed.name, description: seed.description, subdomain: seed.subdomain, id: realmId },
    accounts: new Map(),
    accountsByEmail: new Map(),
    channels: new Map(),
    folders: new Map(),
    groups: plantGroups(seed, created),
    groupSettings: new Map(Object.entries(seed.group_settings)),
    linkifiers: seed.linkifiers.map((one) => ({
      id: one.id,
      pattern: one.pattern,
      urlTemplate: one.url_template,
      exampleInput: one.example_input ?? null,
      reverseTemplate: one.reverse_template ?? null,
      alternativeUrlTemplates: one.alternative_url_templates ?? [],
    })),
    emoji: new Map(
      seed.emoji.map((one) => [
        one.id,
        {
          id: one.id,
          name: one.name,
          authorId: one.author_id,
          animated: one.animated ?? false,
          deactivated: one.deactivated ?? false,
        },
      ]),
    ),
    profileFields: seed.profile_fields.map((one) => ({
      id: one.id,
      name: one.name,
      hint: one.hint,
      type: one.type,
      fieldData: one.field_data ?? '',
    })),
    uploads: new Map(),
    uploadsByPath: new Map(),
    messages: new Map(),
    index: {
      all: new SortedIds(),
      byChannel: new Map(),
      byTopic: new Map(),
      byConversation: new Map(),
      bySender: new Map(),
    },
    conversations: new Map(),
    scheduled: new Map(),
    calls: [],
    notificationBotId: lowestFree(new Set([...seed.users, ...seed.bots].map((one) => one.user_id))),
    last,
  }
  plantAccounts(state, seed, soil, created, nextRecipient)
  for (const one of seed.channel_folders) {
    state.folders.set(one.id, {
      id: one.id,
      name: one.name,
      description: one.description,
      order: one.order,
      isArchived: one.is_archived ?? false,
      creatorId: one.creator_id,
      created: one.creator_id === null ? null : created,
    })
  }
  const everyone = seed.users.filter((user) => user.is_active ?? true).map((user) => user.user_id)
  for (const one of seed.channels) {
    state.channels.set(one.stream_id, {
      id: one.stream_id,
      name: one.name,
      description: one.description,
      folderId: one.folder_id ?? null,
      isPrivate: one.private ?? false,
      isArchived: one.is_archived ?? false,
      creatorId: null,
      created,
      subscribers: [...(one.subscribers ?? everyone)].sort((a, b) => a - b),
      recipientId: nextRecipient(),
      groupSettings: new Map(Object.entries(one.group_settings ?? {})),
    })
  }
  return state
}

/** The organisation's number on its server: the first part of upload paths. */
const realmId = 2
const yearSeconds = 365 * 24 * 60 * 60

function plantAccounts(
  state: State,
  seed: OrganisationSeed,
  soil: Soil,
  created: number,
  nextRecipient: () => number,
): void {
  const add = (account: Account) => {
    state.accounts.set(account.id, account)
    state.accountsByEmail.set(account.email.toLowerCase(), account)
  }
  const common = { random: soil.random, created }
  add(
    newAccount({
      ...common,
      id: state.notificationBotId,
      fullName: 'Notification Bot',
      email: `notification-bot@${systemDomain}`,
      role: roles.member,
      botType: botTypes.generic,
      isSystem: true,
      recipientId: nextRecipient(),
    }),
  )
  const byId = [...seed.users.map(person), ...seed.bots.map(bot)].sort((one, other) => one.id - other.id)
  for (const one of byId) add(newAccount({ ...common, ...one, recipientId: nextRecipient() }))
  for (const user of seed.users) {
    const account = state.accounts.get(user.user_id)
    if (account === undefined) continue
    plantPresence(account, user, soil)
    for (const id of user.muted ?? []) {
      account.muted.set(id, Math.floor(soil.start / 1000))
      state.accounts.get(id)?.mutedBy.add(account.id)
    }
  }
}

/** A domain for accounts of the server itself. */
const systemDomain = 'system.example.com'

function person(user: SeedUser) {
  return {
    id: user.user_id,
    fullName: user.full_name,
    email: user.email,
    role: roles[user.role],
    botType: null,
    emailVisibility: user.email_visibility,
    timezone: user.timezone,
    isActive: user.is_active,
    isImportedStub: user.is_imported_stub,
    isDeleted: user.is_deleted,
    avatar: user.avatar,
    profile: user.profile,
  }
}

function bot(one: SeedBot) {
  return {
    id: one.user_id,
    fullName: one.full_name,
    email: one.email,
    role: roles[one.role ?? 'member'],
    botType: botTypeOf[one.type],
    ownerId: one.owner_id,
    isActive: one.is_active,
    webhookUrl: one.payload_url,
  }
}

/** A seed's words for the kinds of bots, as the wire numbers them. */
export const botTypeOf: Readonly<Record<SeedBotType, number>> = {
  generic: botTypes.generic,
  'incoming webhook': botTypes.incomingWebhook,
  'outgoing webhook': botTypes.outgoingWebhook,
  embedded: botTypes.embedded,
}

/** Somebody who has been away for long had gone idle before. */
function plantPresence(account: Account, user: SeedUser, { start, assumptions }: Soil): void {
  if (user.last_active === undefined) return
  const connected = start - user.last_active * 1000
  const wentIdle = user.last_active > assumptions.offlineSeconds
  const idle = wentIdle ? (assumptions.activeSeconds + 60) * 1000 : 0
  account.presence = { active: connected - idle, connected, client: 'website' }
}

function plantGroups(seed: OrganisationSeed, created: number): Map<number, Group> {
  const groups = new Map<number, Group>()
  const taken = new Set(seed.groups.map((group) => group.id))
  const idOf = new Map<string, number>()
  for (const { name } of systemGroups) {
    const id = lowestFree(taken)
    taken.add(id)
    idOf.set(name, id)
  }
  for (const one of systemGroups) {
    const id = idOf.get(one.name) ?? 0
    const subgroup = idOf.get(one.subgroup ?? '')
    groups.set(id, {
      id,
      name: one.name,
      description: one.description,
      members: new Set(),
      subgroups: new Set(subgroup === undefined ? [] : [subgroup]),
      deactivated: false,
      roles: one.roles,
      creatorId: null,
      created: null,
      groupSettings: new Map(),
    })
  }
  for (const one of seed.groups) {
    groups.set(one.id, {
      id: one.id,
      name: one.name,
      description: one.description,
      members: new Set(one.members),
      subgroups: new Set(one.subgroups),
      deactivated: one.deactivated ?? false,
      roles: undefined,
      creatorId: null,
      created,
      groupSettings: new Map(Object.entries(one.group_settings ?? {})),
    })
  }
  return groups
}

function highest(ids: readonly number[]): number {
  return ids.reduce((one, other) => Math.max(one, other), 0)
}

function lowestFree(taken: ReadonlySet<number>): number {
  let id = 1
  while (taken.has(id)) id += 1
  return id
}
