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
    const { notification } = delivery
    const connected = await this.#options.connected(delivery)
    const threadId = encodeThreadId(threadOf(notification.message, connected.own))
    const options: WebhookOptions = {
      deduplicate: connected.by === 'webhook',
      waitUntil: (work) => delivery.waitUntil(work),
    }
    const { handled } = await this.#dispatch({ notification, threadId, connected, options }, delivery)
    const running = { message: notification.message, threadId }
    this.running.add(running)
    delivery.waitUntil(handled.finally(() => this.running.delete(running)))
  }

  async #dispatch(arrival: Arrival, delivery: Delivery): Promise<Dispatched> {
    const { notification, threadId, connected, options } = arrival
    const event = eventOf(notification)
    const { move, ...facts }: Partial<HeardFacts> = event?.facts ?? {}
    // The messages behind it are those of the new place.
    if (move !== undefined) await this.#followMove(move, connected)
    if (facts.deletion === undefined) await this.#options.places.note(threadId, delivery)
    if (event !== undefined) return { handled: this.#event(arrival, facts) }
    const chosen = await this.#chosen(arrival)
    const command = chosen === undefined ? this.#commandIn(arrival) : undefined
    if (chosen === undefined && command === undefined) return this.#handOver(arrival)
    if (connected.by === 'webhook' && !(await isFirst(arrival))) return { handled: Promise.resolve() }
    if (chosen !== undefined) return { handled: this.#press(arrival, chosen) }
    return { handled: loggedBySdk(command && connected.chat.processSlashCommand(command, options)) }
  }

  /** By events, a message whose handler ended in a process that had lost its lease isn't handled again. */
  async #handOver({ notification, threadId, connected, options }: Arrival): Promise<Dispatched> {
    const { message, trigger } = notification
    const isMention = message.type === 'private' ? undefined : trigger === triggers.mention
    const process = () => this.#process(message, isMention, connected, options)
    if (connected.by === 'webhook') return { handled: this.#turns.end(threadId, process()) }
    const state = connected.chat.getState()
    const key = `zulip:ended:${message.id}`
    const { ended } = await this.#turns.hand(threadId, isOverheard(notification), async (wasLocked) => {
      if (wasLocked && (await state.get(key)) !== null) return
      await process()
      if (!this.#options.isListening()) await state.set(key, true, takenAge)
    })
    return { handled: ended }
  }

  async #process(
    message: Message,
    isMention: boolean | undefined,
    connected: Connected,
    options: WebhookOptions,
  ): Promise<void> {
    const read = toChatMessage(message, connected, { isMention })
    await loggedBySdk(connected.chat.processMessage(this.#options.adapter, read.threadId, read, options))
  }

  /** A message of the Chat SDK's queue, which may have been kept as JSON. */
  async #processAgain({ raw, isMention }: ChatMessage): Promise<void> {
    const connected = await this.#options.connected(undefined)
    return this.#process(raw as Message, isMention, connected, { deduplicate: false })
  }

  /** A command is answered in its topic, not in the channel as a whole. */
  #commandIn({ notification, threadId: channelId, connected: { own } }: Arrival) {
    const { adapter, slashCommands } = this.#options
    const text = isOverheard(notification) ? '' : wordsOf(notification, own)
    const [word = ''] = text.split(/\s/, 1)
    const command = findTyped(word, slashCommands, String)
    if (command === undefined) return undefined
    const user = authorOf(senderOf(notification), own)
    const args = text.slice(word.length).trim()
    return { adapter, channelId, command, text: args, user, raw: notification.message, openModal: noModal }
  }

  async #chosen({ notification, threadId, connected: { own } }: Arrival): Promise<Chosen | undefined> {
    return this.#options.choices.chosen(wordsOf(notification, own), threadId, !isOverheard(notification))
  }

  #press({ notification, threadId, connected, options }: Arrival, { choices, action }: Chosen): Promise<void> {
    const press = {
      adapter: this.#options.adapter,
      actionId: action.actionId,
      messageId: choices.messageId,
      threadId,
      user: authorOf(senderOf(notification), connected.own),
      raw: notification.message,
      ...(action.value !== undefined && { value: action.value }),
    }
    return loggedBySdk(connected.chat.processAction(press, options))
  }

  async #event(
    { notification, threadId, connected, options }: Arrival,
    facts: Omit<Partial<HeardFacts>, 'move'>,
  ): Promise<void> {
    const { adapter } = this.#options
    const { chat, own } = connected
    const { message } = notification
    const { reaction, change, deletion } = facts
    const raw = facts
    if (reaction !== undefined) {
      const { op, emojiName } = reaction
      const user = authorOf(senderOf(notification), own)
      const emoji = emojiOf(reaction)
      const id = message.sender_id === own.id ? await wholeOf(chat.getState(), message.id) : String(message.id)
      const read = toChatMessage(message, connected, { id })
      const reacted = { adapter, threadId, messageId: id, message: read, user, raw }
      await loggedBySdk(chat.processReaction({ ...reacted, emoji, rawEmoji: emojiName, added: op === 'add' }, options))
    } else if (change !== undefined) {
      const previousMessage = toChatMessage({ ...message, content: change.before }, connected)
      const edited = { adapter, threadId, message: toChatMessage(message, connected), previousMessage }
      await loggedBySdk(chat.processMessageUpdated(edited, options))
    } else if (deletion !== undefined) {
      const channelId = channelOfThread(threadId)
      const handled: Promise<void>[] = []
      for (const id of deletion.messageIds) {
        const messageId = await deletedMessage(chat.getState(), id)
        if (messageId === undefined) continue
        const deleted = { adapter, channelId, messageId, threadId, raw }
        handled.push(loggedBySdk(chat.processMessageDeleted(deleted, options)))
      }
      await Promise.all(handled)
    }
  }

  /** Follows a topic if it was moved as a whole. */
  async #followMove({ from, to, messageIds }: HeardMove, { client }: Connected): Promise<void> {
    const narrow = topicNarrow(from.channel, from.topic)
    const params = { anchor: 'newest' as const, num_before: 1, num_after: 0, narrow, apply_markdown: false }
    const { messages } = await client.messages.list(params)
    const isSame = from.channel === to.channel && from.topic.toLowerCase() === to.topic.toLowerCase()
    if (messages.length > 0 && !isSame) return
    const threads = [from, to].map(({ channel, topic }) => encodeThreadId({ kind: 'topic', channelId: channel, topic }))
    const [before = '', after = ''] = threads
    if (before !== after) await this.#options.places.noteMove(before, after, Math.max(...messageIds))
  }
}

/** A notification of the server, and the thread that it is about. */
interface Arrival {
  readonly notification: Notification
  readonly threadId: string
  readonly connected: Connected
  readonly options: WebhookOptions
}

/** `handled` resolves when the handlers of the Chat SDK have ended. It rejects if the message didn't get there. */
interface Dispatched {
  readonly handled: Promise<void>
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
function isFirst({ notification: { message }, connected: { chat } }: Arrival): Promise<boolean> {
  return chat.getState().setIfNotExists(`zulip:taken:${message.id}`, true, takenAge)
}

/** The Chat SDK logs what its handlers throw. */
async function loggedBySdk(handled: unknown): Promise<void> {
  await Promise.resolve(handled).catch(() => {})
}

const noModal = async () => undefined

/** Milliseconds. */
const takenAge = 86_400_000
