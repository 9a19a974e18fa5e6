import { isObject } from '../../values.js'
import { unmarkedTopic } from '../rules/limits.js'
import type { FeatureId, Has } from './features.js'

/** Converts an older server's response to today's shape. Runs before the response is validated. */
export type Upgrade = (answer: Record<string, unknown>, has: Has) => Record<string, unknown>

/** How servers with `deleteTopicPartiallyCompleted` but without `deleteTopicComplete` reported that messages were left. */
export const partiallyCompleted = { result: 'partially_completed', code: 'REQUEST_TIMEOUT' } as const

const userField: Upgrade = (answer, has) => ({ ...answer, user: upgradeUserIn(answer.user, has) })

const withComplete: Upgrade = (answer, has) => {
  if (has('deleteTopicComplete')) return answer
  return { ...answer, result: 'success', complete: answer.result !== partiallyCompleted.result }
}

/** By endpoint name. Kept apart from the declarations, which import it, since clients need nothing more than this. */
export const upgrade = {
  'streams.deleteTopic': withComplete,
  'messages.markAllRead': withComplete,
  'attachments.list': (answer, has) => inList(answer, 'attachments', (one) => upgradeAttachment(one, has)),
  'linkifiers.list': (answer, has) => inList(answer, 'linkifiers', (linkifier) => upgradeLinkifier(linkifier, has)),
  'presence.list': (answer, has) => {
    if (has('presenceWithoutClients') || typeof answer.presences !== 'object' || answer.presences === null)
      return answer
    const presences = Object.entries(answer.presences).map(([email, clients]) => [email, upgradePresence(clients)])
    return { ...answer, presences: Object.fromEntries(presences) }
  },
  'channelFolders.list': (answer, has) => {
    if (has('channelFolderOrder')) return answer
    return inList(answer, 'channel_folders', (folder, at) => ({ order: at, ...(folder as object) }))
  },
  'server.settings': (answer, has) => {
    if (has('realmUrl') || answer.realm_uri === undefined) return answer
    return { realm_url: answer.realm_uri, ...answer }
  },
  'files.upload': (answer, has) => (has('uploadUrl') ? answer : { url: answer.uri, ...answer }),
  'messages.list': (answer, has) => inList(answer, 'messages', (message) => upgradeMessage(message, has)),
  'messages.get': (answer, has) => ({ ...answer, message: upgradeMessage(answer.message, has) }),
  'events.register': upgradeRegistration,
  'users.getByEmail': userField,
  'users.get': userField,
  'users.me': upgradeUser,
  'users.list': (answer, has) => inList(answer, 'members', (user) => upgradeUserIn(user, has)),
} as const satisfies Readonly<Record<string, Upgrade>>

function inList(
  answer: Record<string, unknown>,
  field: string,
  modern: (item: unknown, at: number) => unknown,
): Record<string, unknown> {
  const list = answer[field]
  return Array.isArray(list) ? { ...answer, [field]: list.map(modern) } : answer
}

/** Converts an older server's attachment to today's shape: milliseconds to seconds, and messages to their IDs. */
function upgradeAttachment(attachment: unknown, has: Has): unknown {
  if (typeof attachment !== 'object' || attachment === null) return attachment
  const { messages, create_time: time, ...rest } = attachment as { messages?: unknown; create_time?: unknown }
  const seconds = typeof time === 'number' && !has('attachmentTimesInSeconds') ? Math.floor(time / 1000) : time
  const ids = Array.isArray(messages)
    ? { message_ids: messages.map((message) => (message as { id?: unknown })?.id) }
    : {}
  return { create_time: seconds, ...rest, ...ids }
}

/** Converts an older server's linkifier to today's shape. */
function upgradeLinkifier(linkifier: unknown, has: Has): unknown {
  if (typeof linkifier !== 'object' || linkifier === null) return linkifier
  if (has('linkifierUrlTemplate') && has('reverseLinkifiers') && has('alternativeUrlTemplates')) return linkifier
  const { url_format, ...rest } = linkifier as Record<string, unknown>
  const filled: Record<string, unknown> = has('linkifierUrlTemplate') ? { ...linkifier } : rest
  if (!has('linkifierUrlTemplate') && typeof url_format === 'string') {
    filled.url_template ??= templateFromFormat(url_format)
  }
  if (!has('reverseLinkifiers')) {
    filled.example_input ??= null
    filled.reverse_template ??= null
  }
  if (!has('alternativeUrlTemplates')) filled.alternative_url_templates ??= []
  return filled
}

/** Converts presence to today's shape: older servers send one entry per client, and repeat the newest as `aggregated`. */
function upgradePresence(clients: unknown): unknown {
  if (typeof clients !== 'object' || clients === null || !('aggregated' in clients)) return clients
  const { aggregated } = clients
  if (typeof aggregated !== 'object' || aggregated === null) return clients
  const { pushable: _, ...entry } = { ...aggregated, client: 'website' } as Record<string, unknown>
  return { aggregated: entry, website: { ...entry, pushable: false } }
}

/** Converts a user in a response to today's shape; returns anything else unchanged. */
function upgradeUserIn(user: unknown, has: Has): unknown {
  return typeof user === 'object' && user !== null ? upgradeUser(user as Record<string, unknown>, has) : user
}

/** Adds the fields that older servers omit from a user, and drops those that newer ones omit; leaves today's unchanged. */
function upgradeUser(user: Record<string, unknown>, has: Has): Record<string, unknown> {
  if (has('billingAdminRemoved') && has('deliveryEmailAlways') && has('importedStub')) return user
  const { is_billing_admin: _, ...rest } = user
  const filled: Record<string, unknown> = has('billingAdminRemoved') ? { ...user } : rest
  if (!has('deliveryEmailAlways')) filled.delivery_email ??= user.is_bot === true ? user.email : null
  if (!has('importedStub')) filled.is_imported_stub ??= false
  return filled
}

