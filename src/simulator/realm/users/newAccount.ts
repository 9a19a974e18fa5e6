import { botTypes, codePoints, limits, nameRules, roles } from '../../../protocol/index.js'
import { withoutUndefined } from '../../../values.js'
import type { Random } from '../../base/random.js'
import { accountsByName, isBot, isServiceBot } from '../access/accounts.js'
import type { SeedBot, SeedBotType, SeedUser } from '../seed/seed.js'
import { refuse } from '../world/refusal.js'
import type { Account } from '../world/state.js'
import { host, type World } from '../world/world.js'

export type NewAccount = Pick<
  Account,
  'id' | 'full_name' | 'email' | 'role' | 'bot_type' | 'recipient_id' | 'created'
> &
  Partial<Account> & { readonly random: Random; readonly webhookUrl?: string | undefined; readonly isSlack?: boolean }

/** Creates an account with an API key, and a token if the server calls it. */
export function newAccount({ random, webhookUrl, isSlack = false, ...given }: NewAccount): Account {
  return {
    email_visibility: 'everyone',
    owner_id: null,
    is_system_bot: false,
    timezone: '',
    is_active: true,
    is_imported_stub: false,
    is_deleted: false,
    can_create_users: false,
    avatar: undefined,
    avatar_version: Number(/[?&]version=(\d+)/.exec(given.avatar ?? '')?.[1] ?? 1),
    firstLogin: undefined,
    api_key: newSecret(random),
    webhook: isServiceBot(given) ? { url: webhookUrl, token: newSecret(random), isSlack } : undefined,
    profile: new Map(),
    settings: new Map(),
    alert_words: [],
    status: undefined,
    presence: undefined,
    muted: new Map(),
    mutedBy: new Set(),
    flagged: new Map(),
    storage: new Map(),
    topicPolicies: new Map(),
    mutedChannels: new Set(),
    channelSettings: new Map(),
    latestNotification: undefined,
    ownerAlerted: undefined,
    ...withoutUndefined(given),
  }
}

export function newSecret(random: Random): string {
  return random.alphanumeric(32)
}

/** @throws {Refusal} for a name that is not allowed */
export function readFullName(given: string): string {
  const name = given.trim()
  if (codePoints(name) < 2) refuse('fullNameTooShort')
  if (codePoints(name) > limits.fullName) refuse('fullNameTooLong')
  if (nameRules.unprintable.test(name) || nameRules.forbiddenInFullName.test(name)) refuse('fullNameCharacters')
  return nameRules.mentionedId.test(name) ? refuse('fullNameFormat') : name
}

/** @throws {Refusal} for a name that is not allowed, or that another bot has */
export function readBotName(world: World, given: string, own: Account | undefined): string {
  const name = readFullName(given)
  const isTaken = accountsByName(world, name).some((other) => other !== own && other.is_active && isBot(other))
  return isTaken ? refuse('botNameInUse') : name
}

export function changeFullName(world: World, account: Account, name: string): void {
  if (account.full_name === name) return
  account.full_name = name
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, full_name: name } })
  if (!isBot(account)) return
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: account.id, full_name: name } })
}

/** The domain of new bots' addresses: that of the bots that are there, or else the organisation's. */
export function botDomain(world: World): string {
  const bots = [...world.state.accounts.values()].filter((account) => isBot(account) && !account.is_system_bot)
  return bots[0]?.email.split('@')[1] ?? host(world)
}

export function personFields(user: Partial<SeedUser> & Pick<SeedUser, 'full_name' | 'email'>) {
  const { user_id: _, joined: __, last_active: ___, status: ____, muted: _____, ...given } = user
  const profile = new Map(Object.entries(user.profile ?? {}).map(([id, value]) => [Number(id), value]))
  return { ...given, role: roles[user.role ?? 'member'], bot_type: null, profile }
}

export function botFields(bot: Partial<SeedBot> & Pick<SeedBot, 'full_name' | 'email' | 'owner_id'>) {
  const { user_id: _, joined: __, type = 'outgoing webhook', payload_url: webhookUrl, ...given } = bot
  return { ...given, role: roles[bot.role ?? 'member'], bot_type: botTypeOf[type], webhookUrl }
}

const botTypeOf: Readonly<Record<SeedBotType, number>> = {
  generic: botTypes.generic,
  'incoming webhook': botTypes.incomingWebhook,
  'outgoing webhook': botTypes.outgoingWebhook,
  embedded: botTypes.embedded,
}

export const botTypeNames: ReadonlyMap<number | null, SeedBotType> = new Map(
  (Object.keys(botTypeOf) as SeedBotType[]).map((name) => [botTypeOf[name], name]),
)
