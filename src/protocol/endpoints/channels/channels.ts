import * as z from 'zod/mini'
import { id, textUpTo, topicName, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Channel, ChannelFolder } from '../../entities/organisation.js'
import { object } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits, visibilityPolicies } from '../../rules/limits.js'
import { rules } from '../../rules/rules.js'
import { topicPresentation } from '../messages/messages.js'
import { settingChange } from '../users/userGroups.js'
import { channelSettings, retention } from './subscriptions.js'

const { none, muted, unmuted, followed } = visibilityPolicies

export const channelEndpoints = [
  endpoint('channelFolders.list', 'GET /channel_folders', {
    spec: '4.15',
    since: 'channelFolders',
    params: { include_archived: z._default(z.boolean(), false) },
    response: { channel_folders: z.array(ChannelFolder) },
    upgrade: upgrade['channelFolders.list'],
  }),
  endpoint('channelFolders.create', 'POST /channel_folders/create', {
    access: 'administrator',
    since: 'channelFolders',
    params: {
      name: textUpTo(limits.channelFolderName),
      /** Markdown. */
      description: z._default(textUpTo(limits.channelFolderDescription), ''),
    },
    response: { channel_folder_id: z.int() },
  }),
  endpoint('channelFolders.update', 'PATCH /channel_folders/{channel_folder_id}', {
    access: 'administrator',
    since: 'channelFolders',
    params: {
      channel_folder_id: id,
      name: z.optional(textUpTo(limits.channelFolderName)),
      description: z.optional(textUpTo(limits.channelFolderDescription)),
      is_archived: z.optional(z.boolean()),
    },
    repeatable: 'always',
  }),
  endpoint('channelFolders.reorder', 'PATCH /channel_folders', {
    access: 'administrator',
    since: 'channelFolderOrder',
    params: {
      /** The IDs of all folders. */
      order: z.array(id),
    },
    repeatable: 'always',
  }),
  endpoint('streams.getId', 'GET /get_stream_id', {
    params: { stream: z.string() },
    response: { stream_id: z.int() },
  }),
  endpoint('streams.topics', 'GET /users/me/{stream_id}/topics', {
    params: { stream_id: id, ...topicPresentation },
    response: { topics: z.array(object({ name: z.string(), max_id: z.int() })) },
  }),
  endpoint('streams.create', 'POST /channels/create', {
    access: 'member',
    params: {
      name: z.string(),
      description: z._default(z.string(), ''),
      /** User IDs. */
      subscribers: z.array(id),
      ...channelSettings,
    },
    response: { id: z.int() },
  }),
  endpoint('streams.update', 'PATCH /streams/{stream_id}', {
    params: {
      stream_id: id,
      new_name: z.optional(z.string()),
      description: z.optional(z.string()),
      is_private: z.optional(z.boolean()),
      /** Of a private channel: new subscribers see earlier messages. (default: false if `is_private` is given) */
      history_public_to_subscribers: z.optional(z.boolean()),
      is_default_stream: z.optional(z.boolean()),
      is_web_public: z.optional(z.boolean()),
      message_retention_days: retention,
      /** Only false; to archive a channel, use `streams.archive`. */
      is_archived: z.optional(z.boolean()),
      /** Null removes the channel from its folder. */
      folder_id: z.nullish(id),
      /** Who may post in it. */
      can_send_message_group: z.optional(settingChange),
    },
  }),
  endpoint('streams.archive', 'DELETE /streams/{stream_id}', {
    params: { stream_id: id },
  }),
  endpoint('streams.deleteTopic', 'POST /streams/{stream_id}/delete_topic', {
    spec: '4.6',
    access: 'administrator',
    params: {
      stream_id: id,
      /** May be empty. */
      topic_name: topicName,
    },
    response: {
      /** False if messages are left: repeat the request. */
      complete: z.boolean(),
    },
    repeatable: 'always',
    takesUpTo: limits.deleteTopicSeconds,
    upgrade: upgrade['streams.deleteTopic'],
  }),
  endpoint('streams.list', 'GET /streams', {
    params: {
      include_public: z._default(z.boolean(), true),
      include_subscribed: z._default(z.boolean(), true),
      /** All channels, including private ones that the caller isn't in; for administrators. */
      include_all_active: z._default(z.boolean(), false),
      exclude_archived: z._default(z.boolean(), true),
      /** Also the channels that new users are subscribed to; sets `is_default` on each channel. */
      include_default: z._default(z.boolean(), false),
    },
    response: { streams: z.array(Channel) },
  }),
  endpoint('streams.get', 'GET /streams/{stream_id}', {
    params: { stream_id: id },
    response: { stream: Channel },
  }),
  endpoint('streams.members', 'GET /streams/{stream_id}/members', {
    params: { stream_id: id },
    response: {
      /** User IDs. */
      subscribers: z.array(z.int()),
    },
  }),
  endpoint('streams.getEmail', 'GET /streams/{stream_id}/email_address', {
    params: {
      stream_id: id,
      /** The caller, or one of the caller's bots: the sender of what is sent to the address. (default: the server's own bot) */
      sender_id: z.optional(id),
    },
    response: { email: z.string() },
  }),
  endpoint('subscriptions.isSubscribed', 'GET /users/{user_id}/subscriptions/{stream_id}', {
    params: { user_id: id, stream_id: id },
    response: { is_subscribed: z.boolean() },
  }),
  endpoint('defaultStreams.add', 'POST /default_streams', {
    access: 'administrator',
    params: { stream_id: id },
    repeatable: 'always',
  }),
  endpoint('defaultStreams.remove', 'DELETE /default_streams', {
    access: 'administrator',
    params: { stream_id: id },
    repeatable: 'always',
  }),
  endpoint('topics.setVisibility', 'POST /user_topics', {
    spec: '4.2',
    since: 'userTopics',
    params: {
      stream_id: id,
      /** At most `max_topic_length` code points; may be empty. The topic need not have any messages. */
      topic: topicName,
      /** See `visibilityPolicies`. */
      visibility_policy: z.literal([none, muted, unmuted, followed]),
    },
    repeatable: 'always',
  }),
  endpoint('topics.setMuted', 'PATCH /users/me/subscriptions/muted_topics', {
    spec: '4.3',
    deprecated: 'Use topics.setVisibility where the server has it (level of `userTopics`).',
    params: {
      stream_id: z.optional(id),
      /** The channel's name; prefer `stream_id`. */
      stream: z.optional(z.string()),
      topic: topicName,
      /** `add` mutes, `remove` unmutes. */
      op: word(['add', 'remove']),
    },
    rules: rules['topics.setMuted'],
    repeatable: 'topicMutingIdempotent',
  }),
] as const
