import type { EndpointName } from '../../protocol/index.js'

/** An endpoint with its own tool, since agents need it often. */
export interface ChosenTool {
  readonly name: string
  readonly endpoint: EndpointName
  /** Its parameters that the tool takes. */
  readonly takes?: readonly string[]
  readonly advice?: string
  readonly fixed?: Readonly<Record<string, unknown>>
  /** The fields of a response to return. (default: all) */
  readonly keep?: readonly string[]
}

const account = ['user_id', 'full_name', 'email', 'is_bot', 'is_active', 'role']
const message = [
  'id',
  'sender_id',
  'sender_full_name',
  'display_recipient',
  'subject',
  'timestamp',
  'content',
  'reactions',
]
const markdown = { apply_markdown: false }
const where =
  'A message in a channel has the `type` `channel`, the name of the channel as `to`, and a `topic`; a direct one the `type` `direct` and user IDs as `to`.'

export const chosenTools: readonly ChosenTool[] = [
  { name: 'whoami', endpoint: 'users.me', keep: account },
  { name: 'list_users', endpoint: 'users.list', keep: account },
  { name: 'list_groups', endpoint: 'userGroups.list', keep: ['id', 'name', 'description', 'members'] },
  { name: 'list_channels', endpoint: 'streams.list', keep: ['stream_id', 'name', 'description', 'invite_only'] },
  { name: 'list_topics', endpoint: 'streams.topics', takes: ['stream_id'] },
  { name: 'list_members', endpoint: 'streams.members', takes: ['stream_id'] },
  { name: 'get_message', endpoint: 'messages.get', takes: ['message_id'], fixed: markdown, keep: message },
  { name: 'send_message', endpoint: 'messages.send', takes: ['type', 'to', 'topic', 'content'], advice: where },
  {
    name: 'schedule_message',
    endpoint: 'scheduledMessages.create',
    takes: ['type', 'to', 'topic', 'content', 'scheduled_delivery_timestamp'],
    advice: `${where} The time is in UNIX seconds.`,
  },
  { name: 'edit_message', endpoint: 'messages.edit', takes: ['message_id', 'content', 'topic', 'propagate_mode'] },
  { name: 'delete_message', endpoint: 'messages.delete', takes: ['message_id'] },
  { name: 'add_reaction', endpoint: 'reactions.add', takes: ['message_id', 'emoji_name'] },
  {
    name: 'remove_reaction',
    endpoint: 'reactions.remove',
    takes: ['message_id', 'emoji_name', 'reaction_type'],
    advice: "An emoji of the organization's own has the `reaction_type` `realm_emoji`.",
  },
  {
    name: 'flag_messages',
    endpoint: 'messages.updateFlags',
    takes: ['messages', 'op', 'flag'],
    advice: 'Flags are `read` and `starred`.',
  },
  { name: 'subscribe', endpoint: 'subscriptions.add', takes: ['subscriptions', 'principals'] },
  { name: 'unsubscribe', endpoint: 'subscriptions.remove', takes: ['subscriptions', 'principals'] },
]
