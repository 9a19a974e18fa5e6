import { ValidationError } from '@chat-adapter/shared'
import {
  type AdapterPostableMessage,
  fromFullStream,
  type PlanModel,
  type PlanModelTask,
  type ScheduledMessage,
  type StateAdapter,
  type StreamChunk,
  type StreamOptions,
} from 'chat'
import { messageParts } from '../bot/delivery/messageParts.js'
import { poll } from '../bot/index.js'
import { sendTo } from '../bot/outgoing/send.js'
import { addReaction, emptyMessage, removeReaction, sentMessage } from '../bot/outgoing/sentMessage.js'
import { streamTo } from '../bot/streams/streamTo.js'
import { closedSoFar, md } from '../text/index.js'
import type { AdapterConnection } from './adapterConnection.js'
import { findMessage } from './findMessage.js'
import { type Posted, threadOf, type ZulipRawMessage } from './incoming.js'
import { firstIdOf, idsOf, noteDeletion, noteParts } from './longMessages.js'
import { convertMarkdown, fromCommonMark } from './markdown/growing.js'
import { silentWildcards } from './markdown/wildcards.js'
import { writeMarkdown } from './markdown/write.js'
import { type MarkdownMessage, noText, writeMessage } from './outgoing.js'
import { channelOf, decodeThreadId, encodeThreadId } from './threadId.js'

/** Posts messages for the Chat SDK, and changes them. A text that is too long for one message is several, with one ID. */
export class Poster {
  readonly #connection: AdapterConnection
  /** Topic of messages that are posted to a channel. */
  readonly #topic: string

  constructor(connection: AdapterConnection, topic = '') {
    this.#connection = connection
    this.#topic = topic
  }

