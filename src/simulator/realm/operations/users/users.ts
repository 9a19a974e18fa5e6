import { codePoints, limits, pictureTypes, roles } from '../../../../protocol/index.js'
import { fingerprint } from '../../../base/random.js'
import { accountOf, isAdministrator, isBot, isOnlyOwner, isOwner } from '../../access/accounts.js'
import { withGroupEvents } from '../../access/groups.js'
import { accessUser, findByEmail } from '../../access/lookup.js'
import type { Operations } from '../../access/operation.js'
import { mayAccessUser } from '../../access/visibility.js'
import { withSightEvents } from '../../channels/subscribing.js'
import { messagesThat, newestCopy } from '../../conversations/messages.js'
import { markRead } from '../../messages/flags.js'
import { avatarUrl, mutedUsers, userShape, userShapes } from '../../shapes/user.js'
import { addUser } from '../../users/adding.js'
import { deactivateAccount, emitActive, emitPeers, setActive } from '../../users/deactivation.js'
import { changeFullName, readBotName, readFullName } from '../../users/newAccount.js'
import { changeProfile, readProfile } from '../../users/profiles.js'
import { setStatus } from '../../users/status.js'
import {
  addressPattern,
  changeAddress,
  changeUserSettings,
  checkAddress,
  isFixedFor,
  isPasswordOf,
} from '../../users/userSettings.js'
import { refuse } from '../../world/refusal.js'
import type { Account } from '../../world/state.js'
import { seconds, type World } from '../../world/world.js'

