import { botTypes, roles, settingFields } from '../../../protocol/index.js'
import { fold } from '../../../text/fold.js'
import { refuse } from '../world/refusal.js'
import type { Account } from '../world/state.js'
import type { World } from '../world/world.js'

/** @throws {Refusal} if these are the credentials of no active account */
export function authenticate(world: World, email: string, apiKey: string): Account {
  const account = world.state.accountsByEmail.get(email.trim().toLowerCase())
  return withKey(account === undefined ? [] : [account], apiKey)
}

/** @throws {Refusal} if this is the key of no active account */
export function authenticateByKey(world: World, apiKey: string): Account {
  return withKey(world.state.accounts.values(), apiKey)
}

function withKey(accounts: Iterable<Account>, apiKey: string): Account {
  const key = apiKey.trim()
  if (!/^[A-Za-z0-9]{32}$/.test(key)) refuse('malformedApiKey')
  const account = [...accounts].find(({ api_key }) => api_key === key) ?? refuse('invalidApiKey')
  if (!account.is_active) refuse('accountDeactivated')
  return account
}

/** @throws {RangeError} if there is no account with this ID */
export function accountOf(world: World, id: number): Account {
  const account = world.state.accounts.get(id)
  if (account === undefined)
    throw new RangeError(`No account has the ID ${id}; the IDs are in the organisation's seed.`)
  return account
}

/** By ID, real address or name, folded. @throws {RangeError} if there is none */
export function accountNamed(world: World, who: string | number): Account {
  if (typeof who === 'number') return accountOf(world, who)
  const wanted = who.trim().toLowerCase()
  const byEmail = world.state.accountsByEmail.get(wanted)
  if (byEmail !== undefined) return byEmail
  const all = [...world.state.accounts.values()]
  const byName = accountsByName(world, wanted)[0] ?? all.find(({ full_name }) => fold(full_name) === fold(who))
  if (byName !== undefined) return byName
  const names = all.map((account) => account.full_name).join(', ')
  throw new RangeError(`Nobody is called "${who}"; the accounts are ${names}.`)
}

/** An account's API credentials, and the token by which a bot recognises the server. */
export interface RealmCredentials {
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}

/** @throws {RangeError} if there is no such account */
export function credentialsOf(world: World, who: string | number): RealmCredentials {
  const { email, api_key: apiKey, webhook } = accountNamed(world, who)
  return { email, apiKey, ...(webhook && { token: webhook.token }) }
}

export function isSecret(world: World, word: string): boolean {
  return [...world.state.accounts.values()].some(
    ({ api_key, webhook }) => api_key === word || webhook?.token === word || webhook?.tokenBefore === word,
  )
}

/** Accounts by name, ignoring case; active ones first, then by ID. */
export function accountsByName(world: World, name: string): readonly Account[] {
  const wanted = name.toLowerCase()
  const found: Account[] = []
  for (const account of world.state.accounts.values())
    if (account.full_name.toLowerCase() === wanted) found.push(account)
  return found.sort((one, other) => Number(other.is_active) - Number(one.is_active) || one.id - other.id)
}

export const isBot = (account: Account): boolean => account.bot_type !== null
export const isOwner = (account: Account): boolean => account.role === roles.owner
/** Includes owners. */
export const isAdministrator = (account: Account): boolean => account.role <= roles.administrator
export const isModerator = (account: Account): boolean => account.role <= roles.moderator
export const isGuest = (account: Account): boolean => account.role >= roles.guest
/** A bot that the server calls; it has no feed. */
export const isServiceBot = (account: Pick<Account, 'bot_type'>): boolean =>
  account.bot_type === botTypes.outgoingWebhook || account.bot_type === botTypes.embedded

export function isOnlyOwner(world: World, owner: Account): boolean {
  return [...world.state.accounts.values()].every(
    (other) => other.id === owner.id || !other.is_active || isBot(other) || !isOwner(other),
  )
}

export function botsOf(world: World, owner: Account): readonly Account[] {
  return [...world.state.accounts.values()].filter((account) => account.owner_id === owner.id)
}

export function mayAdminister(caller: Account, target: Account): boolean {
  return isAdministrator(caller) || (isBot(target) && target.owner_id === caller.id)
}

/** A setting of an account, by default as the server has it. */
export function settingOf({ settings }: Account, name: string): unknown {
  return settings.has(name) ? settings.get(name) : usual.get(name)
}

const usual: ReadonlyMap<string, unknown> = new Map(settingFields.map(([name, value]) => [name, value]))