  get #state(): StateAdapter {
    return this.#connection.chat.getState()
  }

  async post(threadId: string, message: AdapterPostableMessage): Promise<Posted> {
    return this.#send(this.#threadIn(threadId), await writeMessage(message, this.#connection.client))
  }

  /** A message that isn't where the reply goes isn't quoted: those who read there may not be able to see it. */
  async reply(threadId: string, messageId: string, message: AdapterPostableMessage): Promise<Posted> {
    const { client, places, connected, log } = this.#connection
    const written = await writeMessage(message, client)
    const text = textOf(written)
    const { threadId: there } = await places.find(threadId)
    const { quoted, ...failure } = await findMessage(client, firstIdOf(messageId)).then(
      (quoted) => ({ quoted }),
      (error: unknown) => ({ error, quoted: undefined }),
    )
    if (!quoted || encodeThreadId(threadOf(quoted, connected.own)) !== there || text.trim() === '') {
      log.warn({ message: messageId, ...failure }, quotesNothing)
      return this.#send(threadId, written)
    }
    const quotation = md.quoteMessage({ ...quoted, content: excerpt(quoted.content) })
    return this.#send(threadId, { ...written, text: `${quotation}\n\n${text}` })
  }

  /** A channel's own thread is one of its topics. */
  #threadIn(channelId: string): string {
    const channel = channelOf(channelId)
    return channel === undefined ? channelId : encodeThreadId({ kind: 'topic', channelId: channel, topic: this.#topic })
  }

  async edit(threadId: string, messageId: string, message: AdapterPostableMessage): Promise<Posted> {
    const { client, log, places } = this.#connection
    const written = await writeMessage(message, client)
    const edited = sentMessage(client, log, await this.#remaining(messageId))
    await edited.edit(textOf(written))
    await this.#closeButtons(messageId)
    const now = await places.current(threadId)
    if (written.card !== undefined) await this.#sendButtons(now, messageId, written)
    return { id: messageId, threadId: now, raw: { id: edited.id, content: written.text } }
  }

  async delete(messageId: string): Promise<void> {
    const { client, log } = this.#connection
    await this.#closeButtons(messageId)
    const remaining = await this.#remaining(messageId)
    await noteDeletion(this.#state, remaining)
    await sentMessage(client, log, remaining).delete()
  }

  async postObject(threadId: string, kind: string, data: unknown): Promise<Posted> {
    if (kind !== 'poll') return this.#send(this.#threadIn(threadId), { text: objectText(kind, data) })
    const { client, log, places } = this.#connection
    const { threadId: there, destination } = await places.find(this.#threadIn(threadId))
    const { question, options } = (data ?? {}) as Parameters<typeof poll>[0]
    const sent = await sendTo(client, destination, poll({ question, ...(options && { options }) }), log)
    return { id: String(sent.id), threadId: there, raw: { id: sent.id, content: question } }
  }

  editObject(threadId: string, messageId: string, kind: string, data: unknown): Promise<Posted> {
    return this.edit(threadId, messageId, { raw: objectText(kind, data) })
  }

  /** Edits one message as the text grows, at most once a second; the whole text is always there in the end. */
  async stream(
    threadId: string,
    chunks: AsyncIterable<string | StreamChunk>,
    options: StreamOptions = {},
  ): Promise<Posted> {
    const { client, clock, log, places } = this.#connection
    const { threadId: there, destination } = await places.find(threadId)
    const { signal, updateIntervalMs: editEvery = 0 } = options
    const placeholder = options.fallbackStreamingPlaceholderText ?? ''
    const convert = () => {
      const { soFar, whole } = fromCommonMark()
      return {
        soFar: (text: string) => soFar(text) || placeholder,
        whole: (text: string) => whole(text) || placeholder || noText,
      }
    }
    try {
      const sent = await streamTo(client, destination, textIn(chunks), {
        clock,
        log,
        convert,
        editEvery,
        ...(signal && { signal }),
      })
      const id = await noteParts(this.#state, sent.ids)
      return { id, threadId: there, raw: { id: sent.id, content: convert().whole(sent.text) } }
    } catch (error) {
      if (signal?.aborted !== true || error !== signal.reason) throw error
      return { id: '', threadId: there, raw: { id: 0, content: '' } }
    }
  }

  async schedule(
    threadId: string,
    message: AdapterPostableMessage,
    postAt: Date,
  ): Promise<ScheduledMessage<ZulipRawMessage>> {
    const { client, log, places } = this.#connection
    const { text: written, card } = await writeMessage(message, client)
    if (card !== undefined) {
      const problem = "A scheduled message can't have buttons. Schedule a text, or post the card when its time comes."
      throw new ValidationError('zulip', problem)
    }
    const [text] = messageParts(written, log, 1)
    if (text === undefined) throw emptyMessage('A message to schedule', 'Give some text.')
    if (Number.isNaN(postAt.getTime())) throw new ValidationError('zulip', 'postAt is an invalid date.')
    const { threadId: there } = await places.find(this.#threadIn(threadId))
    const thread = decodeThreadId(there)
    const { scheduled_message_id: id } = await client.scheduledMessages.create({
      ...(thread.kind === 'direct'
        ? { type: 'direct', to: [...thread.userIds] }
        : { type: 'stream', to: thread.channelId, topic: thread.topic }),
      content: text,
      scheduled_delivery_timestamp: Math.round(postAt.getTime() / 1_000),
    })
    return {
      scheduledMessageId: String(id),
      channelId: there,
      postAt,
      raw: { id, content: text },
      cancel: async () => void (await client.scheduledMessages.delete({ scheduled_message_id: id })),
    }
  }

  react(messageId: string, name: string): Promise<void> {
    return addReaction(this.#connection.client, firstIdOf(messageId), name)
  }

  unreact(messageId: string, name: string): Promise<void> {
    return removeReaction(this.#connection.client, firstIdOf(messageId), name)
  }

  /** Fails for what is no thread only: nothing depends on it, and older servers know it only for people. */
  async typing(threadId: string, op: 'start' | 'stop'): Promise<void> {
    const { client, log, places } = this.#connection
    const threadIn = this.#threadIn(threadId)
    decodeThreadId(threadIn)
    try {
      const thread = decodeThreadId(await places.current(threadIn))
      const where =
        thread.kind === 'direct'
          ? { type: 'direct' as const, to: [...thread.userIds] }
          : { type: 'stream' as const, stream_id: thread.channelId, topic: thread.topic }
      await client.typing.send({ op, ...where })
    } catch (error) {
      log.debug({ error }, 'Typing could not be shown')
    }
  }

  /** The messages of a text; an edit may have made it shorter. */
  async #remaining(messageId: string): Promise<number[]> {
    const ids = idsOf(messageId)
    if (ids.length === 1) return ids
    const found: number[] = []
    for (const id of ids) if (await findMessage(this.#connection.client, id)) found.push(id)
    return found.length > 0 ? found : ids.slice(0, 1)
  }

  async #send(threadId: string, written: MarkdownMessage): Promise<Posted> {
    const { client, log, places } = this.#connection
    const { threadId: there, destination } = await places.find(threadId)
    const { text, card } = written
    const sent = await sendTo(client, destination, textOf(written), log)
    const id = await noteParts(this.#state, sent.ids)
    if (card !== undefined) await this.#sendButtons(there, id, written)
    return { id, threadId: there, raw: { id: sent.id, content: text } }
  }

  /** Buttons are a message of their own: clients show them in place of its text, and it can't be edited. */
  async #sendButtons(threadId: string, messageId: string, { card }: MarkdownMessage): Promise<void> {
    if (card === undefined) return
    const { client, log, choices, places, connected } = this.#connection
    const { code, widget } = choices.draw(card)
    const { threadId: there, destination } = await places.find(threadId)
    const { id: buttons } = await sendTo(client, destination, widget, log, connected.own.name)
    await choices.open({ code, messageId, threadId: there, buttons, actions: card.actions })
  }

  /** Takes the buttons away, where the server lets bots delete messages; else a press of them does nothing. */
  async #closeButtons(messageId: string): Promise<void> {
    const { client, log, choices } = this.#connection
    const closed = await choices.close(messageId)
    if (closed === undefined) return
    await noteDeletion(this.#state, [closed.buttons])
    await client.messages
      .delete({ message_id: closed.buttons })
      .catch((error: unknown) => log.debug({ message: closed.buttons, error }, "A card's buttons could not be deleted"))
  }
}

const quotesNothing = 'The reply quotes nothing: its message is gone, in another place, or could not be looked up'

/** A card of nothing but buttons has their heading as its text. */
const textOf = ({ text, card }: MarkdownMessage) => (text.trim() === '' && card ? card.heading : text)

/** The begin of a long text that is quoted; who wants the rest follows the link. */
function excerpt(content: string): string {
  if (content.length <= longestQuotation) return content
  const begin = content.slice(0, longestQuotation).replace(/\s+\S*$/, '')
  return `${closedSoFar(begin)}\n…`
}

/** UTF-16 units. */
const longestQuotation = 1_000

async function* textIn(chunks: AsyncIterable<string | StreamChunk>): AsyncGenerator<string> {
  for await (const chunk of fromFullStream(chunks)) {
    if (typeof chunk === 'string') yield chunk
    else if (chunk.type === 'markdown_text') yield chunk.text
  }
}

function objectText(kind: string, data: unknown): string {
  if (kind !== 'plan')
    throw new ValidationError('zulip', `${JSON.stringify(kind)} can't be posted. Plans and polls can.`)
  const { title, tasks } = data as PlanModel
  return silentWildcards([`**${title}**`, ...tasks.map(taskText)].join('\n'))
}

function taskText({ title, status, details, output }: PlanModelTask): string {
  const further = [details, output].map(contentText).filter((text) => text !== '')
  return [`* ${signs[status]} ${title}`, ...further.map((text) => text.replace(/^/gm, '  '))].join('\n')
}

const signs = { pending: '⬜', in_progress: '⏳', complete: '✅', error: '❌' } as const

function contentText(content: PlanModelTask['details']): string {
  if (content === undefined) return ''
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map((line) => `* ${line}`).join('\n')
  return 'ast' in content ? writeMarkdown(content.ast) : convertMarkdown(content.markdown)
}
