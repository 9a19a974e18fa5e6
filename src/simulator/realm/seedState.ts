import { botTypes, roles } from '../../protocol/index.js'
import { withoutUndefined } from '../../values.js'
import type { Random } from '../base/random.js'
import { settingsFrom } from './access/groups.js'
import type { Assumptions } from './assumptions/assumptions.js'
import { newChannel } from './channels/changing.js'
import { noParts } from './organisation/linkify.js'
import type { OrganisationSeed } from './seed/seed.js'
import { systemGroups } from './seed/systemGroups.js'
import { botFields, newAccount, personFields } from './users/newAccount.js'
import type { Account, Group, State } from './world/state.js'

/** Creates the state of an organisation without messages, which are composed by the usual rules afterwards. */
export function createState(seed: OrganisationSeed, context: SeedContext): State {
  const accountIds = [...seed.users, ...seed.bots].map((one) => one.user_id)
  const last = {
    account: highest(accountIds),
    channel: highest(seed.channels.map((one) => one.stream_id)),
    group: highestId(seed.groups),
    invitation: 0,
    upload: highestId(seed.attachments),
    message: highestId(seed.messages),
    scheduled: highestId(seed.scheduled_messages),
    submessage: 0,
    folder: highestId(seed.channel_folders),
    linkifier: highestId(seed.linkifiers),
    playground: 0,
    domain: 0,
    export: 0,
    emoji: highestId(seed.emoji),
    profileField: highestId(seed.profile_fields),
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
  const groups = seedGroups(seed, created)
  const state: State = {
    realm: { name: seed.name, description: seed.description, subdomain: seed.subdomain, id: realmId },
    accounts: new Map(),
    accountsByEmail: new Map(),
    channels: new Map(),
    folders: byId(
      seed.channel_folders.map((folder) => ({
        is_archived: false,
        ...folder,
        date_created: folder.creator_id === null ? null : created,
      })),
    ),
    groups,
    groupSettings: settingsFrom(seed.group_settings, groups),
    realmSettings: new Map(),
    defaultChannels: new Set(
      seed.channels.filter((one) => one.private !== true && one.is_archived !== true).map((one) => one.stream_id),
    ),
    invitations: new Map(),
    linkifiers: seed.linkifiers.map((linkifier) => ({
      ...{ ...noParts, ...withoutUndefined(linkifier) },
      alternative_url_templates: [...(linkifier.alternative_url_templates ?? [])],
    })),
    playgrounds: [],
    domains: new Map(),
    exports: new Map(),
    userDefaults: new Map(),
    emoji: byId(seed.emoji.map((emoji) => ({ animated: false, deactivated: false, ...emoji }))),
    profileFields: seed.profile_fields.map((field) => ({ field_data: '', ...field })),
    uploads: new Map(),
    uploadsByPath: new Map(),
    temporaryFiles: new Map(),
    messages: new Map(),
    conversations: new Map(),
    scheduled: new Map(),
    drafts: new Map(),
    snippets: new Map(),
    mails: [],

    level: context.level,
    timers: new Map(),
    notificationBotId: lowestFree(new Set(accountIds)),
    last,
  }
  seedAccounts(state, seed, context, created, nextRecipient)
  const everyone = seed.users.filter((user) => user.is_active ?? true).map((user) => user.user_id)
  for (const one of seed.channels) {
    const channel = newChannel(one, everyone, { date_created: created, recipient_id: nextRecipient(), groups })
    state.channels.set(channel.id, channel)
  }
  return state
}

/** The organisation's number on its server: the first part of upload paths. */
const realmId = 2
const yearSeconds = 365 * 24 * 60 * 60

function highest(ids: readonly number[]): number {
  return Math.max(0, ...ids)
}

function highestId(entries: readonly { readonly id: number }[]): number {
  return highest(entries.map(({ id }) => id))
}

function byId<Entry extends { readonly id: number }>(entries: readonly Entry[]): Map<number, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]))
}

/** The groups of a seed, and the system groups with the lowest free IDs. */
function seedGroups(seed: OrganisationSeed, created: number): Map<number, Group> {
  const taken = new Set(seed.groups.map((group) => group.id))
  const idOf = new Map<string, number>()
  for (const { name } of systemGroups) {
    const id = lowestFree(taken)
    taken.add(id)
    idOf.set(name, id)
  }
  const system = systemGroups.map((one): Group => {
    const subgroup = idOf.get('subgroup' in one ? one.subgroup : '')
    return {
      id: idOf.get(one.name) ?? 0,
      name: one.name,
      description: one.description,
      members: new Set(),
      subgroups: new Set(subgroup === undefined ? [] : [subgroup]),
      deactivated: false,
      roles: one.roles,
      creator_id: null,
      date_created: null,
      groupSettings: new Map(),
    }
  })
  const groups = byId(system)
  for (const { group_settings: settings, members, subgroups, ...group } of seed.groups) {
    groups.set(group.id, {
      deactivated: false,
      ...group,
      members: new Set(members),
      subgroups: new Set(subgroups),
      roles: undefined,
      creator_id: null,
      date_created: created,
      groupSettings: settingsFrom(settings, groups),
    })
  }
  return groups
}

function lowestFree(taken: ReadonlySet<number>): number {
  let id = 1
  while (taken.has(id)) id += 1
  return id
}

function seedAccounts(
  state: State,
  seed: OrganisationSeed,
  { start, random, assumptions }: SeedContext,
  created: number,
  nextRecipient: () => number,
): void {
  const add = (account: Account) => {
    state.accounts.set(account.id, account)
    state.accountsByEmail.set(account.email.toLowerCase(), account)
  }
  const notificationBot = {
    id: state.notificationBotId,
    full_name: 'Notification Bot',
    email: 'notification-bot@system.example.com',
    role: roles.member,
    bot_type: botTypes.generic,
    is_system_bot: true,
  }
  add(newAccount({ ...notificationBot, random, created, recipient_id: nextRecipient() }))
  const given = [
    ...seed.users.map((user) => ({ id: user.user_id, joined: user.joined, ...personFields(user) })),
    ...seed.bots.map((bot) => ({ id: bot.user_id, joined: bot.joined, ...botFields(bot) })),
  ].sort((one, other) => one.id - other.id)
  for (const { joined, ...one } of given) {
    const since = joined === undefined ? created : Math.floor(start / 1000) - joined
    add(newAccount({ ...one, random, created: since, recipient_id: nextRecipient() }))
  }
  for (const user of seed.users) {
    const account = state.accounts.get(user.user_id)
    if (account === undefined) continue
    if (user.last_active !== undefined) {
      const connected = start - user.last_active * 1000
      // A user who has been away for long was idle first.
      const idle = user.last_active > assumptions.offlineSeconds ? (assumptions.activeSeconds + 60) * 1000 : 0
      account.presence = { active: connected - idle, connected, client: 'website' }
    }
    for (const id of user.muted ?? []) {
      account.muted.set(id, Math.floor(start / 1000))
      state.accounts.get(id)?.mutedBy.add(account.id)
    }
  }
}

export interface SeedContext {
  readonly start: number
  readonly random: Random
  readonly assumptions: Assumptions
  readonly level: number
}
