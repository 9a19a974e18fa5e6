import { askedWait, isRateLimited } from '../../client/errors/exchangeErrors.js'
import { type Client, type Clock, pause } from '../../client/index.js'
import { limits } from '../../protocol/index.js'
import { closedSoFar, type GrowingParts, growingParts, longestTail, sendable } from '../../text/index.js'
import { withFencesAtLineStart } from '../../text/listFences.js'
import { errorFields, type Log } from '../base/log.js'
import { replyOptions } from '../delivery/sendToConversation.js'
import { isShown, LiveMessage } from '../outgoing/liveMessage.js'
import type { StreamEnd, StreamRecord } from './record.js'

/** Converts what a source gives to the server's Markdown, such as `fromCommonMark` of `earshot/chat-sdk`. */
export type ConvertsText = () => TextForm

/** What is sent of one text: while it grows, without what isn't complete yet, and when it has ended. */
export interface TextForm {
  soFar(text: string): string
  whole(text: string): string
}

export const asItIs: ConvertsText = () => ({ soFar: (text) => text, whole: (text) => text })

interface WriterOptions {
  readonly client: Client
  readonly clock: Clock
  readonly log: Log
  readonly convert: ConvertsText
  /** Keeps the progress; another process may have begun. (default: nothing is kept) */
  readonly record?: Pick<StreamRecord, 'found' | 'keep'>
  /** Sends a message, and returns its ID. @param suffix Tells the messages of the text apart, always in the same way. */
  readonly send: (content: string, suffix: string) => Promise<number>
}

/** Writes a growing text into messages: the last one is edited, and full ones stay as they are. One call is made at a time. */
export class TextWriter {
  readonly ids: number[]
  readonly form: TextForm
  readonly #options: WriterOptions
  #parts: GrowingParts
  /** What the source gave. */
  #source = ''
  /** The text of the messages that are full. */
  #full = ''
  /** Messages of a text that has changed since, to be used again. */
  #former: number[] = []
  /** The index of a message that a killed process may have sent; -1 for none. */
  readonly #unsure: number
  #live: LiveMessage | undefined
  #state: 'open' | 'refused' | 'gone' = 'open'
  #end: { readonly kind: StreamEnd; readonly note?: string } | undefined

