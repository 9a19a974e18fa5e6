/**
 * How event queues live. All of it is assumed. Times are seconds.
 */
export const eventRules = {
  /** Silence after which a waiting client is sent a `heartbeat` event. */
  heartbeat: 50,
  /** How long clients should wait for an answer to a request for events. */
  longPoll: 90,
  /** How long a queue lives without a request for its events. */
  queueLife: 600,
  /** The longest life that a client may ask for. */
  longestQueueLife: 7 * 24 * 60 * 60,
} as const

/** What clients of a newer kind say that they can take; everything is off unless said. */
export const clientCapabilities = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
] as const
export type ClientCapability = (typeof clientCapabilities)[number]
