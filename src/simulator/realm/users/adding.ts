import { roles } from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { emitNewMember } from '../access/groups.js'
import { addSubscribers } from '../channels/subscribing.js'
import { checkName, fullName } from '../seed/fields.js'
import type { SeedBot, SeedUser } from '../seed/seed.js'
import { servicesOf, userShape } from '../shapes/user.js'
import type { Account } from '../world/state.js'
import { nextId, seconds, taken, type World } from '../world/world.js'
import { botFields, newAccount, newSecret, personFields } from './newAccount.js'
import { presetFields } from './userSettings.js'

/** A person to add. Everything but the name is optional. */
export type NewUser = Partial<Omit<SeedUser, 'full_name' | 'last_active' | 'status' | 'muted'>> &
  Pick<SeedUser, 'full_name'>

/** A bot to add. Everything but the name is optional. (default: an outgoing-webhook bot of the first owner) */
export type NewBot = Partial<Omit<SeedBot, 'full_name'>> & Pick<SeedBot, 'full_name'>

/** Adds a person, and subscribes them to the default channels unless they are a guest. */
export function addUser(world: World, given: NewUser): Account {
  checkName(fullName, given.full_name)
  const account = addAccount(world, given.user_id, (id) =>
    newAccount({
      ...presetFields(world),
      ...personFields({ ...given, email: given.email ?? generatedEmail(world, given.full_name) }),
      ...origin(world, id),
    }),
  )
  if (account.role === roles.guest) return account
  for (const channel of world.state.channels.values()) {
    if (world.state.defaultChannels.has(channel.id)) addSubscribers(world, channel, [account])
  }
  return account
}

export function addBot(world: World, given: NewBot, isSlack = false): Account {
  checkName(fullName, given.full_name)
  const firstOwner = [...world.state.accounts.values()].find((one) => one.role === roles.owner && one.is_active)
  const email = given.email ?? generatedEmail(world, given.full_name, '-bot')
  const owner_id = given.owner_id === undefined ? (firstOwner?.id ?? null) : given.owner_id
  const bot = addAccount(world, given.user_id, (id) =>
    newAccount({ ...botFields({ ...given, email, owner_id }), isSlack, ...origin(world, id) }),
  )
  world.emit('realm_bot', 'everyone', { op: 'add', bot: { user_id: bot.id } })
  return bot
}

/** The first login turns an imported stub into an account. */
export function logIn(world: World, account: Account): void {
  account.firstLogin ??= account.is_imported_stub ? seconds(world) : account.created
  if (!account.is_imported_stub) return
  account.is_imported_stub = false
  const person = { user_id: account.id, is_imported_stub: false }
  world.emit('realm_user', 'everyone', { op: 'update', person })
}

export function setBotAddress(world: World, botId: number, url: string | undefined, isSlack?: boolean): void {
  const bot = accountOf(world, botId)
  const webhook = webhookOf(bot)
  bot.webhook = { ...webhook, url, isSlack: isSlack ?? webhook.isSlack }
  world.onBotAddress(botId)
  emitServices(world, bot)
}

/** Replaces the token of a bot that the server calls. */
export function regenerateToken(world: World, botId: number): void {
  const bot = accountOf(world, botId)
  const webhook = webhookOf(bot)
  bot.webhook = { ...webhook, token: newSecret(world.random), tokenBefore: webhook.token }
  emitServices(world, bot)
}

/** The event doesn't contain the token, which only those who manage the bot get. */
function emitServices(world: World, bot: Account): void {
  const services = servicesOf(bot).map(({ token: _, ...service }) => service)
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: bot.id, services } })
}

function webhookOf({ id, full_name, webhook }: Account): NonNullable<Account['webhook']> {
  if (webhook !== undefined) return webhook
  throw new RangeError(`${full_name} (ID ${id}) is not a bot that the server calls; choose an outgoing-webhook bot.`)
}

function origin(world: World, id: number) {
  const { random } = world
  return { id, random, recipient_id: nextId(world, 'recipient'), created: seconds(world) }
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
  const person = userShape(world, undefined, account, { client_gravatar: true, include_custom_profile_fields: false })
  world.emit('realm_user', 'everyone', { op: 'add', person })
  emitNewMember(world, account)
  return account
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
