import { errorFields } from '../bot/index.js'
import { ApiError, type Client, type Success } from '../client/index.js'
import { endpointNamed, type Message, type NarrowTerm } from '../protocol/index.js'
import { isHidden } from './accounts.js'
import { isMistyped, type Patience, patiently } from './patience.js'
import type { Seen } from './position.js'
import { parseMessage } from './readEvent.js'

interface MessageReaderOptions extends Omit<Patience, 'signal' | 'isWaitedFor'> {
  readonly client: Client
}

/** Reads the messages that the server has for the bot, in pages. */
export class MessageReader {
  readonly #options: MessageReaderOptions

  constructor(options: MessageReaderOptions) {
    this.#options = options
  }

  /**
   * Undefined if the message is gone, or the bot may not or can't read it. A server that goes on failing for one message must
   * not keep all others from the bot.
   */
  async one(message_id: number, signal: AbortSignal): Promise<Message | undefined> {
    const { client, log } = this.#options
    let failures = 0
    const isWaitedFor = (error: unknown) =>
      !isMistyped(error) && !(error instanceof ApiError && error.status !== 429 && ++failures >= mostFailures)
    const ask = () => client.messages.get({ message_id, apply_markdown: false }, { signal })
    try {
      return (await patiently(ask, { ...this.#options, signal, isWaitedFor })).message
    } catch (error) {
      if (!isHidden(error)) throw error
      const level = failures < mostFailures ? 'debug' : 'error'
      log[level](
        { message: message_id, ...errorFields(error) },
        "Left out an event about a message that the bot can't read",
      )
      return undefined
    }
  }

  /** The messages of a narrow from this ID on, oldest first; some may be there twice. */
  async from(id: number, narrow: NarrowTerm[], signal: AbortSignal): Promise<readonly Message[]> {
    const found: Message[] = []
    for (let anchor = id; ; ) {
      const page = await this.#page({ anchor, num_before: 0, num_after: pageSize, narrow }, signal)
      found.push(...page.messages)
      const last = page.messages.at(-1)?.id
      if (page.found_newest || last === undefined || last === anchor) return found
      anchor = last
    }
  }

  /** The newest message up to an ID; the ID -1 stands for none. */
  async newestUpTo(id: number, signal: AbortSignal): Promise<Seen> {
    if (id < 0) return { id: -1 }
    const { messages } = await this.#page({ anchor: id, num_before: 1, num_after: 0, narrow: [] }, signal)
    return messages.at(-1) ?? { id: -1 }
  }

  /** The ID of the last message up to an ID that was sent by a time, in UNIX seconds; -1 if there is none. */
  async lastBy(time: number, id: number, signal: AbortSignal): Promise<number> {
    for (let anchor = id; anchor >= 0; ) {
      const page = await this.#page({ anchor, num_before: pageSize, num_after: 0, narrow: [] }, signal)
      const last = page.messages.findLast(({ timestamp = 0 }) => timestamp <= time)
      if (last !== undefined) return last.id
      const [oldest] = page.messages
      if (page.found_oldest || oldest === undefined || oldest.id === anchor) break
      anchor = oldest.id
    }
    return -1
  }

  /** A message that can't be read doesn't cost the bot the others. */
  async #page(
    range: { anchor: number; num_before: number; num_after: number; narrow: NarrowTerm[] },
    signal: AbortSignal,
  ) {
    const { client, log } = this.#options
    const params = { ...range, apply_markdown: false }
    const options = { signal, priority: 'bulk' as const }
    const patience = { ...this.#options, signal, isWaitedFor: (error: unknown) => !isMistyped(error) }
    try {
      return await patiently(() => client.messages.list(params, options), patience)
    } catch (error) {
      if (!isMistyped(error)) throw error
      log.error(errorFields(error), "Left out messages that can't be read")
      const { method, path } = endpointNamed('messages.list')
      const page = await patiently(() => client.request(method, path, params, options), patience)
      const { messages = [] } = page as { readonly messages?: readonly unknown[] }
      return {
        ...(page as Partial<Success<'messages.list'>>),
        messages: messages.map(parseMessage).flatMap((read) => (read.ok ? [read.notification.message] : [])),
      }
    }
  }
}

/** Messages. */
const pageSize = 100

/** Of one message, by the server itself: some seven seconds. */
const mostFailures = 4
