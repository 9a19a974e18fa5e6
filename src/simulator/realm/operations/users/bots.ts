import { botTypes } from '../../../../protocol/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { addBot, setBotAddress } from '../../seed/growing.js'
import { botTypeOf } from '../../seed/plantingAccounts.js'
import type { SeedBotType } from '../../seed/seed.js'
import { genericInterface } from '../../shapes/bot.js'
import { avatarUrl } from '../../shapes/user.js'
import type { Account } from '../../state.js'
import { botsOf, isAdministrator, isBot, isGuest } from '../../users/accounts.js'
import { deactivateAccount } from '../../users/deactivation.js'
import { changeFullName, readBotName } from '../../users/fullNames.js'
import { newSecret } from '../../users/newAccount.js'
import { host, type World } from '../../world.js'

type Names = 'bots.create' | 'bots.list' | 'bots.update' | 'bots.deactivate' | 'bots.getKey' | 'bots.regenerateKey'

export const botOperations: { readonly [Name in Names]: Operation<Name> } = {
  'bots.create': byAccount(({ world, caller, params }) => {
    if (isGuest(caller)) refuse('notForGuests')
    const type = typeMeant(params.bot_type)
    const shortName = params.short_name.trim().replace(/-bot$/, '')
    if (!/^[a-z0-9._+-]+$/i.test(shortName)) refuse('badBotName')
    const email = `${shortName.toLowerCase()}-bot@${host(world)}`
    checkInterface(params.interface_type)
    const isCalled = type === 'outgoing webhook'
    if (isCalled && !isAddress(params.payload_url ?? '')) refuse('invalidPayloadUrl')
    if (world.state.accountsByEmail.has(email)) refuse('botUsernameInUse')
    const full_name = readBotName(world, params.full_name, undefined)
    const address = isCalled && params.payload_url !== undefined ? { payload_url: params.payload_url } : {}
    const bot = addBot(world, { full_name, email, type, owner_id: caller.id, ...address })
    return {
      user_id: bot.id,
      api_key: bot.apiKey,
      avatar_url: avatarUrl(world, caller, bot, false),
      ...defaults,
    }
  }),

  'bots.list': byAccount(({ world, caller }) => ({
    bots: botsOf(world, caller)
      .filter((bot) => bot.isActive)
      .map((bot) => ({
        username: bot.email,
        full_name: bot.fullName,
        api_key: bot.apiKey,
        avatar_url: avatarUrl(world, caller, bot, false),
        ...defaults,
      })),
  })),

  'bots.update': byAccount(({ world, caller, params }) => {
    const bot = ownBot(world, caller, params.bot_id)
    const { service_payload_url: url, service_interface: kind } = params
    if (url !== undefined && !isAddress(url)) refuse('invalidServicePayloadUrl')
    if (kind !== undefined) checkInterface(kind)
    const name = params.full_name === undefined ? undefined : readBotName(world, params.full_name, bot)
    const owner = params.bot_owner_id === undefined ? undefined : newOwner(world, params.bot_owner_id)
    if (name !== undefined) changeFullName(world, bot, name)
    if (owner !== undefined && owner.id !== bot.ownerId) giveTo(world, bot, owner)
    if (bot.webhook !== undefined && url !== undefined) setBotAddress(world, bot.id, url)
    const ownerName = bot.ownerId === null ? undefined : world.state.accounts.get(bot.ownerId)?.email
    return {
      full_name: bot.fullName,
      avatar_url: avatarUrl(world, caller, bot, false),
      ...(ownerName !== undefined && { bot_owner: ownerName }),
    }
  }),

  'bots.deactivate': byAccount(({ world, caller, params }) => {
    const bot = ownBot(world, caller, params.bot_id)
    if (!bot.isActive) refuse('noSuchBot')
    deactivateAccount(world, bot, {})
    return {}
  }),

  'bots.getKey': byAccount(({ world, caller, params }) => ({ api_key: ownBot(world, caller, params.bot_id).apiKey })),

  'bots.regenerateKey': byAccount(({ world, caller, params }) => {
    const bot = ownBot(world, caller, params.bot_id)
    bot.apiKey = newSecret(world.random)
    world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: bot.id, api_key: 'changed' } })
    return { api_key: bot.apiKey }
  }),
}

/** Settings that nothing of the simulator looks at. */
const defaults = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
}

/** A bot that the caller owns or, as an administrator, rules over. @throws {Refusal} */
function ownBot(world: World, caller: Account, id: number): Account {
  const bot = world.state.accounts.get(id)
  if (bot === undefined || !isBot(bot) || bot.isSystem) refuse('noSuchBot')
  return isAdministrator(caller) || bot.ownerId === caller.id ? bot : refuse('insufficientPermission')
}

/** Embedded bots are made by the server itself. */
function typeMeant(number: number): SeedBotType {
  const type = (Object.keys(botTypeOf) as SeedBotType[]).find((name) => botTypeOf[name] === number)
  return type === undefined || number === botTypes.embedded ? refuse('invalidBotType') : type
}

/** Slack's form, which a real server knows too, is refused rather than promised and not sent. */
function checkInterface(kind: number): void {
  if (kind !== genericInterface) refuse('invalidInterface')
}

/** As the server judges addresses: a host has a dot, or is this machine. */
function isAddress(url: string): boolean {
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) return false
  const { hostname } = new URL(url)
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[')
}

function newOwner(world: World, id: number): Account {
  const owner = world.state.accounts.get(id) ?? refuse('botOwnerNotFound')
  if (isBot(owner)) refuse('botOwnerIsBot')
  return owner.isActive ? owner : refuse('botOwnerDeactivated')
}

function giveTo(world: World, bot: Account, owner: Account): void {
  bot.ownerId = owner.id
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: bot.id, bot_owner_id: owner.id } })
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: bot.id, owner_id: owner.id } })
}
