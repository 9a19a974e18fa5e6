import * as z from 'zod/mini'
import { queueNarrow } from '../../encoding/narrow.js'
import { endpoint } from '../../endpoint.js'
import { Event } from '../../entities/event.js'
import { registeredState } from '../../entities/registeredState.js'
import { object, optionalFields } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'
import { clientCapabilities, eventRules } from '../../rules/limits.js'
import { UserSettings } from '../../rules/userSettings.js'

/** A server that gets any of them insists on `notification_settings_null`. */
const capabilities = object({
  ...optionalFields(clientCapabilities, z.boolean()),
  notification_settings_null: z.boolean(),
})

export const eventEndpoints = [
  endpoint('events.register', 'POST /register', {
    params: {
      /** Types of the events to receive. (default: all of them) */
      event_types: z.nullish(z.array(z.string())),
      /** Types of the data to include in the response. (default: `event_types`) */
      fetch_event_types: z.nullish(z.array(z.string())),
      /**
       * Which messages to receive, as `[operator, operand]` pairs with the operators `channel`, `topic`, `sender` and `is`.
       * (default: all that the caller receives)
       */
      narrow: queueNarrow,
      /** Also messages of public channels that the caller isn't subscribed to. */
      all_public_streams: z._default(z.boolean(), false),
      /** Return the `content` of messages as HTML. */
      apply_markdown: z._default(z.boolean(), false),
      client_gravatar: z._default(z.boolean(), true),
      /** Include the subscribers in the data of channels. */
      include_subscribers: z._default(z.boolean(), false),
      /** Return presence by user ID, with timestamps. */
      slim_presence: z.optional(z.boolean()),
      /** What the client supports, see `clientCapabilities`. */
      client_capabilities: z.optional(capabilities),
      /** Seconds that the queue lives without a request for its events. */
      idle_queue_timeout: z.optional(z.int().check(z.minimum(1))),
    },
    response: {
      queue_id: z.string(),
      /** The `last_event_id` for the first `events.get`: -1. */
      last_event_id: z.int(),
      /** Seconds that the queue lives without a request for its events. */
      idle_queue_timeout_secs: z.optional(z.int()),
      svc_version: z.optional(z.string()),
      svc_feature_level: z.optional(z.int()),
      svc_merge_base: z.optional(z.string()),
      /** Seconds after which a client should give up waiting for a response of `events.get`. */
      event_queue_longpoll_timeout_seconds: z.optional(z.int()),
      /** -1 if there are no messages. */
      max_message_id: z.optional(z.int()),
      max_message_length: z.optional(z.int()),
      max_topic_length: z.optional(z.int()),
      realm_empty_topic_display_name: z.optional(z.string()),
      /** The caller's settings. */
      user_settings: z.optional(UserSettings),
      ...registeredState,
    },
    upgrade: upgrade['events.register'],
  }),
  endpoint('events.get', 'GET /events', {
    params: {
      queue_id: z.string(),
      /** The newest event that the caller has received; this request makes the server forget older ones. */
      last_event_id: z.int(),
      /** Answer at once, even if there are no events. */
      dont_block: z._default(z.boolean(), false),
    },
    response: { events: z.array(Event), queue_id: z.optional(z.string()) },
    takesUpTo: eventRules.longPoll,
  }),
  endpoint('events.deleteQueue', 'DELETE /events', {
    params: { queue_id: z.string() },
  }),
] as const
