import type { EndpointName, Params } from 'earshot/protocol'

/** The event queue that is made first, see `prepare`. */
const firstQueue = '98abd769-0820-62e3-2946-cf1ae0059b79'

/**
 * For every endpoint: somebody who may call it, and parameters with which it succeeds in the organisation `bakery`. The
 * message 111 is the first that is sent there, see `prepare`.
 */
export const valid: { readonly [Name in EndpointName]: { readonly as: string; readonly params: Params<Name> } } = {
  'scheduledMessages.edit': { as: 'iago', params: { scheduled_message_id: 1, content: 'Lunch in five minutes' } },
  'topics.setVisibility': { as: 'hamlet', params: { stream_id: 2, topic: 'lunch', visibility_policy: 1 } },
  'topics.setMuted': { as: 'hamlet', params: { stream_id: 2, topic: 'lunch', op: 'add' } },
  'users.getByEmail': { as: 'hamlet', params: { email: 'iago@example.com' } },
  'users.setStatus': { as: 'iago', params: { user_id: 10, status_text: 'baking', emoji_name: 'bread' } },
  'streams.deleteTopic': { as: 'iago', params: { stream_id: 2, topic_name: 'lunch' } },
  'users.deactivate': { as: 'desdemona', params: { user_id: 10 } },
  'userGroups.isMember': { as: 'hamlet', params: { user_group_id: 20, user_id: 12 } },
  'linkifiers.list': { as: 'polonius', params: {} },
  'attachments.delete': { as: 'hamlet', params: { attachment_id: 2 } },
  'presence.list': { as: 'hamlet', params: {} },
  'users.mute': { as: 'hamlet', params: { muted_user_id: 11 } },
  'userGroups.deactivate': { as: 'desdemona', params: { user_group_id: 22 } },
  'profileFields.reorder': { as: 'iago', params: { order: [4, 3, 2, 1] } },
  'channelFolders.list': { as: 'hamlet', params: { include_archived: true } },
  'calls.create': { as: 'hamlet', params: { room_name: 'standup' } },
  'linkifiers.reorder': { as: 'iago', params: { ordered_linkifier_ids: [3, 1, 2] } },
  'emoji.list': { as: 'polonius', params: {} },
  'outgoingWebhook.latest': { as: 'echo', params: {} },
  'server.settings': { as: 'hamlet', params: {} },
  'messages.send': { as: 'hamlet', params: { type: 'channel', to: 2, topic: 'lunch', content: 'Bread?' } },
  'messages.edit': { as: 'hamlet', params: { message_id: 111, content: 'Soup!' } },
  'messages.delete': { as: 'iago', params: { message_id: 106 } },
  'messages.list': { as: 'hamlet', params: { anchor: 'newest', num_before: 3, num_after: 0 } },
  'messages.get': { as: 'hamlet', params: { message_id: 106, apply_markdown: false } },
  'reactions.add': { as: 'hamlet', params: { message_id: 105, emoji_name: 'heart' } },
  'reactions.remove': { as: 'iago', params: { message_id: 102, emoji_name: 'heart' } },
  'users.me': { as: 'hamlet', params: {} },
  'users.list': { as: 'hamlet', params: {} },
  'users.get': { as: 'hamlet', params: { user_id: 8 } },
  'users.unmute': { as: 'othello', params: { muted_user_id: 11 } },
  'streams.list': { as: 'hamlet', params: {} },
  'streams.get': { as: 'hamlet', params: { stream_id: 2 } },
  'files.upload': { as: 'hamlet', params: { file: new File(['Rye'], 'rye.txt', { type: 'text/plain' }) } },
  'scheduledMessages.list': { as: 'iago', params: {} },
  'scheduledMessages.create': {
    as: 'hamlet',
    params: { type: 'direct', to: [8], content: 'Later', scheduled_delivery_timestamp: 4_000_000_000 },
  },
  'scheduledMessages.delete': { as: 'iago', params: { scheduled_message_id: 2 } },
  'userGroups.list': { as: 'hamlet', params: {} },
  'attachments.list': { as: 'hamlet', params: {} },
  'profileFields.list': { as: 'hamlet', params: {} },
  'events.register': { as: 'hamlet', params: { event_types: ['message', 'realm'], apply_markdown: true } },
  'events.get': { as: 'hamlet', params: { queue_id: firstQueue, last_event_id: -1, dont_block: true } },
  'events.deleteQueue': { as: 'hamlet', params: { queue_id: firstQueue } },
}
