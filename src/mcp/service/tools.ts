import * as z from 'zod'
import { callNamed } from '../../client/callNamed.js'
import type { Client } from '../../client/index.js'
import { EarshotError } from '../../errors.js'
import { type Endpoint, readsOnly } from '../../protocol/endpoint.js'
import { type EndpointName, endpointNamed, type Message, type Params } from '../../protocol/index.js'
import { withoutSecrets } from '../../simulator/journal/recorder.js'
import { withoutUndefined } from '../../values.js'
import { type BoundTool, type Tool, toolsFor } from '../tool.js'

/** Makes the tools for a server; those that change something only where writes are allowed. */
export function serviceTools(client: Client, { allowWrites }: { readonly allowWrites: boolean }): readonly BoundTool[] {
  const call = callTool(allowWrites)
  const chosen = allowWrites ? chosenTools : chosenTools.filter(({ annotations }) => annotations.readOnlyHint === true)
  return [...chosen, call].map((one) => ({ ...one, run: async (args) => withoutSecrets(await one.run(args, client)) }))
}

const anyTool = toolsFor<Client>()

/** A tool that calls an endpoint, whose declaration says whether it writes. */
function tool<Shape extends z.ZodRawShape>(
  name: string,
  endpoint: EndpointName,
  description: string,
  shape: Shape,
  run: (args: z.infer<z.ZodObject<Shape>>, client: Client) => Promise<unknown>,
): Tool<Client> {
  return anyTool(name, description, hintsOf(endpointNamed(endpoint)), shape, run)
}

function hintsOf(endpoint: Endpoint) {
  if (readsOnly(endpoint)) return { readOnlyHint: true, openWorldHint: true }
  const destructiveHint = endpoint.method === 'DELETE' || endpoint.method === 'PATCH'
  const idempotentHint = endpoint.repeatable === 'always'
  return { readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint: true }
}

function callTool(allowWrites: boolean): Tool<Client> {
  const hints = { readOnlyHint: !allowWrites, destructiveHint: allowWrites, openWorldHint: true }
  const what = allowWrites ? 'any endpoint' : 'any endpoint that only reads'
  return anyTool(
    'call',
    `Calls ${what} of the chat server's API; \`find\` knows their names and parameters. Keys and tokens in the answer are masked.`,
    hints,
    {
      endpoint: z.string().describe('Its name, such as `users.getByEmail`'),
      parameters: z.record(z.string(), z.unknown()).default({}).describe('Its parameters by name'),
    },
    async ({ endpoint: name, parameters }, client) => {
      const endpoint = endpointNamed(name as EndpointName) as Endpoint | undefined
      if (endpoint === undefined) {
        throw new EarshotError('NO_ENDPOINT', `No endpoint is called "${name}". Look for it with the tool \`find\`.`)
      }
      if (!allowWrites && !readsOnly(endpoint)) {
        const advice =
          'This server of tools only reads. Whoever configured it allows more by `earshot mcp --allow-writes`.'
        throw new EarshotError('READ_ONLY', `${name} was not called, since it writes. ${advice}`)
      }
      return callNamed(client, name as EndpointName, parameters)
    },
  )
}

const text = z.string().min(1)
const content = text.describe('Markdown')
const messageId = z.int().describe("The message's ID")
const emoji = text.describe('The name of an emoji, such as `tada`')
const channels = z.array(text).min(1).describe('Names of channels')
const userIds = z.array(z.int()).min(1)
const place = {
  channel: text.optional().describe("The channel's name, for a message in a topic"),
  topic: text.optional(),
  people: userIds.optional().describe("The others' user IDs, for a direct message"),
}

