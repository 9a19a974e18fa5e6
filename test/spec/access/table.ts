/**
 * Who may call each endpoint, written down by hand: from the spec where it speaks, otherwise as real servers of levels
 * 110, 152, 179, 261, 296 and 387 do it. Above 387, invitations, bots and user groups were read up to level 489, and that
 * bots may use the endpoints of user groups from level 496 on is documented; for the rest, 496 is taken to be as 387.
 */

export const levels = [200, 300, 387, 496] as const
export type Level = (typeof levels)[number]

export const accounts = [
  'owner',
  'administrator',
  'moderator',
  'member',
  'guest',
  'generic bot',
  'outgoing webhook',
  'incoming webhook',
  'embedded bot',
  'administrator bot',
  'guest bot',
] as const
export type Account = (typeof accounts)[number]

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly msg: string
}

const incoming: Refusal = {
  status: 401,
  code: 'UNAUTHORIZED',
  msg: 'This API is not available to incoming webhook bots.',
}
const bot: Refusal = { status: 400, code: 'BAD_REQUEST', msg: 'This endpoint does not accept bot requests.' }
const guest: Refusal = { status: 400, code: 'BAD_REQUEST', msg: 'Not allowed for guest users' }
const ownership: Refusal = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' }
const role: Refusal = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' }

/** All refusals that depend on nothing but the caller. */
export const refusals: readonly Refusal[] = [incoming, bot, guest, role, ownership]

/** Whom an endpoint refuses before it reads its parameters. */
type Kind = { readonly [Who in Account]?: Refusal }

const anyone: Kind = {}
const everyAccount: Kind = { 'incoming webhook': incoming }
const people: Kind = {
  'generic bot': bot,
  'outgoing webhook': bot,
  'incoming webhook': incoming,
  'embedded bot': bot,
  'administrator bot': bot,
  'guest bot': bot,
}
const noGuests: Kind = { guest, 'guest bot': guest, 'incoming webhook': incoming }
const members: Kind = { ...people, ...noGuests }
const administrators: Kind = {
  moderator: role,
  member: role,
  guest: role,
  'generic bot': role,
  'outgoing webhook': role,
  'incoming webhook': incoming,
  'embedded bot': role,
  'guest bot': role,
}

const owners: Kind = {
  administrator: ownership,
  moderator: ownership,
  member: ownership,
  guest: ownership,
  'generic bot': ownership,
  'outgoing webhook': ownership,
  'incoming webhook': incoming,
  'embedded bot': ownership,
  'administrator bot': ownership,
  'guest bot': ownership,
}

/** One kind for all levels; or a kind for each level that has the endpoint. */
type Row = Kind | { readonly at: { readonly [At in Level]?: Kind } }

const from300 = (kind: Kind) => ({ at: { 300: kind, 387: kind, 496: kind } })
const only496 = (kind: Kind) => ({ at: { 496: kind } })
/** Bots may use groups from 496 on. */
const groups: Row = { at: { 200: members, 300: members, 387: members, 496: noGuests } }
/** Members may make links from 209 on. */
const links: Row = { at: { 200: administrators, 300: members, 387: members, 496: members } }

