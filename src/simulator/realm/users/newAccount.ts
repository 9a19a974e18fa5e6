import { botTypes } from '../../../protocol/index.js'
import type { Random } from '../../random.js'
import type { SeedEmailVisibility } from '../seed/seed.js'
import type { Account } from '../state.js'

/** What must be said of a new account; the rest is as for a person without anything special. */
export interface NewAccount {
  readonly id: number
  readonly fullName: string
  readonly email: string
  /** One of `roles`. */
  readonly role: number
  /** One of `botTypes`; null for a person. */
  readonly botType: number | null
  readonly recipientId: number
  /** UNIX seconds. */
  readonly created: number
  readonly random: Random
  readonly ownerId?: number | null
  readonly isSystem?: boolean
  readonly emailVisibility?: SeedEmailVisibility | undefined
  readonly timezone?: string | undefined
  readonly isActive?: boolean | undefined
  readonly isImportedStub?: boolean | undefined
  readonly isDeleted?: boolean | undefined
  readonly avatar?: string | undefined
  readonly profile?: Readonly<Record<number, string>> | undefined
  readonly webhookUrl?: string | undefined
}

/** Makes an account, with a key of its own, and a token where the server calls it. */
export function newAccount(given: NewAccount): Account {
  const apiKey = given.random.alphanumeric(keyLength)
  const isCalled = given.botType === botTypes.outgoingWebhook || given.botType === botTypes.embedded
  return {
    id: given.id,
    alone: [given.id],
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
    avatar: given.avatar,
    avatarVersion: Number(/[?&]version=(\d+)/.exec(given.avatar ?? '')?.[1] ?? 1),
    created: given.created,
    firstLogin: undefined,
    apiKey,
    webhook: isCalled ? { url: given.webhookUrl, token: given.random.alphanumeric(keyLength) } : undefined,
    profile: new Map(Object.entries(given.profile ?? {}).map(([id, value]) => [Number(id), value])),
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

/** A new API key or token. */
export function newSecret(random: Random): string {
  return random.alphanumeric(keyLength)
}

/** Of API keys and of tokens, in letters and digits. */
const keyLength = 32
