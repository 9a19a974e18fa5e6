import type { GroupSetting } from '../../../protocol/index.js'
import { refuse } from '../world/refusal.js'
import type { Account, Group, StoredChannel } from '../world/state.js'
import type { World } from '../world/world.js'
import { isBot, mayAdminister } from './accounts.js'
import { shortened, systemGroupId } from './groups.js'
import { apiEmail, mayAccessUser, mayReadChannel, maySeeAddress } from './visibility.js'

/**
 * The account with an address. The dummy form finds every account, a real address only those that the viewer may see.
 * Before the level of `realEmailLookup`, an account is found only by the address that the API shows for it.
 */
export function findByEmail(world: World, viewer: Account, email: string): Account | undefined {
  const wanted = email.trim().toLowerCase()
  const byDummy = findByDummy(world, wanted)
  const byAddress = world.state.accountsByEmail.get(wanted)
  if (world.has('realEmailLookup')) {
    return byDummy ?? (byAddress && maySeeAddress(viewer, byAddress) ? byAddress : undefined)
  }
  // Older servers know each account by one address, regardless of the viewer.
  const found = byAddress ?? byDummy
  return found !== undefined && apiEmail(world, undefined, found).toLowerCase() === wanted ? found : undefined
}

function findByDummy(world: World, email: string): Account | undefined {
  const [, id, domain] = /^user(\d+)@(.+)$/.exec(email) ?? []
  if (domain === undefined) return undefined
  const { host, hostname } = new URL(world.url())
  return domain === hostname || domain === host ? world.state.accounts.get(Number(id)) : undefined
}

interface UserAccess {
  /** (default: only people) */
  readonly mayBeBot?: boolean
  /** (default: only active users) */
  readonly mayBeDeactivated?: boolean
  /** The caller needs the permission to change the user. */
  readonly toChange?: boolean
}

/** A user that the caller wants to act on. @throws {Refusal} with the checks in the server's order */
export function accessUser(world: World, caller: Account, id: number, access: UserAccess): Account {
  const target = world.state.accounts.get(id)
  if (target === undefined) refuse('noSuchUser')
  if (isBot(target) && !access.mayBeBot) refuse('noSuchUser')
  if (!target.is_active && !access.mayBeDeactivated) refuse('userDeactivated')
  if (access.toChange && !mayAdminister(caller, target)) refuse('insufficientPermission')
  if (!mayAccessUser(world, caller, target)) refuse('insufficientPermission')
  return target
}

/** A bot that the caller owns or administers. @throws {Refusal} */
export function ownBot(world: World, caller: Account, id: number): Account {
  const bot = world.state.accounts.get(id)
  if (bot === undefined || !isBot(bot) || bot.is_system_bot) refuse('noSuchBot')
  return mayAdminister(caller, bot) ? bot : refuse('insufficientPermission')
}

/** @throws {Refusal} if there is no such group, or it is deactivated */
export function activeGroup(world: World, id: number): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroup')
  return group.deactivated ? refuse('userGroupDeactivated') : group
}

/** @throws {Refusal} if there is no such group, or it is deactivated */
export function activeSubgroup(world: World, id: number): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroupId', { group_id: id })
  return group.deactivated ? refuse('userGroupDeactivated') : group
}

/** @throws {Refusal} if there is no such active user */
export function activeUser(world: World, caller: Account, id: number): Account {
  const account = world.state.accounts.get(id)
  const isKnown = account?.is_active === true && !account.is_system_bot && mayAccessUser(world, caller, account)
  return isKnown ? account : refuse('invalidUserId', { user_id: id })
}

/** Reads a group setting of a request. @throws {Refusal} for unknown groups or users */
export function readSetting(world: World, caller: Account, given: GroupSetting): GroupSetting {
  const setting = short(world, given)
  if (typeof setting === 'number') return activeGroup(world, setting).id
  for (const id of setting.direct_members) activeUser(world, caller, id)
  for (const id of setting.direct_subgroups) activeSubgroup(world, id)
  return setting
}

/** The new value of a group setting. @throws {Refusal} also if the old value is not what the caller expects */
export function changedSetting(
  world: World,
  caller: Account,
  before: GroupSetting,
  change: { readonly new: GroupSetting; readonly old?: GroupSetting | undefined },
): GroupSetting {
  // Stored settings are sorted, so that equal settings have equal JSON.
  const isExpected = change.old === undefined || JSON.stringify(short(world, change.old)) === JSON.stringify(before)
  return isExpected ? readSetting(world, caller, change.new) : refuse('expectationMismatch', { field_name: 'old' })
}

function short(world: World, setting: GroupSetting): GroupSetting {
  return shortened(setting, systemGroupId(world.state.groups, 'role:nobody'))
}

/** @throws {Refusal} with the same error for a missing and for an unreadable channel */
export function readableChannel(world: World, caller: Account, id: number): StoredChannel {
  const channel = world.state.channels.get(id)
  return channel !== undefined && isReadable(caller, channel) ? channel : refuse('invalidChannelId')
}

export function isReadable(caller: Account, channel: StoredChannel): boolean {
  return !channel.is_archived && mayReadChannel(caller, channel)
}
