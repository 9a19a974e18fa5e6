import { noticeText, serverTexts } from '../../../protocol/index.js'
import { fingerprint } from '../../random.js'
import { apiEmail, maySeeAddress, type Viewer } from '../messages/visibility.js'
import type { Account } from '../state.js'
import { isAdministrator, isBot, isGuest, isOwner } from '../users/accounts.js'
import { renderedValue } from '../users/profiles.js'
import type { World } from '../world.js'

export interface UserPresentation {
  /** Leave `avatar_url` null where the viewer can work it out from the address. */
  readonly clientGravatar: boolean
  readonly withProfile: boolean
}

/** A user as a viewer sees it. @see spec 2.2 */
export function userShape(
  world: World,
  viewer: Viewer,
  account: Account,
  { clientGravatar, withProfile }: UserPresentation,
) {
  const addressIsKnown = maySeeAddress(viewer, account)
  return {
    user_id: account.id,
    ...((addressIsKnown || world.has('deliveryEmailAlways')) && {
      delivery_email: addressIsKnown ? account.email : null,
    }),
    email: apiEmail(world, viewer, account),
    full_name: account.fullName,
    date_joined: dateText(joined(world, account)),
    is_active: account.isActive,
    is_owner: isOwner(account),
    is_admin: isAdministrator(account),
    is_guest: isGuest(account),
    ...(!world.has('billingAdminRemoved') && { is_billing_admin: false }),
    is_bot: isBot(account),
    bot_type: account.botType,
    bot_owner_id: account.ownerId,
    role: account.role,
    timezone: account.timezone,
    avatar_url: avatarUrl(world, viewer, account, clientGravatar),
    avatar_version: account.avatarVersion,
    ...(world.has('importedStub') && { is_imported_stub: account.isImportedStub }),
    ...(account.isDeleted && world.has('deletedUsers') && { is_deleted: true }),
    ...(account.isSystem && { is_system_bot: true }),
    ...(withProfile && !isBot(account) && { profile_data: profileData(world, account) }),
  }
}

/** The address of an account's picture; null where the viewer works it out from the e-mail address. @see spec 2.2 */
export function avatarUrl(world: World, viewer: Viewer, account: Account, clientGravatar: boolean): string | null {
  if (account.avatar !== undefined) return account.avatar
  if (clientGravatar && maySeeAddress(viewer, account)) return null
  const hash = hashOf(apiEmail(world, viewer, account))
  return `${avatarProvider}/avatar/${hash}?d=identicon&version=${account.avatarVersion}`
}

/** Every message shows its sender's picture, and most are sent by few. */
function hashOf(email: string): string {
  const known = hashes.get(email)
  if (known !== undefined) return known
  const hash = fingerprint(email.toLowerCase())
  if (hashes.size >= hashesKept) hashes.clear()
  hashes.set(email, hash)
  return hash
}

const hashes = new Map<string, string>()
const hashesKept = 10_000

/** The picture of somebody who may not be seen. */
export const unknownAvatar = '/static/images/unknown-user-avatar.png'

/** The third party that keeps pictures of those who never uploaded one. */
const avatarProvider = 'https://avatars.example.com'

/** How somebody who may not be seen is called. */
export const unknownUser: string = noticeText(serverTexts.unknownUser)

function joined(world: World, account: Account): number {
  return (world.has('dateJoinedAtFirstLogin') ? account.firstLogin : undefined) ?? account.created
}

/** A date as the service writes it, to the minute. */
function dateText(seconds: number): string {
  const known = dates.get(seconds)
  if (known !== undefined) return known
  const text = `${new Date(seconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)}+00:00`
  if (dates.size >= datesKept) dates.clear()
  dates.set(seconds, text)
  return text
}

const dates = new Map<number, string>()
const datesKept = 10_000

function profileData(world: World, account: Account) {
  const fields = world.state.profileFields.flatMap((field) => {
    const value = account.profile.get(field.id)
    return value === undefined ? [] : [[String(field.id), { value, ...renderedValue(world, field, value) }] as const]
  })
  return Object.fromEntries(fields)
}
