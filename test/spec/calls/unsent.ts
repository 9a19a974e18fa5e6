import type { Unsent } from './format.js'

/** Rules of section 4 that need no server to be checked. */
export const unsent: readonly Unsent[] = [
  {
    spec: ['4.1/rule 1'],
    title: 'a new type without the recipient',
    call: (client) => client.scheduledMessages.edit({ scheduled_message_id: 1, type: 'direct' }),
    names: /\bto\b/,
  },
  {
    spec: ['4.1/rule 2'],
    title: 'the new type channel without a topic',
    call: (client) => client.scheduledMessages.edit({ scheduled_message_id: 1, type: 'channel', to: 2 }),
    names: /\btopic\b/,
  },
  {
    spec: ['4.1/rule 4', '4.1/rule 2'],
    title: 'the new type channel with an empty topic',
    call: (client) => client.scheduledMessages.edit({ scheduled_message_id: 1, type: 'stream', to: 2, topic: '' }),
    names: /\btopic\b/,
  },
  {
    spec: ['4.3/stream'],
    title: 'both stream_id and stream',
    call: (client) => client.topics.setMuted({ stream_id: 1, stream: 'general', topic: 'lunch', op: 'add' }),
    names: /\bstream/,
  },
  {
    spec: ['4.3/stream'],
    title: 'neither stream_id nor stream',
    call: (client) => client.topics.setMuted({ topic: 'lunch', op: 'add' }),
    names: /\bstream/,
  },
  {
    spec: ['4.5/60', '8/status text', '7/6'],
    title: 'a status of 61 code points',
    call: (client) => client.users.setStatus({ user_id: 10, status_text: '🥖'.repeat(61) }),
    names: /\bstatus_text\b/,
  },
  {
    spec: ['4.5/emoji_name', '7/7'],
    title: 'emoji_code without emoji_name',
    call: (client) => client.users.setStatus({ user_id: 10, emoji_code: '1f697' }),
    names: /\bemoji_name\b/,
  },
  {
    spec: ['4.5/emoji_name', '7/7'],
    title: 'reaction_type without emoji_name',
    call: (client) => client.users.setStatus({ user_id: 10, status_text: 'busy', reaction_type: 'unicode_emoji' }),
    names: /\bemoji_name\b/,
  },
  {
    spec: ['4.5/something', '7/5'],
    title: 'a status without any new value',
    call: (client) => client.users.setStatus({ user_id: 10 }),
    names: /\bstatus_text\b|\bemoji_name\b/,
  },
]

/** Endpoints of section 4 that a server of the level before does not have, and that have no older way. */
export const tooOld: readonly Unsent[] = [
  {
    spec: ['level/39', '4.4'],
    title: 'a lookup by address',
    level: 38,
    call: (client) => client.users.getByEmail({ email: 'hamlet@example.com' }),
    names: /\b39\b/,
  },
  {
    spec: ['level/127', '4.8'],
    title: 'a question for membership',
    level: 126,
    call: (client) => client.userGroups.isMember({ user_group_id: 20, user_id: 12 }),
    names: /\b127\b/,
  },
  {
    spec: ['level/184', '4.1'],
    title: 'an edit of a scheduled message',
    level: 183,
    call: (client) => client.scheduledMessages.edit({ scheduled_message_id: 1, content: 'Hello' }),
    names: /\b184\b/,
  },
  {
    spec: ['level/202', '4.17'],
    title: 'an order of linkifiers',
    level: 201,
    call: (client) => client.linkifiers.reorder({ ordered_linkifier_ids: [1] }),
    names: /\b202\b/,
  },
  {
    spec: ['level/290', '4.13'],
    title: 'a deactivation of a group',
    level: 289,
    call: (client) => client.userGroups.deactivate({ user_group_id: 22 }),
    names: /\b290\b/,
  },
  {
    spec: ['level/389', '4.15'],
    title: 'a list of channel folders',
    level: 388,
    call: (client) => client.channelFolders.list({}),
    names: /\b389\b/,
  },
  {
    spec: ['level/407', '4.5'],
    title: 'a status for somebody else',
    level: 406,
    call: (client) => client.users.setStatus({ user_id: 10, status_text: 'busy' }),
    names: /\b407\b/,
  },
  {
    spec: ['level/465', '4.16'],
    title: 'a call',
    level: 464,
    call: (client) => client.calls.create({ room_name: 'Morning' }),
    names: /\b465\b/,
  },
]
