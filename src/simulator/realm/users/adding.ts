import { type GroupSetting, roles } from '../../../protocol/index.js'
import { accountOf, isGuest } from '../access/accounts.js'
import { emitNewMember } from '../access/groups.js'
import { sharesHistory } from '../access/visibility.js'
import { addSubscribers, removeSubscribers, withSightEvents } from '../channels/subscribing.js'
import { renderPlainly } from '../markdown/index.js'
import { channelName, fullName } from '../seed/fields.js'
import type { SeedBot, SeedChannel, SeedUser } from '../seed/seed.js'
import { botFields, newChannel, personFields } from '../seedState.js'
import { channelShape, settingOfChannel } from '../shapes/channel.js'
import { genericInterface, userShape } from '../shapes/user.js'
import type { Account, Channel } from '../world/state.js'
import { nextId, seconds, type World } from '../world/world.js'
import { newAccount, newSecret } from './newAccount.js'

/** A person to add. Everything but the name is optional. */
export type NewUser = Partial<Omit<SeedUser, 'full_name' | 'last_active' | 'status' | 'muted'>> &
  Pick<SeedUser, 'full_name'>

/** A bot to add. Everything but the name is optional. (default: an outgoing-webhook bot of the first owner) */
export type NewBot = Partial<Omit<SeedBot, 'full_name'>> & Pick<SeedBot, 'full_name'>

/** A channel to add. Everything but the name is optional. */
export type NewChannel = Partial<Omit<SeedChannel, 'name'>> & Pick<SeedChannel, 'name'>

/** Adds a person, and subscribes them to the default channels unless they are a guest. */
export function addUser(world: World, given: NewUser): Account {
  checkName(fullName, given.full_name)
  const account = addAccount(world, given.user_id, (id) =>
    newAccount({
      ...origin(world, id),
      ...personFields({ ...given, email: given.email ?? generatedEmail(world, given.full_name) }),
    }),
  )
  if (account.role === roles.guest) return account
  for (const channel of world.state.channels.values()) {
    if (world.state.defaultChannels.has(channel.id)) subscribe(world, account, channel)
  }
  return account
}

export function addBot(world: World, given: NewBot): Account {
  checkName(fullName, given.full_name)
  const firstOwner = [...world.state.accounts.values()].find((one) => one.role === roles.owner && one.isActive)
  const email = given.email ?? generatedEmail(world, given.full_name, '-bot')
  const owner_id = given.owner_id === undefined ? (firstOwner?.id ?? null) : given.owner_id
  const bot = addAccount(world, given.user_id, (id) =>
    newAccount({ ...origin(world, id), ...botFields({ ...given, email, owner_id }) }),
  )
  world.emit('realm_bot', 'everyone', { op: 'add', bot: { user_id: bot.id } })
  return bot
}