const chosenTools: readonly Tool<Client>[] = [
  tool('whoami', 'users.me', 'Says which account this is, at which server.', {}, async (_, client) => {
    const { user_id, full_name, email, is_bot, role } = await client.users.me()
    return { user_id, full_name, email, is_bot, role, site: client.site, feature_level: await client.featureLevel() }
  }),
  tool('list_channels', 'streams.list', 'Lists the channels that the account can see.', {}, async (_, client) => {
    const { streams } = await client.streams.list()
    return streams.map(({ stream_id, name, description, invite_only }) => ({
      stream_id,
      name,
      description,
      invite_only,
    }))
  }),
  tool(
    'list_topics',
    'streams.topics',
    'Lists the topics of a channel, the newest first.',
    { channel: text },
    async ({ channel }, client) => {
      const { stream_id } = await client.streams.getId({ stream: channel })
      return (await client.streams.topics({ stream_id })).topics
    },
  ),
  tool(
    'list_users',
    'users.list',
    'Lists people and bots, or those whose name or address contains a text.',
    { query: text.optional() },
    async ({ query = '' }, client) => {
      const { members } = await client.users.list()
      return members
        .filter(({ full_name, email }) => `${full_name}\n${email}`.toLowerCase().includes(query.toLowerCase()))
        .map(({ user_id, full_name, email, is_bot, is_active, role }) => ({
          user_id,
          full_name,
          email,
          is_bot,
          is_active,
          role,
        }))
    },
  ),
  tool('list_groups', 'userGroups.list', 'Lists the user groups.', {}, (_, client) => client.userGroups.list()),
  tool(
    'list_members',
    'streams.members',
    'Lists the user IDs of the subscribers of a channel.',
    { channel: text },
    async ({ channel }, client) => {
      const { stream_id } = await client.streams.getId({ stream: channel })
      return client.streams.members({ stream_id })
    },
  ),
  tool(
    'read_messages',
    'messages.list',
    'Reads the newest messages that fulfil all conditions, oldest first.',
    {
      ...place,
      sender: text.optional().describe("The sender's address"),
      search: text.optional().describe('Words that they contain'),
      is: z.array(z.enum(['unread', 'mentioned', 'starred', 'dm', 'alerted', 'resolved'])).optional(),
      before: z.int().optional().describe('Only messages before the one with this ID'),
      limit: z.int().min(1).max(200).default(20),
    },
    async ({ before, limit, ...conditions }, client) => {
      const { messages } = await client.messages.list({
        anchor: before ?? 'newest',
        include_anchor: before === undefined,
        num_before: limit,
        num_after: 0,
        narrow: narrowOf(conditions),
        apply_markdown: false,
      })
      return messages.map(shortMessage)
    },
  ),
  tool('get_message', 'messages.get', 'Reads one message.', { message: messageId }, async ({ message }, client) =>
    shortMessage((await client.messages.get({ message_id: message, apply_markdown: false })).message),
  ),
  tool(
    'send_message',
    'messages.send',
    'Sends a message to a topic of a channel, or directly to people.',
    { ...place, content },
    ({ content, ...where }, client) => client.messages.send({ ...targetOf(where), content }),
  ),
  tool(
    'schedule_message',
    'scheduledMessages.create',
    'Has a message sent later.',
    { ...place, content, at: z.iso.datetime({ offset: true }).describe('When, such as `2026-01-31T09:00:00Z`') },
    ({ content, at, ...where }, client) =>
      client.scheduledMessages.create({
        ...targetOf(where),
        content,
        scheduled_delivery_timestamp: Math.floor(Date.parse(at) / 1000),
      }),
  ),
  tool(
    'edit_message',
    'messages.edit',
    'Changes the text of a message, or moves it to another topic.',
    {
      message: messageId,
      content: content.optional(),
      topic: text.optional(),
      propagate: z
        .enum(['change_one', 'change_later', 'change_all'])
        .optional()
        .describe('Which messages of the topic move too'),
    },
    ({ message, content, topic, propagate }, client) =>
      client.messages.edit(withoutUndefined({ message_id: message, content, topic, propagate_mode: propagate })),
  ),
  tool(
    'delete_message',
    'messages.delete',
    'Deletes a message for ever.',
    { message: messageId },
    ({ message }, client) => client.messages.delete({ message_id: message }),
  ),
  tool(
    'add_reaction',
    'reactions.add',
    'Reacts to a message.',
    { message: messageId, emoji },
    ({ message, emoji }, client) => client.reactions.add({ message_id: message, emoji_name: emoji }),
  ),
  tool(
    'remove_reaction',
    'reactions.remove',
    'Takes back a reaction.',
    { message: messageId, emoji },
    ({ message, emoji }, client) => client.reactions.remove({ message_id: message, emoji_name: emoji }),
  ),
  tool(
    'mark_messages',
    'messages.updateFlags',
    'Marks messages as read or starred, or takes that back.',
    {
      messages: userIds.describe("The messages' IDs"),
      flag: z.enum(['read', 'starred']),
      remove: z.boolean().default(false),
    },
    ({ messages, flag, remove }, client) =>
      client.messages.updateFlags({ messages, flag, op: remove ? 'remove' : 'add' }),
  ),
  tool(
    'subscribe',
    'subscriptions.add',
    'Subscribes the account, or others, to channels. A channel that does not exist is created.',
    { channels, people: userIds.optional().describe('User IDs (default: this account)') },
    ({ channels, people }, client) =>
      client.subscriptions.add({
        subscriptions: channels.map((name) => ({ name })),
        ...withoutUndefined({ principals: people }),
      }),
  ),
  tool(
    'unsubscribe',
    'subscriptions.remove',
    'Unsubscribes the account, or others, from channels.',
    { channels, people: userIds.optional().describe('User IDs (default: this account)') },
    ({ channels, people }, client) =>
      client.subscriptions.remove({ subscriptions: channels, ...withoutUndefined({ principals: people }) }),
  ),
]

interface WrittenPlace {
  readonly channel?: string | undefined
  readonly topic?: string | undefined
  readonly people?: readonly number[] | undefined
}

function targetOf({ channel, topic, people }: WrittenPlace) {
  if (channel !== undefined && topic !== undefined && people === undefined)
    return { type: 'channel' as const, to: channel, topic }
  if (channel === undefined && topic === undefined && people !== undefined)
    return { type: 'direct' as const, to: [...people] }
  throw new EarshotError('NO_PLACE', 'Give either `channel` and `topic`, or `people`.')
}

function narrowOf(
  conditions: WrittenPlace & {
    readonly sender?: string | undefined
    readonly search?: string | undefined
    readonly is?: readonly string[] | undefined
  },
): Params<'messages.list'>['narrow'] {
  const { people, is = [], ...texts } = conditions
  return [
    ...Object.entries(texts).flatMap(([operator, operand]) => (operand === undefined ? [] : [{ operator, operand }])),
    ...(people === undefined ? [] : [{ operator: 'dm', operand: people }]),
    ...is.map((operand) => ({ operator: 'is', operand })),
  ]
}

function shortMessage(message: Message) {
  const { id, sender_id, sender_full_name, content, timestamp, reactions } = message
  const where =
    message.type === 'stream'
      ? { channel: message.display_recipient, topic: message.subject }
      : { people: message.display_recipient.map(({ id: user_id, full_name }) => ({ user_id, full_name })) }
  return {
    id,
    sender_id,
    sender: sender_full_name,
    ...where,
    ...(timestamp !== undefined && { at: new Date(timestamp * 1000).toISOString() }),
    content,
    ...(reactions.length > 0 && { reactions: reactions.map(({ emoji_name, user_id }) => ({ emoji_name, user_id })) }),
  }
}
