import { ValidationError } from '@chat-adapter/shared'
import type {
  ChannelInfo,
  ChannelVisibility,
  FetchOptions,
  FetchResult,
  ListThreadsOptions,
  ListThreadsResult,
  Message,
  ThreadInfo,
  UserInfo,
} from 'chat'
import { directNarrow, topicNarrow } from '../bot/index.js'
import { isRefused } from '../client/errors/exchangeErrors.js'
import type { Params, Message as ServerMessage } from '../protocol/index.js'
import type { AdapterConnection } from './adapterConnection.js'
import { findMessage } from './findMessage.js'
import { authorOf, toChatMessage, type ZulipRawMessage } from './incoming.js'
import { firstIdOf, idsOf, wholeOf } from './longMessages.js'
import { channelOf, channelOfThread, decodeThreadId, encodeThreadId } from './threadId.js'

type Narrow = NonNullable<Params<'messages.list'>['narrow']>

/** Reads threads and channels for the Chat SDK. */
export class ThreadReader {
  readonly #connection: AdapterConnection
  readonly #visibilities = new Map<number, ChannelVisibility>()

  constructor(connection: AdapterConnection) {
    this.#connection = connection
  }

  async thread(threadId: string, options?: FetchOptions): Promise<FetchResult<ZulipRawMessage>> {
    const thread = decodeThreadId(await this.#connection.places.current(threadId))
    const narrow = thread.kind === 'direct' ? directNarrow(thread.userIds) : topicNarrow(thread.channelId, thread.topic)
    return this.#page(narrow, options)
  }

  async channel(channelId: string, options?: FetchOptions): Promise<FetchResult<ZulipRawMessage>> {
    const channel = channelOf(channelId)
    if (channel === undefined) return this.thread(channelId, options)
    return this.#page([{ operator: 'stream', operand: channel }], options)
  }

  /** Null if it was deleted, or the bot may not read it. */
  async message(messageId: string): Promise<Message<ZulipRawMessage> | null> {
    const { client, chat } = this.#connection
    const given = idsOf(messageId)
    const ids = given.length > 1 ? given : idsOf(await wholeOf(chat.getState(), firstIdOf(messageId)))
    const first = await findMessage(client, firstIdOf(ids.join('-')))
    return first === undefined ? null : this.#whole(first, ids)
  }

  /** Null if there is no such user, or the bot may not see them. */
  async user(id: number): Promise<UserInfo | null> {
    try {
      const { user } = await this.#connection.client.users.get({ user_id: id })
      const { email, fullName, userId, userName } = authorOf(
        { id, email: user.delivery_email ?? user.email, name: user.full_name },
        this.#connection.connected.own,
      )
      const avatar = user.avatar_url ?? undefined
      return {
        userId,
        userName,
        fullName,
        isBot: user.is_bot,
        ...(email !== undefined && { email }),
        ...(avatar !== undefined && { avatarUrl: new URL(avatar, this.#connection.client.site).href }),
      }
    } catch (error) {
      if (isRefused(error) && !error.isAuthentication) return null
      throw error
    }
  }

  async threadInfo(threadId: string): Promise<ThreadInfo> {
    const current = await this.#connection.places.current(threadId)
    const thread = decodeThreadId(current)
    const channelId = channelOfThread(current)
    if (thread.kind === 'direct') {
      return { id: current, channelId, isDM: true, channelVisibility: 'private', metadata: { userIds: thread.userIds } }
    }
    const { name, visibility } = await this.#channel(thread.channelId)
    const metadata = { channelId: thread.channelId, topic: thread.topic }
    return { id: current, channelId, channelName: name, isDM: false, channelVisibility: visibility, metadata }
  }

  async channelInfo(channelId: string): Promise<ChannelInfo> {
    const { client } = this.#connection
    const channel = channelIdIn(channelId)
    if (channel === undefined) return { id: channelId, isDM: true, channelVisibility: 'private', metadata: {} }
    const { name, visibility, description } = await this.#channel(channel)
    const { subscribers } = await client.streams.members({ stream_id: channel })
    return {
      id: `zulip:${channel}`,
      name,
      isDM: false,
      channelVisibility: visibility,
      memberCount: subscribers.length,
      metadata: { description },
    }
  }

  /** The topics of a channel, most recently active first. The cursor is the number of those before. */
  async threads(
    channelId: string,
    { limit = 20, cursor = '0' }: ListThreadsOptions = {},
  ): Promise<ListThreadsResult<ZulipRawMessage>> {
    const { client, connected } = this.#connection
    const channel = channelIdIn(channelId)
    const from = Number(cursor)
    if (channel === undefined || !Number.isSafeInteger(from)) return { threads: [] }
    const { topics } = await client.streams.topics({ stream_id: channel })
    const page = topics.slice(from, from + limit)
    const threads: ListThreadsResult<ZulipRawMessage>['threads'] = []
    for (const { name, max_id } of page) {
      const narrow = topicNarrow(channel, name)
      const near = { num_before: 0, narrow, apply_markdown: false }
      const first = await client.messages.list({ ...near, anchor: 'oldest', num_after: 1 })
      const last = await client.messages.list({ ...near, anchor: max_id, num_after: 0 })
      const [root, newest] = [first.messages[0], last.messages[0]]
      if (root === undefined) continue
      threads.push({
        id: encodeThreadId({ kind: 'topic', channelId: channel, topic: name }),
        rootMessage: toChatMessage(root, connected),
        ...(newest?.timestamp !== undefined && { lastReplyAt: new Date(newest.timestamp * 1_000) }),
      })
    }
    const next = from + page.length
    return { threads, ...(next < topics.length && { nextCursor: String(next) }) }
  }

  /** As far as it is known without asking the server. */
  visibility(threadId: string): ChannelVisibility {
    const thread = decodeThreadId(threadId)
    return thread.kind === 'direct' ? 'private' : (this.#visibilities.get(thread.channelId) ?? 'unknown')
  }

  /** Each long message where its first part is. Buttons and presses are left out. */
  async #wholes(page: readonly ServerMessage[]): Promise<Message<ZulipRawMessage>[]> {
    const { chat, choices, connected } = this.#connection
    const found = page.map(async (message) => {
      if (await choices.isPartOf(message.content)) return undefined
      if (message.sender_id !== connected.own.id) return toChatMessage(message, connected)
      const ids = idsOf(await wholeOf(chat.getState(), message.id))
      return ids[0] === message.id ? this.#whole(message, ids, page) : undefined
    })
    return (await Promise.all(found)).filter((message) => message !== undefined)
  }

  /** @param known Messages that needn't be asked for */
  async #whole(first: ServerMessage, ids: readonly number[], known: readonly ServerMessage[] = []) {
    const { client, connected } = this.#connection
    const parts = [first]
    for (const id of ids.slice(1)) {
      const part = known.find((message) => message.id === id) ?? (await findMessage(client, id))
      if (part !== undefined) parts.push(part)
    }
    const content = parts.map((part) => part.content).join('\n\n')
    return toChatMessage({ ...first, content }, connected, { id: ids.join('-') })
  }

  async #channel(id: number) {
    const { stream } = await this.#connection.client.streams.get({ stream_id: id })
    const visibility: ChannelVisibility = stream.invite_only ? 'private' : 'workspace'
    this.#visibilities.set(id, visibility)
    return { name: stream.name, description: stream.description, visibility }
  }

  /** A page of a narrow, oldest first. The cursor is the ID of the message at its end. */
  async #page(
    narrow: Narrow,
    { limit = 50, cursor, direction = 'backward' }: FetchOptions = {},
  ): Promise<FetchResult<ZulipRawMessage>> {
    const { client } = this.#connection
    const isBackward = direction === 'backward'
    const from = cursor === undefined ? undefined : Number(cursor)
    if (from !== undefined && !Number.isSafeInteger(from)) {
      throw new ValidationError('zulip', `${JSON.stringify(cursor)} is no cursor. Pass the nextCursor of a result.`)
    }
    // The anchor itself was on the page before.
    const count = from === undefined ? limit : limit + 1
    const found = await client.messages.list({
      anchor: from ?? (isBackward ? 'newest' : 'oldest'),
      num_before: isBackward ? count : 0,
      num_after: isBackward ? 0 : count,
      narrow,
      apply_markdown: false,
    })
    const others = found.messages.filter(({ id }) => id !== from).sort((one, other) => one.id - other.id)
    const page = isBackward ? others.slice(-limit) : others.slice(0, limit)
    const isLast = (isBackward ? found.found_oldest : found.found_newest) && page.length === others.length
    const end = isBackward ? page[0] : page.at(-1)
    const messages = await this.#wholes(page)
    if (isLast || end === undefined) return { messages }
    const nextCursor = String(end.id)
    // Whoever reads page by page stops at an empty one.
    if (messages.length === 0) return this.#page(narrow, { limit, direction, cursor: nextCursor })
    return { messages, nextCursor }
  }
}

/** The channel of a thread, or the one that the ID itself names; undefined for a direct conversation. */
function channelIdIn(id: string): number | undefined {
  const channel = channelOf(id)
  if (channel !== undefined) return channel
  const thread = decodeThreadId(id)
  return thread.kind === 'topic' ? thread.channelId : undefined
}