  constructor(options: WriterOptions) {
    const found = options.record?.found
    this.#options = options
    this.form = options.convert()
    this.#parts = growingParts(partLength, found?.begin)
    this.ids = [...(found?.ids ?? [])]
    this.#unsure = found?.isSending === true ? found.ids.length : -1
    const last = this.ids.at(-1)
    if (last !== undefined && this.#unsure === -1) this.#live = this.#liveOf(last, undefined)
  }

  /** Milliseconds until the message may be edited again. */
  get wait(): number {
    return this.#live?.wait ?? 0
  }

  /** Somebody has deleted the message. */
  get isGone(): boolean {
    return this.#state === 'gone'
  }

  /**
   * A text whose full messages have changed waits for its end.
   * @throws {ApiError} if a message is refused, and the client's other errors; {StorageConflictError}
   */
  async show(source: string): Promise<void> {
    this.#source = source
    const text = this.form.soFar(source)
    if (!text.startsWith(this.#full)) return
    await this.#putFull(text, 'grows')
    const soFar = closedSoFar(this.#parts.current(text))
    if (soFar !== '') await this.#put(soFar, false)
  }

  /** Stores the progress. @throws {StorageConflictError} if another process has continued it */
  async keep(text = this.#source, isSending = false, begin = this.#parts.begin): Promise<void> {
    const { ids } = this
    await this.#options.record?.keep({ ids, text, begin, isSending, ...(this.#end && { end: this.#end }) })
  }

  /** Shows the complete text, with a note below it. @throws as `show` */
  async finish(source: string, kind: StreamEnd, note: string | undefined): Promise<void> {
    this.#source = source
    // Where a text is cut off, marks may be open.
    const text = (kind !== 'complete' && this.#options.convert().soFar(source)) || this.form.whole(source)
    this.#end = { kind, ...(note !== undefined && { note }) }
    if (!text.startsWith(this.#full)) this.#beginAgain()
    await this.#putFull(text, 'whole')
    const current = this.#parts.current(text)
    const last = note === undefined ? current : [closedSoFar(current), note].filter((one) => one !== '').join('\n\n')
    if (last.trim() !== '') await this.#put(last, true)
    await this.#deleteFormer()
    await this.keep()
  }

  #beginAgain(): void {
    this.#former = this.ids.splice(0)
    this.#parts = growingParts(partLength)
    this.#live = undefined
  }

  async #deleteFormer(): Promise<void> {
    const { client, log } = this.#options
    for (const message_id of this.#former) {
      await client.messages
        .delete({ message_id })
        .catch((error: unknown) =>
          log.warn(errorFields(error), 'A message that a text no longer needs was not deleted'),
        )
    }
  }

  async #putFull(text: string, growth: 'grows' | 'whole'): Promise<void> {
    for (;;) {
      const { begin } = this.#parts
      const full = this.#parts.full(text, growth)
      if (full === undefined) return
      this.#full = text.slice(0, this.#parts.begin.start)
      if (full.trim() === '') continue
      await this.#put(full, true, begin)
      this.#live = undefined
      if (this.#state === 'refused') this.#state = 'open'
    }
  }

  /** @param begin Where in the text it begins. */
  async #put(given: string, isLast: boolean, begin = this.#parts.begin): Promise<void> {
    const content = sendable(withFencesAtLineStart(given))
    if (this.isGone || content === this.#live?.shown) return
    const former = this.#live === undefined ? this.#former.shift() : undefined
    if (former !== undefined) {
      this.ids.push(former)
      this.#live = this.#liveOf(former, undefined)
    }
    if (this.#live === undefined) {
      await this.keep(this.#source, true, begin)
      const isSure = this.ids.length !== this.#unsure
      const id = await this.#options.send(content, this.ids.length === 0 ? '' : ` ${this.ids.length}`)
      this.ids.push(id)
      this.#live = this.#liveOf(id, isSure ? content : undefined)
    }
    await this.keep(this.#source, false, begin)
    if (isLast) await this.#changeForGood(this.#live, content)
    else if (this.#state === 'open') this.#note(await this.#live.change(content, { priority: 'bulk' }))
  }

  /** Makes the last edit; if the message can't be edited, sends the text as another one. */
  async #changeForGood(live: LiveMessage, content: string): Promise<void> {
    for (let tries = 1; content !== live.shown; tries += 1) {
      if (this.#state === 'open') this.#note(await live.change(content, replyOptions))
      if (this.isGone || content === live.shown) return
      if (this.#state === 'refused') {
        const { log } = this.#options
        log.info(errorFields(live.problem), "A message can't be edited; its text is sent as another one")
        this.ids.push(await this.#options.send(content, ` ${this.ids.length} again`))
        return
      }
      if (tries === mostEdits && (await isShown(this.#options.client, live.id, content))) return
      if (tries === mostEdits) this.#state = 'refused'
      else await pause(this.#options.clock, live.wait, undefined, { sleeping: true })
    }
  }

  #note(outcome: 'changed' | 'refused' | 'gone' | 'failed'): void {
    if (outcome === 'refused' || outcome === 'gone') this.#state = outcome
  }

  #liveOf(id: number, shown: string | undefined): LiveMessage {
    const { client, clock, log } = this.#options
    return new LiveMessage({ id, client, clock, log, shown })
  }
}

/** Sends, and again when rate-limited, since then nothing was sent. @throws the signal's reason, and what sending throws */
export async function whenAllowed<T>(
  send: () => Promise<T>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!isRateLimited(error) || tries === mostTries) throw error
      await pause(clock, Math.max(askedWait(error) ?? 0, 1_000 * tries), signal, { sleeping: true })
    }
  }
}

/** Leaves room for a last line, for closing marks, and for a note. */
const partLength = limits.messageLength - longestTail - 600

const mostTries = 8
/** How often the last edit is tried: after half a minute the reader gets another message. */
const mostEdits = 5
