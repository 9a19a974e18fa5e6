import { codePoints, limits } from '../../../../protocol/index.js'
import { botsOf, isBot } from '../../access/accounts.js'
import { ownBot } from '../../access/lookup.js'
import type { Operations } from '../../access/operation.js'
import type { SeedBotType } from '../../seed/seed.js'
import { avatarUrl, botDefaults, webhookInterfaces } from '../../shapes/user.js'
import { addBot, setBotAddress } from '../../users/adding.js'
import { deactivateAccount } from '../../users/deactivation.js'
import { botDomain, botTypeNames, changeFullName, newSecret, readBotName } from '../../users/newAccount.js'
import { refuse } from '../../world/refusal.js'
import type { Account } from '../../world/state.js'
import type { World } from '../../world/world.js'

export const botOperations = {
  'bots.create': ({ world, caller, params }) => {
    const type = readBotType(params.bot_type)
    const shortName = params.short_name.trim().replace(/-bot$/, '')
    if (!/^[a-z0-9._+-]+$/i.test(shortName)) refuse('badBotName')
    const email = `${shortName.toLowerCase()}-bot@${botDomain(world)}`
    const isSlack = readInterface(params.interface_type)
    const isCalled = type === 'outgoing webhook'
    // Whoever gives none gets a bot without an address: nothing is posted to it until it has one.
    if (params.payload_url !== undefined && !isAddress(params.payload_url)) refuse('invalidPayloadUrl')
    if (world.state.accountsByEmail.has(email)) refuse('botUsernameInUse')
    const full_name = readBotName(world, params.full_name, undefined)
    const address = isCalled && params.payload_url !== undefined ? { payload_url: params.payload_url } : {}
    const bot = addBot(world, { full_name, email, type, owner_id: caller.id, ...address }, isSlack)
    return { user_id: bot.id, api_key: bot.api_key, avatar_url: avatarUrl(world, caller, bot, false), ...botDefaults }
  },

  'bots.list': ({ world, caller }) => ({
    bots: botsOf(world, caller)
      .filter((bot) => bot.is_active)
      .map((bot) => {
        const { email: username, full_name, api_key } = bot
        return { username, full_name, api_key, avatar_url: avatarUrl(world, caller, bot, false), ...botDefaults }
      }),
  }),

  'bots.update': ({ world, caller, params }) => {
    const bot = ownBot(world, caller, params.bot_id)
    const { service_payload_url: url, service_interface = webhookInterfaces.generic } = params
    if (url !== undefined && !isAddress(url)) refuse('invalidServicePayloadUrl')
    const isSlack = url !== undefined && readInterface(service_interface)
    const name = params.full_name === undefined ? undefined : readBotName(world, params.full_name, bot)
    const owner = params.bot_owner_id === undefined ? undefined : newOwner(world, params.bot_owner_id)
    if (name !== undefined) changeFullName(world, bot, name)
    if (owner !== undefined && owner.id !== bot.owner_id) giveTo(world, bot, owner)
    if (bot.webhook !== undefined && url !== undefined) setBotAddress(world, bot.id, url, isSlack)
    const ownerName = bot.owner_id === null ? undefined : world.state.accounts.get(bot.owner_id)?.email
    return {
      full_name: bot.full_name,
      avatar_url: avatarUrl(world, caller, bot, false),
      ...{ service_interface, service_payload_url: url ?? null, config_data: null },
      ...botDefaults,
      ...(ownerName !== undefined && { bot_owner: ownerName }),
    }
  },

  'bots.deactivate': ({ world, caller, params }) => {
    const bot = ownBot(world, caller, params.bot_id)
    if (!bot.is_active) refuse('noSuchBot')
    deactivateAccount(world, bot, {})
  },

  'bots.getKey': ({ world, caller, params }) => ({ api_key: ownBot(world, caller, params.bot_id).api_key }),

  'bots.regenerateKey': ({ world, caller, params }) => regenerateKey(world, ownBot(world, caller, params.bot_id)),

  'users.regenerateOwnKey': ({ world, caller }) => regenerateKey(world, caller),

  'outgoingWebhook.latest': ({ caller }) => ({ ...(caller.latestNotification ?? refuse('noNotificationYet')) }),

  'botStorage.get': ({ caller, params }) => ({
    storage: Object.fromEntries(readKeys(caller, params.keys).map((key) => [key, caller.storage.get(key) ?? ''])),
  }),

  'botStorage.put': ({ caller, params }) => {
    const storage = new Map([...caller.storage, ...Object.entries(params.storage)])
    const size = [...storage].reduce((sum, [key, value]) => sum + codePoints(key) + codePoints(value), 0)
    if (size > limits.botStorage) refuse('botStorageTooLarge', { size: size - limits.botStorage })
    for (const [key, value] of Object.entries(params.storage)) caller.storage.set(key, value)
  },

  'botStorage.delete': ({ caller, params }) => {
    for (const key of readKeys(caller, params.keys)) caller.storage.delete(key)
  },
} satisfies Partial<Operations>

function regenerateKey(world: World, account: Account) {
  account.api_key = newSecret(world.random)
  const bot = { user_id: account.id, api_key: 'changed' }
  if (isBot(account)) world.emit('realm_bot', 'everyone', { op: 'update', bot })
  return { api_key: account.api_key }
}

function readBotType(number: number): SeedBotType {
  const type = botTypeNames.get(number)
  if (type === 'embedded') refuse('embeddedBotsDisabled')
  return type ?? refuse('invalidBotType')
}

/** Whether a webhook has Slack's format. @throws {Refusal} for an unknown one */
function readInterface(kind: number): boolean {
  const { generic, slack } = webhookInterfaces
  return kind === generic || kind === slack ? kind === slack : refuse('invalidInterface')
}

/** As on the server, a host needs a dot, unless it is this machine. */
function isAddress(url: string): boolean {
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) return false
  const { hostname } = new URL(url)
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[')
}

function newOwner(world: World, id: number): Account {
  const owner = world.state.accounts.get(id) ?? refuse('botOwnerNotFound')
  if (isBot(owner)) refuse('botOwnerIsBot')
  return owner.is_active ? owner : refuse('botOwnerDeactivated')
}

function giveTo(world: World, bot: Account, owner: Account): void {
  bot.owner_id = owner.id
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: bot.id, bot_owner_id: owner.id } })
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: bot.id, owner_id: owner.id } })
}

/** All keys by default. @throws {Refusal} for an unknown key */
function readKeys({ storage }: Account, keys: readonly string[] | undefined): readonly string[] {
  if (keys === undefined) return [...storage.keys()]
  return keys.every((key) => storage.has(key)) ? keys : refuse('noSuchKey')
}
