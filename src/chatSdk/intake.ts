import type { Adapter, ChatInstance, Message as ChatMessage, StateAdapter, WebhookOptions } from 'chat'
import {
  type Delivery,
  eventOf,
  type HeardDeletion,
  type HeardEdit,
  type HeardMove,
  type HeardReaction,
  isOverheard,
  type Overhears,
  senderOf,
  topicNarrow,
} from '../bot/index.js'
import type { Client } from '../client/index.js'
import { type Message, type Notification, triggers } from '../protocol/index.js'
import type { DeliveryHandler } from '../receiver/index.js'
import { findTyped, ownWords } from '../text/index.js'
import type { Choices, Chosen } from './choices.js'
import { emojiOf } from './emoji.js'
import { authorOf, type BotIdentity, threadOf, toChatMessage } from './incoming.js'
import { deletedMessage, wholeOf } from './longMessages.js'
import { OpenTurns } from './openTurns.js'
import { channelOfThread, encodeThreadId } from './threadId.js'
import type { ThreadPlaces } from './threadPlaces.js'

export interface IntakeOptions {
  readonly adapter: Adapter
  /** Resolves when the Chat SDK has initialised the adapter. */
  connected(delivery: Delivery | undefined): Promise<Connected>
  readonly state: () => StateAdapter
  /** By events: whether no other process may be listening. */
  readonly isListening: () => boolean
  readonly places: ThreadPlaces
  readonly choices: Choices
  /** Such as `/status`. */
  readonly slashCommands: readonly string[]
}

export interface Connected {
  readonly chat: ChatInstance
  readonly client: Client
  readonly own: BotIdentity
  /** By events, the listener recognises repeats, and keeps the order. */
  readonly by: 'webhook' | 'events'
}

export interface OpenHandler {
  readonly message: Message
  readonly threadId: string
}

