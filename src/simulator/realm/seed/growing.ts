import { roles } from '../../../protocol/index.js'
import { settingsFrom } from '../groups/groupSettings.js'
import { renderPlainly } from '../markdown/index.js'
import { genericInterface } from '../shapes/bot.js'
import { channelShape } from '../shapes/channel.js'
import { userShape } from '../shapes/user.js'
import type { Account, Channel } from '../state.js'
import { accountOf, isGuest } from '../users/accounts.js'
import { newAccount, newSecret } from '../users/newAccount.js'
import { nextId, seconds, type World } from '../world.js'
import { botTypeOf } from './plantingAccounts.js'
import type { SeedBot, SeedChannel, SeedUser } from './seed.js'

/** A person to add: as in a seed, but only a name is needed. */
export type NewUser = Partial<Omit<SeedUser, 'full_name' | 'last_active' | 'status' | 'muted'>> &
  Pick<SeedUser, 'full_name'>

/** A bot to add: as in a seed, but only a name is needed. An outgoing-webhook bot of the first owner unless said otherwise. */
export type NewBot = Partial<Omit<SeedBot, 'full_name'>> & Pick<SeedBot, 'full_name'>

/** A channel to add: as in a seed, but only a name is needed. */
export type NewChannel = Partial<Omit<SeedChannel, 'name'>> & Pick<SeedChannel, 'name'>

/** Adds a person, who is subscribed to the channels for new users unless a guest. */
export function addUser(world: World, given: NewUser): Account {
  const account = keep(world, given.user_id, (id) =>
    newAccount({
      ...origin(world, id),
      fullName: given.full_name,
      email: given.email ?? madeUpEmail(world, given.full_name),
      role: roles[given.role ?? 'member'],
      botType: null,
      emailVisibility: given.email_visibility,
      timezone: given.timezone,
      isActive: given.is_active,
      isImportedStub: given.is_imported_stub,
      isDeleted: given.is_deleted,
      avatar: given.avatar,
      profile: given.profile,
    }),
  )
  if (account.role === roles.guest) return account
  for (const channel of world.state.channels.values()) {
    if (world.state.defaultChannels.has(channel.id)) subscribe(world, account, channel)
  }
  return account
}

/** Adds a bot. */
export function addBot(world: World, given: NewBot): Account {
  const type = given.type ?? 'outgoing webhook'
  const firstOwner = [...world.state.accounts.values()].find((one) => one.role === roles.owner && one.isActive)
  const bot = keep(world, given.user_id, (id) =>
    newAccount({
      ...origin(world, id),
      fullName: given.full_name,
      email: given.email ?? madeUpEmail(world, given.full_name, '-bot'),
      role: roles[given.role ?? 'member'],
      botType: botTypeOf[type],
      ownerId: given.owner_id === undefined ? (firstOwner?.id ?? null) : given.owner_id,
      isActive: given.is_active,
      webhookUrl: given.payload_url,
    }),
  )
  world.emit('realm_bot', 'everyone', { op: 'add', bot: { user_id: bot.id } })
  return bot
}

/** Adds a channel, with everybody subscribed who may be unless said otherwise; new users are too where it is public. */
export function addChannel(world: World, given: NewChannel): Channel {
  const everyone = [...world.state.accounts.values()].filter((one) => one.isActive && one.botType === null)
  const channel: Channel = {
    id: given.stream_id ?? nextId(world, 'channel'),
    name: given.name,
    description: given.description ?? '',
    folderId: given.folder_id ?? null,
    isPrivate: given.private ?? false,
    isArchived: given.is_archived ?? false,
    creatorId: null,
    created: seconds(world),
    subscribers: [...(given.subscribers ?? everyone.map((one) => one.id))].sort((one, other) => one - other),
    recipientId: nextId(world, 'recipient'),
    groupSettings: settingsFrom(given.group_settings, world.state.groups),
  }
  if (world.state.channels.has(channel.id)) throw taken('channel', channel.id)
  world.state.last.channel = Math.max(world.state.last.channel, channel.id)
  world.state.channels.set(channel.id, channel)
  if (!channel.isPrivate && !channel.isArchived) world.state.defaultChannels.add(channel.id)
  world.emit('stream', channel.isPrivate ? channel.subscribers : 'everyone', {
    op: 'create',
    streams: [channelShape(world, channel)],
  })
  return channel
}

/** Subscribes an account to a channel; one that is subscribed stays so. */
export function subscribe(world: World, account: Account, channel: Channel): void {
  if (channel.subscribers.includes(account.id)) return
  channel.subscribers = [...channel.subscribers, account.id].sort((one, other) => one - other)
  world.emit('subscription', 'everyone', { op: 'peer_add', stream_ids: [channel.id], user_ids: [account.id] })
}

/** Takes an account out of a channel. */
export function unsubscribe(world: World, account: Account, channel: Channel): void {
  if (!channel.subscribers.includes(account.id)) return
  channel.subscribers = channel.subscribers.filter((id) => id !== account.id)
  world.emit('subscription', 'everyone', { op: 'peer_remove', stream_ids: [channel.id], user_ids: [account.id] })
}

