import { settingsFrom } from '../groups/groupSettings.js'
import { systemGroups } from '../groups/systemGroups.js'
import { SortedIds } from '../sortedIds.js'
import type { Group, State } from '../state.js'
import { plantAccounts } from './plantingAccounts.js'
import type { OrganisationSeed } from './seed.js'
import type { SeedContext } from './seedContext.js'

/** Makes an organisation from its seed, without its messages: those need rules to be sent by. */
export function plant(seed: OrganisationSeed, context: SeedContext): State {
  const last = {
    account: highest([...seed.users, ...seed.bots].map((one) => one.user_id)),
    channel: highest(seed.channels.map((one) => one.stream_id)),
    group: highest(seed.groups.map((one) => one.id)),
    invitation: 0,
    upload: highest(seed.attachments.map((one) => one.id)),
    message: highest(seed.messages.map((one) => one.id)),
    scheduled: highest(seed.scheduled_messages.map((one) => one.id)),
    submessage: 0,
    folder: highest(seed.channel_folders.map((one) => one.id)),
    linkifier: highest(seed.linkifiers.map((one) => one.id)),
    emoji: highest(seed.emoji.map((one) => one.id)),
    profileField: highest(seed.profile_fields.map((one) => one.id)),
    draft: 0,
    snippet: 0,
    recipient: 0,
    event: 0,
  }
  const nextRecipient = () => {
    last.recipient += 1
    return last.recipient
  }
  const created = Math.floor(context.start / 1000) - yearSeconds
  const groups = plantGroups(seed, created)
  const state: State = {
    realm: { name: seed.name, description: seed.description, subdomain: seed.subdomain, id: realmId },
    accounts: new Map(),
    accountsByEmail: new Map(),
    channels: new Map(),
    folders: new Map(),
    groups,
    groupSettings: settingsFrom(seed.group_settings, groups),
    realmSettings: new Map(),
    defaultChannels: new Set(
      seed.channels.filter((one) => one.private !== true && one.is_archived !== true).map((one) => one.stream_id),
    ),
    invitations: new Map(),
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
    temporaryFiles: new Map(),
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
    drafts: new Map(),
    snippets: new Map(),
    mails: [],
    calls: [],
    level: context.level,
    timers: new Map(),
    notificationBotId: lowestFree(new Set([...seed.users, ...seed.bots].map((one) => one.user_id))),
    last,
  }
  plantAccounts(state, seed, context, created, nextRecipient)
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
      groupSettings: settingsFrom(one.group_settings, groups),
    })
  }
  return state
}

/** The organisation's number on its server: the first part of upload paths. */
const realmId = 2
const yearSeconds = 365 * 24 * 60 * 60

function highest(ids: readonly number[]): number {
  return ids.reduce((one, other) => Math.max(one, other), 0)
}

/** The groups of a seed, and those that every organisation has, which take the lowest IDs that are free. */
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
    const subgroup = idOf.get('subgroup' in one ? one.subgroup : '')
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
      groupSettings: settingsFrom(one.group_settings, groups),
    })
  }
  return groups
}

/** The lowest ID that nobody has. */
function lowestFree(taken: ReadonlySet<number>): number {
  let id = 1
  while (taken.has(id)) id += 1
  return id
}
