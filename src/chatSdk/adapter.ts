import { ResourceNotFoundError, ValidationError } from '@chat-adapter/shared'
import type {
  Adapter,
  AdapterPostableMessage,
  Attachment,
  ChannelInfo,
  ChannelVisibility,
  Chat,
  ChatInstance,
  EmojiValue,
  FetchOptions,
  FetchResult,
  FormattedContent,
  ListThreadsOptions,
  ListThreadsResult,
  Message,
  ScheduledMessage,
  StreamChunk,
  StreamOptions,
  ThreadInfo,
  UserInfo,
  WebhookOptions,
} from 'chat'
import type { Client } from '../client/index.js'
import type { ListenerError } from '../listener/index.js'
import type { Message as ServerMessage } from '../protocol/index.js'
import { AdapterConnection, type TestConnection } from './adapterConnection.js'
import { rehydrated } from './attachments.js'
import { emojiNameOf } from './emoji.js'
import { type AttemptedCall, translated } from './errors.js'
import { type Posted, toChatMessage, type ZulipRawMessage } from './incoming.js'
import type { Intake } from './intake.js'
import { writeMarkdown } from './markdown/write.js'
import { checkAdapterOptions, type ZulipAdapterOptions } from './options.js'
import { Poster } from './poster.js'
import { channelOf, channelOfThread, decodeThreadId, encodeThreadId, type ZulipThreadId } from './threadId.js'
import { ThreadReader } from './threadReader.js'

/**
 * Connects bots of the Chat SDK with Zulip. A thread is a topic of a channel, or a direct conversation.
 *
 * @throws {ValidationError} for options that can't be used. Missing credentials are reported when the bot is initialised.
 * @throws {UnknownOptionError} for an unknown option.
 * @example new Chat({ userName: 'helper', adapters: { zulip: createZulipAdapter() }, state: createMemoryState() })
 */
export function createZulipAdapter(options: ZulipAdapterOptions = {}): ZulipAdapter {
  return new ZulipAdapter(options)
}

/** The adapter that `createZulipAdapter` creates. */
export class ZulipAdapter implements Adapter<ZulipThreadId, ZulipRawMessage> {
  readonly name = 'zulip'
  /** `bot.abortTurn(thread.id)` also reaches a handler that runs in another process. */
  readonly supportsTurnCancellation = true
  /** The bot's user ID, once the server has told it. */
  declare readonly botUserId?: string
  readonly #connection: AdapterConnection
  readonly #poster: Poster
  readonly #reader: ThreadReader
  readonly #userName: string

  constructor(options: ZulipAdapterOptions = {}) {
    const given = checkAdapterOptions(options)
    this.#connection = new AdapterConnection(this, given)
    this.#poster = new Poster(this.#connection, given.topic)
    this.#reader = new ThreadReader(this.#connection)
    this.#userName = given.userName ?? 'zulip-bot'
    const botUserId = () => this.#connection.own && String(this.#connection.own.id)
    Object.defineProperty(this, 'botUserId', { get: botUserId, enumerable: true })
  }

  /** The bot's full name, once the server has told it. */
  get userName(): string {
    return this.#connection.own?.name ?? this.#userName
  }

  /** Resolves when messages that are sent from now on are heard; by webhook they always are. */
  get ready(): Promise<void> {
    return this.#connection.ready
  }

  /** By events, resolves to the reason once the bot can't listen any more, such as a key that was revoked. Else it never does. */
  get ended(): Promise<ListenerError> {
    return this.#connection.ended
  }

  /**
   * The bot's client, for all that the Chat SDK has no word for.
   *
   * @throws {ValidationError} before the Chat SDK has initialised the adapter
   */
  get client(): Client {
    return this.#connection.client
  }

  async initialize(chat: ChatInstance): Promise<void> {
    const { getAdapter } = chat as Partial<Pick<Chat, 'getAdapter'>>
    if (getAdapter !== undefined && getAdapter.call(chat, this.name) !== this) {
      const problem = 'Register the adapter as `zulip`, as in `adapters: { zulip }`: its thread IDs begin with that.'
      throw new ValidationError(this.name, `${problem} For another account create another Chat.`)
    }
    await this.#connection.begin(chat)
  }

  disconnect(): Promise<void> {
    return this.#connection.close()
  }

  handleWebhook(request: Request, options?: WebhookOptions): Promise<Response> {
    return this.#connection.receive(request, options)
  }