/** What may be changed of a channel; null takes it out of its folder. */
export interface ChannelChange {
  readonly name?: string
  readonly description?: string
  readonly is_private?: boolean
  readonly is_archived?: boolean
  readonly folder_id?: number | null
}

/** Changes a channel, and tells of every property that is another one than before. */
export function changeChannel(world: World, channel: Channel, change: ChannelChange): void {
  const before = { ...channel }
  channel.name = change.name ?? channel.name
  channel.description = change.description ?? channel.description
  channel.isPrivate = change.is_private ?? channel.isPrivate
  channel.isArchived = change.is_archived ?? channel.isArchived
  channel.folderId = change.folder_id === undefined ? channel.folderId : change.folder_id
  if (channel.isPrivate || channel.isArchived) setDefaultChannel(world, channel, false)
  const changes = [
    ['name', before.name, channel.name],
    ['description', before.description, channel.description],
    ['invite_only', before.isPrivate, channel.isPrivate],
    ['is_archived', before.isArchived, channel.isArchived],
    ['folder_id', before.folderId, channel.folderId],
  ] as const
  const audience = channel.isPrivate ? channel.subscribers : 'everyone'
  for (const [property, old, value] of changes) {
    if (old === value) continue
    world.emit('stream', audience, {
      op: 'update',
      property,
      value,
      stream_id: channel.id,
      name: before.name,
      ...(property === 'description' && { rendered_description: renderPlainly(world, channel.description) }),
    })
  }
}

/** Says whether new users are subscribed to a channel, and tells everybody but guests. */
export function setDefaultChannel(world: World, channel: Channel, isDefault: boolean): void {
  const { accounts, defaultChannels } = world.state
  if (defaultChannels.has(channel.id) === isDefault) return
  if (isDefault) defaultChannels.add(channel.id)
  else defaultChannels.delete(channel.id)
  const audience = [...accounts.values()].filter((account) => !isGuest(account)).map((account) => account.id)
  world.emit('default_streams', audience, { default_streams: defaultChannelIds(world) })
}

/** The IDs of the channels that new users are subscribed to. */
export function defaultChannelIds({ state }: World): number[] {
  return [...state.defaultChannels].sort((one, other) => one - other)
}

/** A person logs in. The first time ends an imported account's being a stub. @see spec 2.2 */
export function logIn(world: World, account: Account): void {
  account.firstLogin ??= account.isImportedStub ? seconds(world) : account.created
  if (!account.isImportedStub) return
  account.isImportedStub = false
  const person = { user_id: account.id, is_imported_stub: false }
  world.emit('realm_user', 'everyone', { op: 'update', person })
}

/** Sets where a bot's notifications go. */
export function setBotAddress(world: World, botId: number, url: string | undefined): void {
  const bot = calledBot(world, botId)
  bot.webhook = { ...bot.webhook, url, token: bot.webhook?.token ?? newSecret(world.random) }
  tellOfService(world, bot)
}

/** Gives a bot that the server calls another token to know the server by. */
export function regenerateToken(world: World, botId: number): void {
  const bot = calledBot(world, botId)
  bot.webhook = { url: bot.webhook?.url, token: newSecret(world.random), tokenBefore: bot.webhook?.token }
  tellOfService(world, bot)
}

/** The token goes to those who manage the bot, and stands in no event before. */
function tellOfService(world: World, { id, webhook }: Account): void {
  const services = [{ base_url: webhook?.url ?? '', interface: genericInterface }]
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: id, services } })
}

function calledBot(world: World, botId: number): Account {
  const bot = accountOf(world, botId)
  if (bot.webhook !== undefined) return bot
  throw new RangeError(`${bot.fullName} (ID ${botId}) is no bot that the server calls; choose an outgoing-webhook bot.`)
}

function origin(world: World, id: number) {
  const { random } = world
  return { id, random, recipientId: nextId(world, 'recipient'), created: seconds(world) }
}

function keep(world: World, wanted: number | undefined, make: (id: number) => Account): Account {
  if (wanted !== undefined && world.state.accounts.has(wanted)) throw taken('account', wanted)
  const account = make(wanted ?? nextId(world, 'account'))
  const { accounts, accountsByEmail, last } = world.state
  const email = account.email.toLowerCase()
  if (accountsByEmail.has(email)) {
    throw new RangeError(`The address ${account.email} belongs to somebody already; choose another.`)
  }
  last.account = Math.max(last.account, account.id)
  accounts.set(account.id, account)
  accountsByEmail.set(email, account)
  const person = userShape(world, undefined, account, { clientGravatar: true, withProfile: false })
  world.emit('realm_user', 'everyone', { op: 'add', person })
  return account
}

function taken(what: string, id: number): RangeError {
  return new RangeError(`There is a ${what} with the ID ${id} already; choose another, or none to have one given.`)
}

/** An address made from a name, with a number behind it where somebody has it already. */
function madeUpEmail(world: World, name: string, suffix = ''): string {
  const stem =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'user'
  let email = `${stem}${suffix}@example.com`
  for (let count = 2; world.state.accountsByEmail.has(email); count += 1)
    email = `${stem}-${count}${suffix}@example.com`
  return email
}
