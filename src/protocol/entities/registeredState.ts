import * as z from 'zod/mini'
import { object } from '../entity.js'
import {
  Channel,
  ChannelFolder,
  CustomEmoji,
  Linkifier,
  Playground,
  ProfileField,
  RealmDomain,
  Subscription,
  UserGroup,
  UserPresence,
} from './organisation.js'
import { Draft, Reminder, SavedSnippet, ScheduledMessage } from './unsentMessage.js'
import { ManagedBot, User } from './user.js'

const uncheckedSchemas = new WeakMap<z.core.$ZodType, z.ZodMiniType>()

/** A field whose schema isn't checked: with this much data, one wrong detail must not prevent the registration. */
function unchecked<Schema extends z.ZodMiniType>(schema: Schema) {
  const field = z.optional(z.unknown())
  uncheckedSchemas.set(field, schema)
  return field as unknown as z.ZodMiniOptional<z.ZodMiniType<z.output<Schema>, z.output<Schema>>>
}

/** What an unchecked field should hold; undefined for any other schema. */
export function uncheckedSchema(schema: z.core.$ZodType): z.ZodMiniType | undefined {
  return uncheckedSchemas.get(schema)
}

/**
 * The data that registering a queue returns, depending on the requested types. A server sends further fields, which
 * `client.request` returns. The shapes are assumed.
 */
export const registeredState = {
  realm_name: unchecked(z.string()),
  realm_url: unchecked(z.string()),
  realm_description: unchecked(z.string()),
  /** Active users. */
  realm_users: unchecked(z.array(User)),
  realm_non_active_users: unchecked(z.array(User)),
  /** The server's own bots. */
  cross_realm_bots: unchecked(z.array(User)),
  /** The bots that the caller manages. */
  realm_bots: unchecked(z.array(ManagedBot)),
  /** Keyed by ID. */
  realm_emoji: unchecked(z.record(z.string(), CustomEmoji)),
  realm_linkifiers: unchecked(z.array(Linkifier)),
  realm_playgrounds: unchecked(z.array(Playground)),
  realm_domains: unchecked(z.array(RealmDomain)),
  realm_user_groups: unchecked(z.array(UserGroup)),
  /** Channel IDs. */
  realm_default_streams: unchecked(z.array(z.number())),
  custom_profile_fields: unchecked(z.array(ProfileField)),
  channel_folders: unchecked(z.array(ChannelFolder)),
  streams: unchecked(z.array(Channel)),
  subscriptions: unchecked(z.array(Subscription)),
  /** Channels that the caller used to be subscribed to. */
  unsubscribed: unchecked(z.array(Subscription)),
  /** Channels that the caller was never subscribed to. */
  never_subscribed: unchecked(z.array(Channel)),
  scheduled_messages: unchecked(z.array(ScheduledMessage)),
  reminders: unchecked(z.array(Reminder)),
  drafts: unchecked(z.array(Draft)),
  saved_snippets: unchecked(z.array(SavedSnippet)),
  alert_words: unchecked(z.array(z.string())),
  /** Keyed by the users' API addresses. */
  presences: unchecked(z.record(z.string(), UserPresence)),
  /** UNIX seconds, with a fraction. */
  server_timestamp: unchecked(z.number()),
  /** Timestamps in UNIX seconds. */
  muted_users: unchecked(z.array(object({ id: z.number(), timestamp: z.number() }))),
  /** `last_updated` in UNIX seconds. */
  user_topics: unchecked(
    z.array(
      object({
        stream_id: z.number(),
        topic_name: z.string(),
        last_updated: z.number(),
        visibility_policy: z.number(),
      }),
    ),
  ),
}