  parseMessage(raw: ZulipRawMessage): Message<ZulipRawMessage> {
    return toChatMessage(whole(raw), this.#connection.connected)
  }

  encodeThreadId(thread: ZulipThreadId): string {
    return encodeThreadId(thread)
  }

  decodeThreadId(threadId: string): ZulipThreadId {
    return decodeThreadId(threadId)
  }

  channelIdFromThreadId(threadId: string): string {
    return channelOf(threadId) === undefined ? channelOfThread(threadId) : threadId
  }

  isDM(threadId: string): boolean {
    return threadId.startsWith('zulip:dm:')
  }

  getChannelVisibility(threadId: string): ChannelVisibility {
    return this.#reader.visibility(threadId)
  }

  /** The thread of a direct conversation with one person. */
  async openDM(userId: string): Promise<string> {
    return encodeThreadId({ kind: 'direct', userIds: [idOf(userId)] })
  }

  async getUser(userId: string): Promise<UserInfo | null> {
    if (!userIdForm.test(userId)) return null
    return translated({ to: 'look up', what: 'user', id: userId }, () => this.#reader.user(Number(userId)))
  }

  postMessage(threadId: string, message: AdapterPostableMessage): Promise<Posted> {
    return translated(posting(threadId), () => this.#poster.post(threadId, message))
  }

  /** Posts below a quotation of a message of the thread, which links it. */
  reply(threadId: string, messageId: string, message: AdapterPostableMessage): Promise<Posted> {
    return translated({ to: 'reply to', what: 'message', id: messageId }, () =>
      this.#poster.reply(threadId, messageId, message),
    )
  }

  postChannelMessage(channelId: string, message: AdapterPostableMessage): Promise<Posted> {
    return this.postMessage(channelId, message)
  }

  editMessage(threadId: string, messageId: string, message: AdapterPostableMessage): Promise<Posted> {
    return translated(editing(messageId), () => this.#poster.edit(threadId, messageId, message))
  }

  deleteMessage(_threadId: string, messageId: string): Promise<void> {
    return translated({ to: 'delete', what: 'message', id: messageId }, () => this.#poster.delete(messageId))
  }

  postObject(threadId: string, kind: string, data: unknown): Promise<Posted> {
    return translated(posting(threadId), () => this.#poster.postObject(threadId, kind, data))
  }

  editObject(threadId: string, messageId: string, kind: string, data: unknown): Promise<Posted> {
    return translated(editing(messageId), () => this.#poster.editObject(threadId, messageId, kind, data))
  }

  stream(threadId: string, chunks: AsyncIterable<string | StreamChunk>, options?: StreamOptions): Promise<Posted> {
    return translated(posting(threadId), () => this.#poster.stream(threadId, chunks, options))
  }

  /** Where the server lets bots schedule messages. */
  scheduleMessage(
    threadId: string,
    message: AdapterPostableMessage,
    { postAt }: { readonly postAt: Date },
  ): Promise<ScheduledMessage<ZulipRawMessage>> {
    const attempt = { to: 'schedule a message in', what: 'thread', id: threadId } as const
    return translated(attempt, () => this.#poster.schedule(threadId, message, postAt))
  }

  addReaction(_threadId: string, messageId: string, emoji: EmojiValue | string): Promise<void> {
    return translated({ to: 'react to', what: 'message', id: messageId }, () =>
      this.#poster.react(messageId, emojiNameOf(emoji)),
    )
  }

  removeReaction(_threadId: string, messageId: string, emoji: EmojiValue | string): Promise<void> {
    const attempt = { to: 'take a reaction back from', what: 'message', id: messageId } as const
    return translated(attempt, () => this.#poster.unreact(messageId, emojiNameOf(emoji)))
  }

  startTyping(threadId: string): Promise<void> {
    return this.#poster.typing(threadId, 'start')
  }

  endTyping(threadId: string): Promise<void> {
    return this.#poster.typing(threadId, 'stop')
  }

  fetchMessages(threadId: string, options?: FetchOptions): Promise<FetchResult<ZulipRawMessage>> {
    return translated({ to: 'read', what: 'thread', id: threadId }, () => this.#reader.thread(threadId, options))
  }

  fetchMessage(_threadId: string, messageId: string): Promise<Message<ZulipRawMessage> | null> {
    return translated({ to: 'read', what: 'message', id: messageId }, () => this.#reader.message(messageId))
  }

  fetchThread(threadId: string): Promise<ThreadInfo> {
    return translated({ to: 'look up', what: 'thread', id: threadId }, () => this.#reader.threadInfo(threadId))
  }

  fetchChannelInfo(channelId: string): Promise<ChannelInfo> {
    return translated({ to: 'look up', what: 'channel', id: channelId }, () => this.#reader.channelInfo(channelId))
  }

  fetchChannelMessages(channelId: string, options?: FetchOptions): Promise<FetchResult<ZulipRawMessage>> {
    return translated({ to: 'read', what: 'channel', id: channelId }, () => this.#reader.channel(channelId, options))
  }

  listThreads(channelId: string, options?: ListThreadsOptions): Promise<ListThreadsResult<ZulipRawMessage>> {
    return translated({ to: 'list the threads of', what: 'channel', id: channelId }, () =>
      this.#reader.threads(channelId, options),
    )
  }

  /** Follow-ups come by events, and only from channels that the bot is subscribed to. */
  onThreadSubscribe(threadId: string): Promise<void> {
    return this.#connection.follow(decodeThreadId(threadId))
  }

  renderFormatted(content: FormattedContent): string {
    return writeMarkdown(content)
  }

  rehydrateAttachment(attachment: Attachment): Attachment {
    return rehydrated(attachment, this.#connection.client)
  }

  /** @internal For `testChat`: the handler that a simulated server calls, and the way to that server. */
  get testing(): { readonly handler: Intake; connect(connection: TestConnection): void } {
    const connection = this.#connection
    return { handler: connection.handler, connect: (given) => connection.testWith(given) }
  }
}

const posting = (threadId: string): AttemptedCall => ({ to: 'post to', what: 'thread', id: threadId })
const editing = (messageId: string): AttemptedCall => ({ to: 'edit', what: 'message', id: messageId })

const userIdForm = /^\d+$/

function idOf(userId: string): number {
  if (userIdForm.test(userId)) return Number(userId)
  throw new ResourceNotFoundError('zulip', 'user', String(userId))
}

function whole(raw: ZulipRawMessage): ServerMessage {
  if ('type' in raw) return raw
  throw new ValidationError('zulip', `The message ${raw.id} was sent, not received. Fetch it to parse it.`)
}