/** Today's names of older fields in the response of `POST /register`; undefined if the field no longer exists. */
const olderFields: Readonly<Record<string, string | undefined>> = {
  realm_notifications_stream_id: 'realm_new_stream_announcements_stream_id',
  realm_signup_notifications_stream_id: 'realm_signup_announcements_stream_id',
  realm_giphy_rating: 'realm_gif_rating_policy',
  giphy_rating_options: 'gif_rating_policy_options',
  gif_rating_options: 'gif_rating_policy_options',
  realm_add_custom_emoji_policy: undefined,
  realm_allow_community_topic_editing: undefined,
  realm_bot_creation_policy: undefined,
  realm_community_topic_editing_limit_seconds: undefined,
  realm_delete_own_message_policy: undefined,
  realm_edit_topic_policy: undefined,
  realm_invite_to_realm_policy: undefined,
  realm_is_zephyr_mirror_realm: undefined,
  realm_invite_to_stream_policy: undefined,
  realm_move_messages_between_streams_policy: undefined,
  realm_private_message_policy: undefined,
  realm_user_group_edit_policy: undefined,
  can_subscribe_other_users: undefined,
  push_devices: undefined,
}

/** Renames the fields of a queue's initial state to today's names, and drops those that no longer exist. */
function upgradeRegistration(answer: Readonly<Record<string, unknown>>, has: Has): Record<string, unknown> {
  const entries = Object.entries(answer).flatMap(([name, value]) => {
    const today = Object.hasOwn(olderFields, name) ? olderFields[name] : name
    if (today === undefined || (name === 'is_billing_admin' && !has('billingAdminRemoved'))) return []
    return [[today, name === 'realm_default_streams' ? channelIds(value) : value] as const]
  })
  return Object.fromEntries(entries)
}

/** Older servers list whole channels. */
function channelIds(channels: unknown): unknown {
  return Array.isArray(channels) ? channels.map((one) => (isObject(one) ? one.stream_id : one)) : channels
}

/** Converts an older server's message to today's shape. */
function upgradeMessage(message: unknown, has: Has): unknown {
  if (has('lastMovedTimestamp') || !isObject(message)) return message
  const { reactions, edit_history } = message
  return withMoveTime({
    ...message,
    ...(Array.isArray(reactions) && { reactions: reactions.map(withoutUser) }),
    ...(Array.isArray(edit_history) && { edit_history: edit_history.map(editWithTopic) }),
  })
}

function withoutUser(reaction: unknown): unknown {
  if (!isObject(reaction)) return reaction
  const { user: _, ...rest } = reaction
  return rest
}

function editWithTopic(edit: unknown): unknown {
  if (!isObject(edit) || edit.prev_subject === undefined) return edit
  const { prev_subject, ...rest } = edit
  return { prev_topic: prev_subject, ...rest }
}

/**
 * Tells the time of moves from that of edits: an older server's `last_edit_timestamp` also covered moves, which the history
 * tells from edits. Without a history, the message stays as it is.
 */
function withMoveTime(message: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(message.edit_history)) return message
  const { last_edit_timestamp: _, ...rest } = message
  const history = message.edit_history.filter(isObject)
  const edited = newest(history.filter((edit) => edit.prev_content !== undefined))
  const moved = newest(history.filter(isMove))
  return {
    ...rest,
    ...(edited !== undefined && { last_edit_timestamp: edited }),
    ...(moved !== undefined && { last_moved_timestamp: moved }),
  }
}

function isMove({ prev_stream, prev_topic, topic }: Record<string, unknown>): boolean {
  if (prev_stream !== undefined) return true
  // Servers without `topic` send `prev_topic` only for a change of it.
  if (prev_topic !== undefined && topic === undefined) return true
  return prev_topic !== undefined && unmarkedTopic(String(prev_topic)) !== unmarkedTopic(String(topic))
}

/** A history starts with the newest edit. */
function newest(history: readonly Record<string, unknown>[]): unknown {
  return history[0]?.timestamp
}

/** A parameter that has another name and another format on servers without a feature. */
export interface OlderParameter {
  readonly endpoint: string
  readonly parameter: string
  readonly since: FeatureId
  readonly olderName: string
  toOlder(text: string): string
  fromOlder(text: string): string
}

export const olderParameters: readonly OlderParameter[] = [
  ...['linkifiers.create', 'linkifiers.update'].map((endpoint) => ({
    endpoint,
    parameter: 'url_template',
    since: 'linkifierUrlTemplate' as const,
    olderName: 'url_format_string',
    toOlder: formatFromTemplate,
    fromOlder: templateFromFormat,
  })),
  {
    endpoint: 'realm.addPlayground',
    parameter: 'url_template',
    since: 'playgroundTemplate',
    olderName: 'url_prefix',
    toOlder: prefixFromTemplate,
    fromOlder: (prefix) => `${prefix}{code}`,
  },
]

/** Converts a playground's template to what older servers have: the code comes after it. */
export function prefixFromTemplate(template: string): string {
  return template.replace(/\{code\}$/, '')
}

/** Converts a template to the format of older servers: `%(id)s` for a placeholder, `%%` for a percent sign. */
export function formatFromTemplate(template: string): string {
  return template.replaceAll('%', '%%').replaceAll(/\{(\w+)\}/g, '%($1)s')
}

function templateFromFormat(format: string): string {
  return format.replaceAll(/%\((\w+)\)s|%%/g, (_, name: string | undefined) => (name === undefined ? '%' : `{${name}}`))
}
