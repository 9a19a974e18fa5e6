import { botTypes, roles } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'
import type { Account } from '../state.js'
import type { World } from '../world.js'

/** The account whose credentials these are. @throws {Refusal} when they are nobody's, or nobody's any more */
export function authenticate(world: World, email: string, apiKey: string): Account {
  const key = apiKey.trim()
  if (!/^[A-Za-z0-9]{32}$/.test(key)) refuse('malformedApiKey')
  const account = world.state.accountsByEmail.get(email.trim().toLowerCase())
  if (account === undefined || account.apiKey !== key) refuse('invalidApiKey')
  if (!account.isActive) refuse('accountDeactivated')
  return account
}

/** The account with this ID. @throws {RangeError} when there is none: for IDs that the realm itself has given */
export function accountOf(world: World, id: number): Account {
  const account = world.state.accounts.get(id)
  if (account === undefined) throw new RangeError(`No account has the ID ${id}; IDs come from the organisation's seed.`)
  return account
}

/** The account by ID, by real address, or by name, whatever its case. @throws {RangeError} when there is none */
export function accountNamed(world: World, who: string | number): Account {
  if (typeof who === 'number') return accountOf(world, who)
  const wanted = who.trim().toLowerCase()
  const byEmail = world.state.accountsByEmail.get(wanted)
  if (byEmail !== undefined) return byEmail
  const [byName] = accountsByName(world, wanted)
  if (byName !== undefined) return byName
  const names = [...world.state.accounts.values()].map((account) => account.fullName).join(', ')
  throw new RangeError(`Nobody is called "${who}"; the accounts are ${names}.`)
}

/** Whether a word is the key or the token of an account. */
export function isSecret(world: World, word: string): boolean {
  return [...world.state.accounts.values()].some(
    ({ apiKey, webhook }) => apiKey === word || webhook?.token === word || webhook?.tokenBefore === word,
  )
}

/** The accounts with a name, whatever its case; active ones first, then by ID. */
export function accountsByName(world: World, name: string): readonly Account[] {
  const found = namesOf(world).get(name.toLowerCase()) ?? nobody
  if (found.length < 2) return found
  return [...found].sort((one, other) => Number(other.isActive) - Number(one.isActive) || one.id - other.id)
}

/** Gives an account another name. */
export function rename(world: World, account: Account, fullName: string): void {
  Object.assign(account, { fullName })
  names.delete(world.state.accounts)
}

const nobody: readonly never[] = []

/** Accounts by their names in lower case. It is made anew after a change, of which there are few. */
function namesOf({ state }: World): ReadonlyMap<string, readonly Account[]> {
  const { accounts } = state
  const known = names.get(accounts)
  // Accounts are only ever added.
  if (known?.size === accounts.size) return known.byName
  const byName = new Map<string, Account[]>()
  for (const account of accounts.values()) {
    const name = account.fullName.toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), account])
  }
  names.set(accounts, { size: accounts.size, byName })
  return byName
}

const names = new WeakMap<object, { readonly size: number; readonly byName: ReadonlyMap<string, readonly Account[]> }>()

export const isBot = (account: Account): boolean => account.botType !== null
export const isOwner = (account: Account): boolean => account.role === roles.owner
/** Owners are administrators too. */
export const isAdministrator = (account: Account): boolean => account.role <= roles.administrator
export const isModerator = (account: Account): boolean => account.role <= roles.moderator
export const isGuest = (account: Account): boolean => account.role >= roles.guest
/** A bot that the server calls; such bots have no feed of messages. */
export const isServiceBot = (account: Account): boolean =>
  account.botType === botTypes.outgoingWebhook || account.botType === botTypes.embedded

/** Whether nobody else who is active is an owner. */
export function isOnlyOwner(world: World, owner: Account): boolean {
  return [...world.state.accounts.values()].every(
    (other) => other.id === owner.id || !other.isActive || isBot(other) || !isOwner(other),
  )
}

/** The bots of a person, by ID. */
export function botsOf(world: World, owner: Account): readonly Account[] {
  return [...world.state.accounts.values()].filter((account) => account.ownerId === owner.id)
}

/** Whether one account may change another: a bot's owner may, and an administrator. */
export function mayAdminister(caller: Account, target: Account): boolean {
  return isAdministrator(caller) || (isBot(target) && target.ownerId === caller.id)
}
