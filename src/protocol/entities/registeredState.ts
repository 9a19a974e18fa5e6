import * as z from 'zod/mini'
import type { Draft, SavedSnippet } from './draft.js'
import type {
  Channel,
  ChannelFolder,
  CustomEmoji,
  Linkifier,
  ProfileField,
  Subscription,
  UserGroup,
  UserPresence,
} from './organisation.js'
import type { ScheduledMessage } from './scheduledMessage.js'
import type { ManagedBot, User } from './user.js'

/** A field that is returned as received: with this much data, one wrong detail must not cost the caller the queue. */
function unchecked<Type>() {
  return z.optional(z.unknown()) as unknown as z.ZodMiniOptional<z.ZodMiniType<Type, Type>>
}

/**
 * The data that registering a queue returns, depending on the requested types. A server sends further fields, which
 * `client.request` returns. The shapes are assumed.
 */
export const registeredState = {
  realm_name: unchecked<string>(),
  realm_url: unchecked<string>(),
  realm_description: unchecked<string>(),
  /** Active users. */
  realm_users: unchecked<User[]>(),
  realm_non_active_users: unchecked<User[]>(),
  /** The service's own bots. */
  cross_realm_bots: unchecked<User[]>(),
  /** The bots that the caller manages. */
  realm_bots: unchecked<ManagedBot[]>(),
  /** By ID. */
  realm_emoji: unchecked<Record<string, CustomEmoji>>(),
  realm_linkifiers: unchecked<Linkifier[]>(),
  realm_user_groups: unchecked<UserGroup[]>(),
  /** Channel IDs. */
  realm_default_streams: unchecked<number[]>(),
  custom_profile_fields: unchecked<ProfileField[]>(),
  channel_folders: unchecked<ChannelFolder[]>(),
  streams: unchecked<Channel[]>(),
  subscriptions: unchecked<Subscription[]>(),
  /** Channels that the caller used to be subscribed to. */
  unsubscribed: unchecked<Subscription[]>(),
  /** Channels that the caller was never subscribed to. */
  never_subscribed: unchecked<Channel[]>(),
  scheduled_messages: unchecked<ScheduledMessage[]>(),
  drafts: unchecked<Draft[]>(),
  saved_snippets: unchecked<SavedSnippet[]>(),
  alert_words: unchecked<string[]>(),
  /** By the users' API addresses. */
  presences: unchecked<Record<string, UserPresence>>(),
  /** UNIX seconds, with a fraction. */
  server_timestamp: unchecked<number>(),
  /** ID and UNIX seconds. */
  muted_users: unchecked<{ id: number; timestamp: number }[]>(),
  user_topics:
    unchecked<{ stream_id: number; topic_name: string; last_updated: number; visibility_policy: number }[]>(),
}