/** Adds a channel, with every active person subscribed by default. A public one becomes a default channel. */
export function addChannel(world: World, given: NewChannel): Channel {
  checkName(channelName, given.name)
  const everyone = [...world.state.accounts.values()].filter((one) => one.isActive && one.botType === null)
  const channel = newChannel(
    { ...given, stream_id: given.stream_id ?? nextId(world, 'channel') },
    everyone.map((one) => one.id),
    { created: seconds(world), recipientId: nextId(world, 'recipient'), groups: world.state.groups },
  )
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

export function subscribe(world: World, account: Account, channel: Channel): void {
  addSubscribers(world, channel, [account])
}

export function unsubscribe(world: World, account: Account, channel: Channel): void {
  removeSubscribers(world, channel, [account])
}

export interface ChannelChange {
  readonly name?: string
  readonly description?: string
  readonly is_private?: boolean
  /** (default: unchanged; false for a channel whose privacy changes) */
  readonly shared_history?: boolean
  readonly is_archived?: boolean
  /** Null removes it from its folder. */
  readonly folder_id?: number | null
  /** Who may post. */
  readonly can_send_message_group?: GroupSetting
}

/** Changes a channel, with an event for every changed property. */
export function changeChannel(world: World, channel: Channel, change: ChannelChange): void {
  const before = { ...channel, poster: settingOfChannel(world, channel, 'can_send_message_group') }
  const poster = change.can_send_message_group ?? before.poster
  if (change.can_send_message_group !== undefined) channel.groupSettings.set('can_send_message_group', poster)
  channel.name = change.name ?? channel.name
  channel.description = change.description ?? channel.description
  withSightEvents(world, [...world.state.accounts.values()], [channel], () => {
    channel.isPrivate = change.is_private ?? channel.isPrivate
    channel.sharesHistory = change.shared_history ?? (change.is_private === undefined && channel.sharesHistory === true)
  })
  channel.isArchived = change.is_archived ?? channel.isArchived
  channel.folderId = change.folder_id === undefined ? channel.folderId : change.folder_id
  if (channel.isPrivate || channel.isArchived) setDefaultChannel(world, channel, false)
  const changes = [
    ['name', before.name, channel.name],
    ['description', before.description, channel.description],
    ['invite_only', before.isPrivate, channel.isPrivate],
    ['is_archived', before.isArchived, channel.isArchived],
    ['folder_id', before.folderId, channel.folderId],
    ['can_send_message_group', before.poster, poster],
  ] as const
  const audience = channel.isPrivate ? channel.subscribers : 'everyone'
  for (const [property, old, value] of changes) {
    const changesHistory = property === 'invite_only' && sharesHistory(before) !== sharesHistory(channel)
    if (JSON.stringify(old) === JSON.stringify(value) && !changesHistory) continue
    world.emit('stream', audience, {
      op: 'update',
      property,
      value,
      stream_id: channel.id,
      name: before.name,
      ...(property === 'invite_only' && { history_public_to_subscribers: sharesHistory(channel) }),
      ...(property === 'description' && { rendered_description: renderPlainly(world, channel.description) }),
    })
  }
}

/** Adds or removes a default channel. Everyone but guests gets an event. */
export function setDefaultChannel(world: World, channel: Channel, isDefault: boolean): void {
  const { accounts, defaultChannels } = world.state
  if (defaultChannels.has(channel.id) === isDefault) return
  if (isDefault) defaultChannels.add(channel.id)
  else defaultChannels.delete(channel.id)
  const audience = [...accounts.values()].filter((account) => !isGuest(account)).map((account) => account.id)
  world.emit('default_streams', audience, { default_streams: defaultChannelIds(world) })
}

export function defaultChannelIds({ state }: World): number[] {
  return [...state.defaultChannels].sort((one, other) => one - other)
}

/** The first login turns an imported stub into an account. */
export function logIn(world: World, account: Account): void {
  account.firstLogin ??= account.isImportedStub ? seconds(world) : account.created
  if (!account.isImportedStub) return
  account.isImportedStub = false
  const person = { user_id: account.id, is_imported_stub: false }
  world.emit('realm_user', 'everyone', { op: 'update', person })
}

export function setBotAddress(world: World, botId: number, url: string | undefined): void {
  const bot = webhookBot(world, botId)
  bot.webhook = { ...bot.webhook, url, token: bot.webhook?.token ?? newSecret(world.random) }
  world.onBotAddress(botId)
  emitServices(world, bot)
}

/** Replaces the token of a bot that the server calls. */
export function regenerateToken(world: World, botId: number): void {
  const bot = webhookBot(world, botId)
  bot.webhook = { url: bot.webhook?.url, token: newSecret(world.random), tokenBefore: bot.webhook?.token }
  emitServices(world, bot)
}

/** The event doesn't contain the token, which only those who manage the bot get. */
function emitServices(world: World, { id, webhook }: Account): void {
  const services = [{ base_url: webhook?.url ?? '', interface: genericInterface }]
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: id, services } })
}

function webhookBot(world: World, botId: number): Account {
  const bot = accountOf(world, botId)
  if (bot.webhook !== undefined) return bot
  throw new RangeError(
    `${bot.fullName} (ID ${botId}) is not a bot that the server calls; choose an outgoing-webhook bot.`,
  )
}

function origin(world: World, id: number) {
  const { random } = world
  return { id, random, recipientId: nextId(world, 'recipient'), created: seconds(world) }
}

function addAccount(world: World, wanted: number | undefined, make: (id: number) => Account): Account {
  if (wanted !== undefined && world.state.accounts.has(wanted)) throw taken('account', wanted)
  const account = make(wanted ?? nextId(world, 'account'))
  const { accounts, accountsByEmail, last } = world.state
  const email = account.email.toLowerCase()
  if (accountsByEmail.has(email)) {
    throw new RangeError(`The address ${account.email} is in use already; choose another.`)
  }
  last.account = Math.max(last.account, account.id)
  accounts.set(account.id, account)
  accountsByEmail.set(email, account)
  const person = userShape(world, undefined, account, { clientGravatar: true, withProfile: false })
  world.emit('realm_user', 'everyone', { op: 'add', person })
  emitNewMember(world, account)
  return account
}

/** @throws {RangeError} for a name that would be invalid in a seed */
function checkName(rule: typeof fullName, name: string): void {
  const { error } = rule.safeParse(name)
  if (error)
    throw new RangeError(
      `The name ${JSON.stringify(name)} ${error.issues.map(({ message }) => message).join(', and ')}.`,
    )
}

function taken(what: string, id: number): RangeError {
  return new RangeError(`There is a ${what} with the ID ${id} already; choose another, or leave it out.`)
}

/** An address made from a name, numbered if it is taken. */
function generatedEmail(world: World, name: string, suffix = ''): string {
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