export const userOperations = {
  'users.getByEmail': ({ world, caller, params }) => {
    const account = findByEmail(world, caller, params.email)
    if (account === undefined || !mayAccessUser(world, caller, account)) refuse('noSuchUser')
    return { user: userShape(world, caller, account, params) }
  },

  'users.get': ({ world, caller, params }) => {
    const account = accessUser(world, caller, params.user_id, anyAccount)
    return { user: userShape(world, caller, account, params) }
  },

  'users.fetchApiKey': ({ world, params }) => {
    const { username, password } = params
    if (!addressPattern.test(username)) refuse('notAnAddress')
    const account = world.state.accountsByEmail.get(username.toLowerCase())
    if (account === undefined || !isPasswordOf(world, account, password)) refuse('wrongPassword')
    if (!account.is_active) refuse('loginDeactivated')
    return { api_key: account.api_key, email: account.email, user_id: account.id }
  },

  'users.me': ({ world, caller }) => ({
    ...userShape(world, caller, caller, { client_gravatar: false, include_custom_profile_fields: true }),
    max_message_id: newestCopy(world.state, caller),
  }),

  'users.list': ({ world, caller, params }) => {
    const { user_ids: wanted, ...how } = params
    const withUnknown = world.has('unknownUsers') && !world.has('unknownUsersGone')
    const shapes = userShapes(world, caller, { ...how, withUnknown })
    return { members: shapes.filter(({ user_id }) => wanted?.includes(user_id) ?? true) }
  },

  'users.setStatus': ({ world, caller, params }) => {
    const account = accessUser(world, caller, params.user_id, { toChange: true })
    setStatus(world, account, params)
  },

  'users.setOwnStatus': ({ world, caller, params }) => {
    const { away, ...change } = params
    const isStatus = Object.values(change).some((value) => value !== undefined)
    if (isStatus || away === undefined) setStatus(world, caller, change)
    if (away !== undefined) changeUserSettings(world, caller, { presence_enabled: !away })
  },

  'users.getStatus': ({ world, caller, params }) => {
    const account = accessUser(world, caller, params.user_id, anyAccount)
    return { status: account.status ?? {} }
  },

  'users.deactivate': ({ world, caller, params }) => {
    const { deactivation_notification_comment: comment, actions = {} } = params
    const limit = limits.deactivationComment
    if (comment !== undefined && codePoints(comment) > limit) {
      refuse('tooLong', { name: 'deactivation_notification_comment', limit })
    }
    const account = accessUser(world, caller, params.user_id, { toChange: true })
    if (isOwner(account)) {
      // A real server checks the caller first. By the spec, no administrator can deactivate the only owner.
      if (isOnlyOwner(world, account)) refuse('onlyOwner')
      if (!isOwner(caller)) refuse('mustBeOwner')
    }
    if (comment !== undefined) world.state.mails.push({ to: account.email, sent: seconds(world), comment })
    deactivateAccount(world, account, world.has('deactivationActions') ? actions : {})
  },

  'users.mute': ({ world, caller, params }) => {
    const target = muteTarget(world, caller, params.muted_user_id)
    if (caller.muted.has(target.id)) refuse('userAlreadyMuted')
    caller.muted.set(target.id, seconds(world))
    target.mutedBy.add(caller.id)
    emitMutedUsers(world, caller)
    const sent = messagesThat(world.state, ({ sender_id }) => sender_id === target.id)
    markRead(world, caller, sent)
  },

  'users.unmute': ({ world, caller, params }) => {
    const target = world.state.accounts.get(params.muted_user_id) ?? refuse('noSuchUser')
    if (!caller.muted.delete(target.id)) refuse('userNotMuted')
    target.mutedBy.delete(caller.id)
    emitMutedUsers(world, caller)
  },

  'users.reactivate': ({ world, caller, params }) => {
    const account = accessUser(world, caller, params.user_id, { ...anyAccount, toChange: true })
    if (account.is_deleted) refuse('placeholderAccount')
    const owner = account.owner_id === null ? undefined : accountOf(world, account.owner_id)
    reactivateAccount(world, account, owner?.is_active === false ? caller : undefined)
  },

  'users.create': ({ world, params }) => {
    const full_name = readFullName(params.full_name)
    const email = params.email.trim()
    if (!addressPattern.test(email)) refuse('badBotName')
    if (world.state.accountsByEmail.has(email.toLowerCase())) refuse('emailInUse', { email })
    if (codePoints(params.password) < limits.passwordLength) refuse('passwordTooWeak')
    const account = addUser(world, { full_name, email })
    account.password = params.password
    return { user_id: account.id }
  },

  'users.update': ({ world, caller, params }) => {
    const { role, full_name: name, profile_data: values = [], new_email: email } = params
    const account = accessUser(world, caller, params.user_id, { ...anyAccount, toChange: true })
    // Everything is checked before anything is changed.
    if (role !== undefined && role !== account.role) checkRole(world, caller, account, role)
    const fullName = name === undefined || name.trim() === '' ? undefined : readName(world, account, name)
    const profile = readProfile(world, caller, values)
    const address = email?.trim()
    if (address !== undefined) checkAddress(world, account, address)
    if (role !== undefined) changeRole(world, account, role)
    if (fullName !== undefined) changeFullName(world, account, fullName)
    changeProfile(world, account, profile)
    if (address !== undefined) changeAddress(world, account, address)
  },

  'users.updateOwnProfile': ({ world, caller, params }) => changeOwnProfile(world, caller, params.data),

  'users.clearOwnProfile': ({ world, caller, params }) => {
    const cleared = params.data.map((id) => ({ id, value: null }))
    changeOwnProfile(world, caller, cleared)
  },

  'users.setOwnAvatar': ({ world, caller, params: { file }, context }) => {
    if (isFixedFor(world, caller, 'avatar_changes_disabled')) refuse('avatarChangesOff')
    const limit = limits.avatarMebibytes
    if (file.size > limit * 1024 * 1024) refuse('emojiTooLarge', { limit })
    if (world.has('thumbnails') && !pictureTypes.test(file.type)) refuse('invalidImageFormat')
    return changeAvatar(world, caller, context.image === undefined ? refuse('notAnImage') : file)
  },

  'users.removeOwnAvatar': ({ world, caller }) => {
    if (isFixedFor(world, caller, 'avatar_changes_disabled')) refuse('avatarChangesOff')
    return changeAvatar(world, caller, undefined)
  },

  'users.deactivateOwn': ({ world, caller }) => {
    const hasOthers = [...world.state.accounts.values()].some(
      (other) => other.id !== caller.id && other.is_active && !other.is_system_bot,
    )
    if (!hasOthers) refuse('lastOfThem', { is_last_owner: false, entity: 'user' })
    if (isOwner(caller) && isOnlyOwner(world, caller)) {
      refuse('lastOfThem', { is_last_owner: true, entity: 'organization owner' })
    }
    deactivateAccount(world, caller, {})
  },
} satisfies Partial<Operations>

