import { botTypes, roles } from './entities/user.js'
import type { ErrorId } from './errors/errors.js'
import type { FeatureId, Has } from './levels/features.js'

/** What decides whether an account may call an endpoint. */
export interface Caller {
  /** One of `roles`. */
  readonly role: number
  /** One of `botTypes`; null for people. */
  readonly bot_type: number | null
  /** The permission of the same name. The API doesn't show it, so a client leaves it out. */
  readonly can_create_users?: boolean
}

/** The errors that depend on the caller alone, and who gets them. */
const refusals = {
  notForGuests: ({ role }) => role >= roles.guest,
  notForBots: ({ bot_type }) => bot_type !== null,
  mustBeAdministrator: ({ role }) => role > roles.administrator,
  mustBeOwner: ({ role }) => role > roles.owner,
  mayNotCreateUsers: ({ can_create_users }) => can_create_users === false,
} as const satisfies { readonly [Id in ErrorId]?: (caller: Caller) => boolean }

/** The refusals of each kind of access, in the order in which the server checks them. */
const kinds = {
  /** Needs no credentials. */
  public: [],
  'any account': [],
  /** This kind and all below exclude incoming webhooks. */
  account: [],
  /** People. */
  human: ['notForBots'],
  /** Everyone but guests. */
  member: ['notForGuests'],
  'human member': ['notForGuests', 'notForBots'],
  /** Bots with the role, too. */
  administrator: ['mustBeAdministrator'],
  owner: ['mustBeOwner'],
  'user creator': ['mustBeAdministrator', 'mayNotCreateUsers'],
  /** Checked once the target is known. */
  'administrator over target': [],
  'human administrator over target': ['notForBots'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof refusals)[]>>

/** Who may call an endpoint, as far as that is checked before the parameters are read. */
export type Access = keyof typeof kinds

/** The part of an endpoint's declaration that says who may call it. */
export interface Accessible {
  readonly access: Access
  /** Who may call it on servers that lack a feature. */
  readonly accessBefore?: { readonly [Feature in FeatureId]?: Access }
}

/** Who may call an endpoint on one particular server. */
export function accessAt({ access, accessBefore = {} }: Accessible, has: Has): Access {
  const before = (Object.entries(accessBefore) as [FeatureId, Access][]).find(([feature]) => !has(feature))
  return before?.[1] ?? access
}

/** The error for a caller who may not call an endpoint on one particular server, whatever its parameters. */
export function accessRefusal(endpoint: Accessible, caller: Caller, has: Has): ErrorId | undefined {
  const access = accessAt(endpoint, has)
  const isForWebhooks = access === 'public' || access === 'any account'
  if (!isForWebhooks && caller.bot_type === botTypes.incomingWebhook) return 'notForIncomingWebhooks'
  return kinds[access].find((id) => refusals[id](caller))
}

/** The errors by which an endpoint refuses callers, at any level, except that for incoming webhooks. */
export function accessErrors({ access, accessBefore = {} }: Accessible): readonly ErrorId[] {
  return [...new Set<ErrorId>([access, ...Object.values(accessBefore)].flatMap((kind) => kinds[kind]))]
}
