import { noticeText, roles, serverTexts } from '../../../protocol/index.js'
import { fingerprint } from '../../base/random.js'
import { isAdministrator, isBot, isGuest, isOwner } from '../access/accounts.js'
import { apiEmail, dummyEmail, mayAccessUser, maySeeAddress, type Viewer } from '../access/visibility.js'
import { renderPlainly } from '../markdown/index.js'
import type { Account, StoredProfileField } from '../world/state.js'
import type { World } from '../world/world.js'

/** How a request wants its users. */
interface UserPresentation {
  /** Whether `avatar_url` is null if the viewer can compute it from the address. */
  readonly client_gravatar: boolean
  readonly include_custom_profile_fields: boolean
}

/** A user as a viewer sees it. */
export function userShape(
  world: World,
  viewer: Viewer,
  account: Account,
  { client_gravatar, include_custom_profile_fields }: UserPresentation,
) {
  const { full_name, is_active, bot_type, owner_id, role, timezone, avatar_version, is_imported_stub } = account
  const delivery_email = maySeeAddress(viewer, account) ? account.email : null
  return {
    user_id: account.id,
    ...((delivery_email !== null || world.has('deliveryEmailAlways')) && { delivery_email }),
    ...{ email: apiEmail(world, viewer, account), full_name, date_joined: dateText(dateJoined(world, account)) },
    ...{ is_active, is_owner: isOwner(account), is_admin: isAdministrator(account), is_guest: isGuest(account) },
    ...(!world.has('billingAdminRemoved') && { is_billing_admin: false }),
    ...{ is_bot: isBot(account), bot_type, bot_owner_id: owner_id, role, timezone },
    ...{ avatar_url: avatarUrl(world, viewer, account, client_gravatar), avatar_version },
    ...(world.has('importedStub') && { is_imported_stub }),
    ...(account.is_deleted && world.has('deletedUsers') && { is_deleted: true }),
    ...(account.is_system_bot && { is_system_bot: true }),
    ...(include_custom_profile_fields && !isBot(account) && { profile_data: profileData(world, account) }),
  }
}

/** A user whom the viewer may not see. */
export function unknownUserShape(world: World, { id: user_id }: Account) {
  return {
    ...{ user_id, delivery_email: null, email: dummyEmail(world, user_id), full_name: unknownUser },
    ...{ date_joined: '1970-01-01T00:00:00+00:00', is_active: true, is_owner: false, is_admin: false, is_guest: false },
    ...(!world.has('billingAdminRemoved') && { is_billing_admin: false }),
    ...{ is_bot: false, bot_type: null, bot_owner_id: null, role: roles.member, timezone: '' },
    ...{ avatar_url: unknownAvatar, avatar_version: 1, profile_data: {} },
    ...(world.has('importedStub') && { is_imported_stub: false }),
  }
}

/** All accounts but the server's own as a viewer sees them, by ID. `withUnknown`: those that the viewer may not see too. */
export function userShapes(
  world: World,
  viewer: Account,
  { withUnknown, ...how }: UserPresentation & { readonly withUnknown: boolean },
) {
  return [...world.state.accounts.values()]
    .filter(({ is_system_bot }) => !is_system_bot)
    .sort((one, other) => one.id - other.id)
    .flatMap((account) => {
      if (mayAccessUser(world, viewer, account)) return [userShape(world, viewer, account, how)]
      return withUnknown ? [unknownUserShape(world, account)] : []
    })
}

/** The URL of an avatar; null if the viewer can compute it. */
export function avatarUrl(world: World, viewer: Viewer, account: Account, clientGravatar: boolean): string | null {
  if (account.avatar !== undefined) return account.avatar
  if (clientGravatar && maySeeAddress(viewer, account)) return null
  const hash = fingerprint(apiEmail(world, viewer, account).toLowerCase())
  return `${avatarProvider}/avatar/${hash}?d=identicon&version=${account.avatar_version}`
}

/** The third party that hosts the avatars of users who uploaded none. */
const avatarProvider = 'https://avatars.example.com'

/** The avatar of a user whom the viewer may not see. */
export const unknownAvatar = '/static/images/unknown-user-avatar.png'
/** The name of a user whom the viewer may not see. */
export const unknownUser: string = noticeText(serverTexts.unknownUser)

/** UNIX seconds. */
function dateJoined(world: World, account: Account): number {
  return (world.has('dateJoinedAtFirstLogin') ? account.firstLogin : undefined) ?? account.created
}

/** A date as the server formats it, to the minute. */
function dateText(seconds: number): string {
  let text = dateTexts.get(seconds)
  if (text === undefined) {
    text = `${new Date(seconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)}+00:00`
    if (dateTexts.size >= mostDates) dateTexts.clear()
    dateTexts.set(seconds, text)
  }
  return text
}

/** Formatting a date takes longer than the rest of a user. */
const dateTexts = new Map<number, string>()
const mostDates = 10_000

function profileData(world: World, account: Account) {
  const fields = world.state.profileFields.flatMap((field) => {
    const value = account.profile.get(field.id)
    return value === undefined ? [] : [[String(field.id), { value, ...renderedValue(world, field, value) }] as const]
  })
  return Object.fromEntries(fields)
}

/** A bot's settings that the simulator doesn't use. */
export const botDefaults = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
}

/** A bot as its owner and administrators see it. */
export function botShape(world: World, viewer: Viewer, bot: Account) {
  const { id: user_id, email, full_name, bot_type, is_active, api_key, owner_id } = bot
  const shape = { user_id, ...botDefaults, services: servicesOf(bot) }
  if (world.has('botsWithoutKeys')) return shape
  const avatar_url = avatarUrl(world, viewer, bot, false)
  return { ...shape, email, full_name, bot_type, is_active, api_key, owner_id, avatar_url }
}

/** The webhook formats, as numbers: the one that the spec describes, and Slack's. */
export const webhookInterfaces = { generic: 1, slack: 2 } as const

/** The URL that a bot is called at, and its token; empty for bots that the server doesn't call. */
export function servicesOf({ webhook }: Account) {
  if (webhook === undefined) return []
  const { url: base_url = '', isSlack, token } = webhook
  return [{ base_url, interface: webhookInterfaces[isSlack ? 'slack' : 'generic'], token }]
}

/** The HTML of a profile field's value; nothing for fields that aren't Markdown. */
export function renderedValue(world: World, { type }: StoredProfileField, value: string | undefined) {
  if (type !== shortText && type !== longText) return {}
  return { rendered_value: value === undefined ? null : renderPlainly(world, value) }
}

/** Types of the profile fields that are Markdown. */
const shortText = 1
const longText = 2

/** The users that an account has muted, and when. */
export function mutedUsers({ muted }: Account) {
  return [...muted].map(([id, timestamp]) => ({ id, timestamp }))
}