function changeOwnProfile(world: World, caller: Account, given: Parameters<typeof readProfile>[2]): void {
  const profile = readProfile(world, caller, given)
  const isFixed = profile.some(({ field }) => field.editable_by_user === false)
  if (isFixed && !isAdministrator(caller)) refuse('fieldNotEditable')
  changeProfile(world, caller, profile)
}

function changeAvatar(world: World, account: Account, picture: Blob | undefined) {
  const { id: user_id } = account
  account.avatar_version += 1
  account.picture = picture
  const path = `/user_avatars/${world.state.realm.id}/${fingerprint(`avatar ${user_id}`)}.png`
  account.avatar = picture && `${path}?version=${account.avatar_version}`
  const avatar_url = avatarUrl(world, undefined, account, false)
  if (isBot(account)) world.emit('realm_bot', 'everyone', { op: 'update', bot: { user_id, avatar_url } })
  const source = { avatar_source: picture ? 'U' : 'G', avatar_version: account.avatar_version }
  const person = { user_id, ...source, avatar_url, avatar_url_medium: avatar_url }
  world.emit('realm_user', 'everyone', { op: 'update', person })
  return { avatar_url }
}

/** Users can mute anyone but themselves; on older servers, not bots. */
function muteTarget(world: World, caller: Account, id: number): Account {
  if (id === caller.id) refuse('cannotMuteSelf')
  const target = world.state.accounts.get(id)
  if (target === undefined || !mayAccessUser(world, caller, target)) refuse('noSuchUser')
  if (isBot(target) && !world.has('muteBots')) refuse('noSuchUser')
  return target
}

function emitMutedUsers(world: World, caller: Account): void {
  world.emit('muted_users', [caller.id], { muted_users: mutedUsers(caller) })
}

/** Reactivates an account; a bot whose owner is deactivated gets a new one. */
function reactivateAccount(world: World, account: Account, newOwner: Account | undefined): void {
  if (newOwner !== undefined) account.owner_id = newOwner.id
  withGroupEvents(world, account, () => {
    setActive(world, account, true)
    emitActive(world, 'realm_user', account)
  })
  if (isBot(account)) emitActive(world, 'realm_bot', account, newOwner && { owner_id: newOwner.id })
  emitPeers(world, account, 'peer_add')
}

const anyAccount = { mayBeBot: true, mayBeDeactivated: true } as const

/** Only owners appoint owners, and one must remain. @throws {Refusal} */
function checkRole(world: World, caller: Account, account: Account, role: number): void {
  if ((role === roles.owner || isOwner(account)) && !isOwner(caller)) refuse('mustBeOwner')
  if (!isAdministrator(caller)) refuse('mustBeAdministrator')
  if (isOwner(account) && !isBot(account) && isOnlyOwner(world, account)) refuse('ownerRoleStays')
}

function readName(world: World, account: Account, name: string): string {
  return isBot(account) ? readBotName(world, name, account) : readFullName(name)
}

function changeRole(world: World, account: Account, role: number): void {
  if (account.role === role) return
  withSightEvents(world, [account], [...world.state.channels.values()], () =>
    withGroupEvents(world, account, () => {
      account.role = role
      world.emit('realm_user', 'everyone', { op: 'update', person: { user_id: account.id, role } })
    }),
  )
}