export const table: Readonly<Record<string, Row>> = {
  'GET /server_settings': anyone,
  'POST /messages': anyone,

  'PATCH /settings': people,
  'PATCH /settings/notifications': people,
  'POST /users/me/presence': people,
  'POST /users/me/status': people,

  'POST /users/me/subscriptions': noGuests,
  'POST /channels/create': only496(noGuests),

  'GET /bots': members,
  'POST /bots': members,
  'PATCH /bots/{id}': members,
  'POST /bots/{id}/api_key/regenerate': members,
  // Not read.
  'GET /bots/{id}/api_key': only496(members),
  'GET /invites': members,
  'POST /invites': members,
  'DELETE /invites/{id}': members,
  'POST /invites/{id}/resend': members,
  'POST /invites/multiuse': links,
  'DELETE /invites/multiuse/{id}': links,
  'POST /realm/emoji/{name}': members,

  'GET /user_groups': groups,
  'POST /user_groups/create': groups,
  'PATCH /user_groups/{id}': groups,
  'GET /user_groups/{id}/members': groups,
  'POST /user_groups/{id}/members': groups,
  'GET /user_groups/{id}/members/{id}': groups,
  'GET /user_groups/{id}/subgroups': groups,
  'POST /user_groups/{id}/subgroups': groups,

  'PATCH /realm': administrators,
  'POST /realm/filters': administrators,
  'PATCH /realm/filters/{id}': administrators,
  'DELETE /realm/filters/{id}': administrators,
  'PATCH /realm/linkifiers': from300(administrators),
  'PATCH /realm/profile_fields': administrators,
  'POST /realm/profile_fields': administrators,
  'PATCH /realm/profile_fields/{id}': administrators,
  'DELETE /realm/profile_fields/{id}': administrators,
  'PATCH /realm/user_settings_defaults': administrators,
  'POST /realm/playgrounds': administrators,
  'DELETE /realm/playgrounds/{id}': administrators,
  'POST /export/realm': administrators,
  'GET /export/realm': administrators,
  'DELETE /export/realm/{id}': administrators,
  'GET /export/realm/consents': from300(administrators),
  'GET /realm/domains': everyAccount,
  'POST /realm/domains': owners,
  'PATCH /realm/domains/{id}': owners,
  'DELETE /realm/domains/{id}': owners,
  'POST /default_streams': administrators,
  'DELETE /default_streams': administrators,
  'POST /streams/{id}/delete_topic': administrators,
  'POST /users': administrators,
  // Not read.
  'POST /channel_folders/create': only496(administrators),
  'PATCH /channel_folders/{id}': only496(administrators),
  'PATCH /channel_folders': only496(administrators),

  'GET /attachments': everyAccount,
  'DELETE /attachments/{id}': everyAccount,
  'GET /bot_storage': everyAccount,
  'PUT /bot_storage': everyAccount,
  'DELETE /bot_storage': everyAccount,
  'DELETE /bots/{id}': everyAccount,
  'POST /calls/ext_talk/create': only496(everyAccount),
  'GET /channel_folders': only496(everyAccount),
  'GET /drafts': everyAccount,
  'POST /drafts': everyAccount,
  'PATCH /drafts/{id}': everyAccount,
  'DELETE /drafts/{id}': everyAccount,
  'GET /events': everyAccount,
  'DELETE /events': everyAccount,
  'GET /get_stream_id': everyAccount,
  'POST /mark_all_as_read': everyAccount,
  'POST /mark_stream_as_read': everyAccount,
  'POST /mark_topic_as_read': everyAccount,
  'GET /messages': everyAccount,
  'GET /messages/{id}': everyAccount,
  'PATCH /messages/{id}': everyAccount,
  'DELETE /messages/{id}': everyAccount,
  'POST /messages/flags': everyAccount,
  'POST /messages/flags/narrow': everyAccount,
  'GET /messages/matches_narrow': everyAccount,
  'POST /messages/render': everyAccount,
  'GET /messages/{id}/history': everyAccount,
  'POST /messages/{id}/reactions': everyAccount,
  'DELETE /messages/{id}/reactions': everyAccount,
  'GET /messages/{id}/read_receipts': everyAccount,
  'GET /realm/emoji': everyAccount,
  'DELETE /realm/emoji/{name}': everyAccount,
  'GET /realm/linkifiers': everyAccount,
  'GET /realm/presence': everyAccount,
  'GET /realm/profile_fields': everyAccount,
  'POST /register': everyAccount,
  'GET /saved_snippets': from300(everyAccount),
  'POST /saved_snippets': from300(everyAccount),
  'PATCH /saved_snippets/{id}': { at: { 387: everyAccount, 496: everyAccount } },
  'DELETE /saved_snippets/{id}': from300(everyAccount),
  'GET /scheduled_messages': everyAccount,
  'POST /scheduled_messages': everyAccount,
  'PATCH /scheduled_messages/{id}': everyAccount,
  'DELETE /scheduled_messages/{id}': everyAccount,
  'GET /streams': everyAccount,
  'GET /streams/{id}': everyAccount,
  'PATCH /streams/{id}': everyAccount,
  'DELETE /streams/{id}': everyAccount,
  'GET /streams/{id}/members': everyAccount,
  'POST /submessage': everyAccount,
  'POST /svc-outgoing-webhook': everyAccount,
  'PATCH /users/me/profile_data': people,
  'DELETE /users/me/profile_data': people,
  'POST /users/me/avatar': everyAccount,
  'DELETE /users/me/avatar': everyAccount,
  'POST /users/me/api_key/regenerate': everyAccount,
  'POST /typing': everyAccount,
  'POST /messages/{id}/report': { at: { 387: everyAccount, 496: everyAccount } },
  'POST /reminders': { at: { 387: everyAccount, 496: everyAccount } },
  'GET /reminders': only496(everyAccount),
  'DELETE /reminders/{id}': only496(everyAccount),
  'DELETE /user_groups/{id}': { at: { 200: members } },
  'POST /messages/{id}/typing': { at: { 387: everyAccount, 496: everyAccount } },
  'POST /user_groups/{id}/deactivate': from300(everyAccount),
  'POST /user_topics': everyAccount,
  'POST /user_uploads': everyAccount,
  'GET /user_uploads/{id}/{name}': everyAccount,
  'GET /users': everyAccount,
  'GET /users/{id}': everyAccount,
  'GET /users/{name}': everyAccount,
  'PATCH /users/{id}': everyAccount,
  'DELETE /users/{id}': everyAccount,
  'POST /users/{id}/reactivate': everyAccount,
  'GET /users/{name}/presence': everyAccount,
  'GET /users/{id}/status': from300(everyAccount),
  'POST /users/{id}/status': only496(everyAccount),
  'GET /users/{id}/subscriptions/{id}': everyAccount,
  'GET /streams/{id}/email_address': from300(everyAccount),
  'POST /fetch_api_key': anyone,
  'GET /users/me': everyAccount,
  'DELETE /users/me': everyAccount,
  'GET /users/me/alert_words': everyAccount,
  'POST /users/me/alert_words': everyAccount,
  'DELETE /users/me/alert_words': everyAccount,
  'POST /users/me/muted_users/{id}': everyAccount,
  'DELETE /users/me/muted_users/{id}': everyAccount,
  'GET /users/me/subscriptions': everyAccount,
  'DELETE /users/me/subscriptions': everyAccount,
  'PATCH /users/me/subscriptions/muted_topics': everyAccount,
  'POST /users/me/subscriptions/properties': everyAccount,
  'GET /users/me/{id}/topics': everyAccount,
}

/** Whom the endpoint refuses on servers of a level; undefined where they don't have it. */
export function kindAt(endpoint: string, level: Level): Kind | undefined {
  const row = table[endpoint] ?? {}
  return 'at' in row ? row.at[level] : row
}