/** Hands what comes from the server to the Chat SDK. */
export class Intake implements DeliveryHandler {
  readonly #options: IntakeOptions
  readonly #turns: OpenTurns
  /** What the Chat SDK was given and hasn't ended. */
  readonly running = new Set<OpenHandler>()

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#turns = new OpenTurns(options.state, (message) => this.#processAgain(message))
  }

  /** Everything where the bot is: whether a thread is subscribed to, only the Chat SDK knows. */
  readonly overhears: Overhears = {
    handlers: (['message', 'reaction', 'edit', 'delete', 'topic_moved'] as const).map((trigger) => ({
      name: 'createZulipAdapter',
      trigger,
      at: undefined,
    })),
    // The Chat SDK's subscriptions decide.
    follows: undefined,
    takes: () => true,
  }

  /** Nothing waits its turn in a queue of ours: the Chat SDK decides what comes of messages while a handler runs. */
  async interrupts(delivery: Delivery): Promise<boolean> {
    await this.handle(delivery)
    return true
  }

  /** The answer to a webhook, and the next event, wait until the Chat SDK has the message, and no longer. */
  async handle(delivery: Delivery): Promise<void> {
    const { handled } = await this.#dispatch(delivery)
    const { message } = delivery.notification
    const running = {
      message,
      threadId: encodeThreadId(threadOf(message, (await this.#options.connected(delivery)).own)),
    }
    this.running.add(running)
    const end = () => void this.running.delete(running)
    // The Chat SDK logs what its handlers throw.
    delivery.waitUntil(handled.then(end, end))
  }

  async #dispatch(delivery: Delivery): Promise<{ readonly handled: Promise<void> }> {
    const { notification } = delivery
    const connected = await this.#options.connected(delivery)
    const options: WebhookOptions = {
      deduplicate: connected.by === 'webhook',
      waitUntil: (work) => delivery.waitUntil(work),
    }
    const event = eventOf(notification)
    const { move, ...facts }: Partial<HeardFacts> = event?.facts ?? {}
    // The messages behind it are those of the new place.
    if (move !== undefined) await this.#followMove(move, connected, this.#options.places)
    const threadId = encodeThreadId(threadOf(notification.message, connected.own))
    if (facts.deletion === undefined) await this.#options.places.note(threadId, delivery)
    if (event !== undefined) return { handled: this.#event(notification, facts, connected, options) }
    const { by } = connected
    const chosen = await this.#chosen(notification, connected)
    const command = chosen === undefined ? this.#commandIn(notification, connected) : undefined
    if (chosen === undefined && command === undefined) {
      if (by === 'webhook')
        return { handled: this.#turns.end(threadId, this.#process(notification, connected, options)) }
      return { handled: (await this.#handOver(notification, connected, options)).ended }
    }
    if (by === 'webhook' && !(await isFirst(notification, connected))) return { handled: Promise.resolve() }
    if (chosen !== undefined) return { handled: this.#press(notification, chosen, connected, options) }
    const handled = command && connected.chat.processSlashCommand(command, options)
    return { handled: Promise.resolve(handled) }
  }

  /** By events. A message whose handler ended in a process that had lost its lease isn't handled again. */
  async #handOver(notification: Notification, connected: Connected, options: WebhookOptions) {
    const { message } = notification
    const state = connected.chat.getState()
    const key = `zulip:ended:${message.id}`
    const process = async (wasLocked: boolean) => {
      if (wasLocked && (await state.get(key)) !== null) return
      await this.#process(notification, connected, options).catch(() => {})
      if (!this.#options.isListening()) await state.set(key, true, takenAge)
    }
    return this.#turns.hand(encodeThreadId(threadOf(message, connected.own)), isOverheard(notification), process)
  }

  #process({ message, trigger }: Notification, connected: Connected, options: WebhookOptions): Promise<void> {
    const isMention = message.type === 'private' ? undefined : trigger === triggers.mention
    return this.#processMessage(message, isMention, connected, options)
  }

  /** A message of the Chat SDK's queue, which may have been kept as JSON. */
  async #processAgain({ raw, isMention }: ChatMessage): Promise<void> {
    const connected = await this.#options.connected(undefined)
    return this.#processMessage(raw as Message, isMention, connected, { deduplicate: false })
  }

  async #processMessage(
    message: Message,
    isMention: boolean | undefined,
    connected: Connected,
    options: WebhookOptions,
  ): Promise<void> {
    const read = toChatMessage(message, connected, { isMention })
    await connected.chat.processMessage(this.#options.adapter, read.threadId, read, options)
  }

  /** A command is answered in its topic, not in the channel as a whole. */
  #commandIn(notification: Notification, { own }: Connected) {
    const { adapter, slashCommands } = this.#options
    const { message } = notification
    const text = isOverheard(notification) ? '' : wordsOf(notification, own)
    const [word = ''] = text.split(/\s/, 1)
    const command = findTyped(word, slashCommands, String)
    if (command === undefined) return undefined
    const channelId = encodeThreadId(threadOf(message, own))
    const user = authorOf(senderOf(notification), own)
    const args = text.slice(word.length).trim()
    return { adapter, channelId, command, text: args, user, raw: message, openModal: noModal }
  }

  async #chosen(notification: Notification, { own }: Connected): Promise<Chosen | undefined> {
    const { message } = notification
    const threadId = encodeThreadId(threadOf(message, own))
    return this.#options.choices.chosen(wordsOf(notification, own), threadId, !isOverheard(notification))
  }

  async #press(
    notification: Notification,
    { choices, action }: Chosen,
    { chat, own }: Connected,
    options: WebhookOptions | undefined,
  ): Promise<void> {
    const { message } = notification
    await chat.processAction(
      {
        adapter: this.#options.adapter,
        actionId: action.actionId,
        messageId: choices.messageId,
        threadId: encodeThreadId(threadOf(message, own)),
        user: authorOf(senderOf(notification), own),
        raw: message,
        ...(action.value !== undefined && { value: action.value }),
      },
      options,
    )
  }

  async #event(
    notification: Notification,
    facts: Omit<Partial<HeardFacts>, 'move'>,
    connected: Connected,
    options: WebhookOptions,
  ): Promise<void> {
    const { adapter } = this.#options
    const { chat, own } = connected
    const { message } = notification
    const { reaction, change, deletion } = facts
    const threadId = encodeThreadId(threadOf(message, own))
    const raw = facts
    if (reaction !== undefined) {
      const { op, emojiName } = reaction
      const user = authorOf(senderOf(notification), own)
      const emoji = emojiOf(reaction)
      const id = message.sender_id === own.id ? await wholeOf(chat.getState(), message.id) : String(message.id)
      const reacted = {
        emoji,
        rawEmoji: emojiName,
        added: op === 'add',
        messageId: id,
        threadId,
        user,
        raw,
      }
      await chat.processReaction({ ...reacted, message: toChatMessage(message, connected, { id }), adapter }, options)
    } else if (change !== undefined) {
      const previous: Message = { ...message, content: change.before }
      await chat.processMessageUpdated(
        {
          adapter,
          threadId,
          message: toChatMessage(message, connected),
          previousMessage: toChatMessage(previous, connected),
        },
        options,
      )
    } else if (deletion !== undefined) {
      const channelId = channelOfThread(threadId)
      const handled: Promise<void>[] = []
      for (const id of deletion.messageIds) {
        const messageId = await deletedMessage(chat.getState(), id)
        if (messageId === undefined) continue
        handled.push(chat.processMessageDeleted({ adapter, channelId, messageId, threadId, raw }, options))
      }
      await Promise.all(handled)
    }
  }

  /** Follows a topic if it was moved as a whole. */
  async #followMove({ from, to, messageIds }: HeardMove, { client }: Connected, places: ThreadPlaces): Promise<void> {
    const narrow = topicNarrow(from.channel, from.topic)
    const params = { anchor: 'newest' as const, num_before: 1, num_after: 0, narrow, apply_markdown: false }
    const { messages } = await client.messages.list(params)
    const isSame = from.channel === to.channel && from.topic.toLowerCase() === to.topic.toLowerCase()
    if (messages.length > 0 && !isSame) return
    const threads = [from, to].map(({ channel, topic }) => encodeThreadId({ kind: 'topic', channelId: channel, topic }))
    const [before = '', after = ''] = threads
    if (before !== after) await places.noteMove(before, after, Math.max(...messageIds))
  }
}

interface HeardFacts {
  readonly reaction: HeardReaction
  readonly change: HeardEdit
  readonly deletion: HeardDeletion
  readonly move: HeardMove
}

/** What somebody wrote to the bot, without its mention. */
function wordsOf({ message, trigger }: Notification, own: BotIdentity): string {
  return ownWords(message.content, { bot: own, isMentioned: trigger === triggers.mention }).text.trim()
}

/**
 * Whether a press or a command wasn't taken before, by this process or another: the server may post a message again, and a
 * listener may read one again after a crash. The Chat SDK recognises repeats of messages only.
 */
function isFirst({ message }: Notification, { chat }: Connected): Promise<boolean> {
  return chat.getState().setIfNotExists(`zulip:taken:${message.id}`, true, takenAge)
}

const noModal = async () => undefined

/** Milliseconds. */
const takenAge = 86_400_000
