import { botTypes, codePoints, limits, nameRules, roles } from '../../../protocol/index.js'
import type { Random } from '../../base/random.js'
import { accountsByName, isBot, isServiceBot } from '../access/accounts.js'
import type { SeedBot, SeedBotType, SeedUser } from '../seed/seed.js'
import { refuse } from '../world/refusal.js'
import type { Account } from '../world/state.js'
import { host, type World } from '../world/world.js'

export type NewAccount = Pick<Account, 'id' | 'fullName' | 'email' | 'role' | 'botType' | 'recipientId' | 'created'> & {
  readonly random: Random
  readonly webhookUrl?: string | undefined
} & { readonly [Name in Optional]?: Account[Name] | undefined }

type Optional =
  | ('emailVisibility' | 'ownerId' | 'isSystem' | 'timezone' | 'isActive' | 'isImportedStub')
  | ('isDeleted' | 'mayCreateUsers' | 'avatar' | 'profile')

/** Creates an account with an API key, and a token if the server calls it. */
export function newAccount({ random, webhookUrl, ...given }: NewAccount): Account {
  const { avatar } = given
  const apiKey = newSecret(random)
  return {
    id: given.id,
    fullName: given.fullName,
    email: given.email,
    emailVisibility: given.emailVisibility ?? 'everyone',
    role: given.role,
    botType: given.botType,
    ownerId: given.ownerId ?? null,
    isSystem: given.isSystem ?? false,
    timezone: given.timezone ?? '',
    isActive: given.isActive ?? true,
    isImportedStub: given.isImportedStub ?? false,
    isDeleted: given.isDeleted ?? false,
    mayCreateUsers: given.mayCreateUsers ?? false,
    avatar,
    avatarVersion: Number(/[?&]version=(\d+)/.exec(avatar ?? '')?.[1] ?? 1),
    created: given.created,
    firstLogin: undefined,
    apiKey,
    webhook: isServiceBot(given) ? { url: webhookUrl, token: newSecret(random) } : undefined,
    profile: given.profile ?? new Map(),
    settings: new Map(),
    alertWords: [],
    status: undefined,
    presence: undefined,
    muted: new Map(),
    mutedBy: new Set(),
    flagged: new Map(),
    storage: new Map(),
    topicPolicies: new Map(),
    mutedChannels: new Set(),
    channelSettings: new Map(),
    recipientId: given.recipientId,
    latestNotification: undefined,
    ownerAlerted: undefined,
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
  const isTaken = accountsByName(world, name).some((other) => other !== own && other.isActive && isBot(other))
  return isTaken ? refuse('botNameInUse') : name
}

export function changeFullName(world: World, account: Account, name: string): void {
  if (account.fullName === name) return
  account.fullName = name
  world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, full_name: name } })
  if (!isBot(account)) return
  world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id: account.id, full_name: name } })
}

/** The domain of new bots' addresses: that of the bots that are there, or else the organisation's. */
export function botDomain(world: World): string {
  const bots = [...world.state.accounts.values()].filter((account) => isBot(account) && !account.isSystem)
  return bots[0]?.email.split('@')[1] ?? host(world)
}

export function personFields(user: Partial<SeedUser> & Pick<SeedUser, 'full_name' | 'email'>) {
  return {
    fullName: user.full_name,
    email: user.email,
    role: roles[user.role ?? 'member'],
    botType: null,
    emailVisibility: user.email_visibility ?? 'everyone',
    timezone: user.timezone ?? '',
    isActive: user.is_active ?? true,
    isImportedStub: user.is_imported_stub ?? false,
    isDeleted: user.is_deleted ?? false,
    mayCreateUsers: user.can_create_users ?? false,
    avatar: user.avatar,
    profile: new Map(Object.entries(user.profile ?? {}).map(([id, value]) => [Number(id), value])),
  }
}

export function botFields(bot: Partial<SeedBot> & Pick<SeedBot, 'full_name' | 'email' | 'owner_id'>) {
  return {
    fullName: bot.full_name,
    email: bot.email,
    role: roles[bot.role ?? 'member'],
    botType: botTypeOf[bot.type ?? 'outgoing webhook'],
    ownerId: bot.owner_id,
    isActive: bot.is_active ?? true,
    mayCreateUsers: bot.can_create_users ?? false,
    webhookUrl: bot.payload_url,
  }
}

export const botTypeOf: Readonly<Record<SeedBotType, number>> = {
  generic: botTypes.generic,
  'incoming webhook': botTypes.incomingWebhook,
  'outgoing webhook': botTypes.outgoingWebhook,
  embedded: botTypes.embedded,
}
