import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Subscription } from '../../entities/organisation.js'
import { plainObject } from '../../entity.js'

/** Users by ID or by address. (default: the caller) */
const principals = z.optional(z.union([z.array(id), z.array(z.string())]))

/** Days after which messages are deleted, `unlimited` or `realm_default`. */
export const retention = z.optional(z.union([z.int(), z.string()]))

/** Of the channels that a request creates. */
export const channelSettings = {
  /** Make the channels that this request creates private. */
  invite_only: z._default(z.boolean(), false),
  /** Of a private channel: new subscribers see earlier messages. (default: false) */
  history_public_to_subscribers: z.optional(z.boolean()),
  /** Announce it in the organisation's channel for that, if there is one. */
  announce: z.optional(z.boolean()),
  is_default_stream: z.optional(z.boolean()),
  is_web_public: z.optional(z.boolean()),
  message_retention_days: retention,
  folder_id: z.optional(id),
}

export const subscriptionEndpoints = [
  endpoint('subscriptions.list', 'GET /users/me/subscriptions', {
    params: {
      /** Include the channels' subscribers. */
      include_subscribers: z._default(z.boolean(), false),
    },
    response: { subscriptions: z.array(Subscription) },
  }),
  endpoint('subscriptions.add', 'POST /users/me/subscriptions', {
    access: 'member',
    params: {
      subscriptions: z.array(
        plainObject({ name: z.string(), description: z.optional(z.string()), color: z.optional(z.string()) }),
      ),
      principals,
      /** Reject the whole request if subscribing to one of the channels isn't allowed. */
      authorization_errors_fatal: z._default(z.boolean(), true),
      ...channelSettings,
    },
    response: {
      /** Channel names, by user ID; by API address before the level of `subscribedById`. */
      subscribed: z.record(z.string(), z.array(z.string())),
      already_subscribed: z.record(z.string(), z.array(z.string())),
      /** Names of channels to which subscribing isn't allowed. */
      unauthorized: z.optional(z.array(z.string())),
    },
    repeatable: 'always',
  }),
  endpoint('subscriptions.remove', 'DELETE /users/me/subscriptions', {
    params: {
      /** Channel names. */
      subscriptions: z.array(z.string()),
      principals,
    },
    response: {
      removed: z.array(z.string()),
      /** Channels that one of the users wasn't subscribed to. */
      not_removed: z.array(z.string()),
    },
    repeatable: 'always',
  }),
  endpoint('subscriptions.setProperties', 'POST /users/me/subscriptions/properties', {
    params: {
      subscription_data: z.array(
        plainObject({
          stream_id: id,
          /** `is_muted`, `in_home_view` (its opposite), `pin_to_top`, `color`, or one of the notification settings. */
          property: z.string(),
          /** A string for `color`, such as `#76ce90`. */
          value: z.union([z.boolean(), z.string()]),
        }),
      ),
    },
    repeatable: 'always',
  }),
] as const
