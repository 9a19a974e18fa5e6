import { codePoints, limits } from '../../protocol/index.js'
import { checkOptions, closedSoFar, type OptionNames, sendable } from '../../text/index.js'
import { HandlerError, UserError } from '../base/errors.js'
import { described, errorFields } from '../base/log.js'
import type { SentMessage } from '../context/actions.js'
import type { Context } from '../context/context.js'
import { runOf, sentencesOf } from '../conversation/deliveryContext.js'
import type { Run } from '../conversation/run.js'
import { keepsCopies } from '../delivery/copies.js'
import { showTyping } from '../middleware/typing.js'
import { emptyMessage, sentMessage } from '../outgoing/sentMessage.js'
import { type StreamEnd, StreamRecord } from './record.js'
import { checkSource, discard, type MakesText, type Pieces, piecesOf, type TextSource } from './source.js'
import { StopSign } from './stopSign.js'
import { asItIs, type ConvertsText, TextWriter, whenAllowed } from './writer.js'

export interface StreamOptions {
  /** Characters after which the text is cut off. (default: 50,000) */
  readonly maxLength?: number
  /**
   * Continues a text after the process was killed, given the text so far. Without it, the message says that it was cut
   * off.
   */
  readonly resume?: (soFar: string) => TextSource | Promise<TextSource>
  /** Converts the text for the server, such as `fromCommonMark` of `earshot/chat-sdk`. (default: it is sent as it is) */
  readonly convert?: ConvertsText
}

const streamOptions: OptionNames<StreamOptions> = { maxLength: true, resume: true, convert: true }

/** A message that was written as its text arrived. */
export interface StreamedMessage extends SentMessage {
  /** The text from the source. */
  readonly text: string
  readonly end: StreamEnd
}

/**
 * Replies with a text while it is being generated, such as a language model's. The first words are sent at once, and the
 * message is edited as more arrive, once a second or as often as the server allows. A long text continues in further
 * messages. The sender can say `stop`. If the process is killed and a queue runs the handler again, `resume` finishes the
 * text, or it is marked as cut off.
 *
 * On servers below feature level 345, a direct message of a bot that the server calls can't be edited: there the text is
 * sent once it is complete.
 *
 * If the source fails or is stopped after its first words, nothing is thrown: the message and `end` say so.
 *
 * @param source The text in pieces, or a function that makes it, which isn't called if the text is already complete.
 * @throws {HandlerError} with the code `invalid_stream` for an invalid source, or `empty_message` for one without text.
 * @throws what the source throws before its first words.
 * @throws {ApiError} if the server refuses a message.
 * @example
 * bot.onMention(async (ctx) => {
 *   await stream(ctx, () => model.answer(ctx.text, { signal: ctx.signal }))
 * })
 */
export async function stream(
  ctx: Context,
  source: TextSource | MakesText,
  options: StreamOptions = {},
): Promise<StreamedMessage> {
  const run = runOf(ctx)
  if (run === undefined) {
    throw invalid(`is for ${described(ctx)}`, "Give the handler's own `ctx` first, then the source")
  }
  checkSource(source)
  checkValues(options)
  run.streams += 1
  const number = run.streams
  let isRead = false
  const streaming = new Streaming(ctx, { run, options, number })
  const streamed = await run.do({ kind: 'once', key: `stream ${number}`, isRepeatable: true }, () =>
    streaming.run(() => {
      isRead = true
      return typeof source === 'function' ? source() : source
    }),
  )
  if (!isRead) discard(source)
  // The result of an earlier run comes from its record, unchanged.
  const { ids, text, end } = streamed as Streamed
  const to = ctx.message.type === 'private' ? 'people' : 'channel'
  return Object.assign(sentMessage(ctx.client, ctx.log, ids, to), { text, end })
}

interface Streamed {
  readonly ids: readonly number[]
  readonly text: string
  readonly end: StreamEnd
}

interface StreamingOptions {
  readonly run: Run
  readonly options: StreamOptions
  readonly number: number
}

class Streaming {
  readonly #ctx: Context
  readonly #options: StreamingOptions
  #text = ''
  #end: { readonly kind: StreamEnd; readonly error?: unknown } | undefined
  #pieces: Pieces | undefined
  #wake = () => {}

  constructor(ctx: Context, options: StreamingOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  async run(source: MakesText): Promise<Streamed> {
    const { log, signal, clock } = this.#ctx
    const { run, number, options } = this.#options
    const { delivery, notification } = run
    const record = await StreamRecord.open(run, number, log)
    const writer = new TextWriter({
      client: delivery.client,
      clock: delivery.clock,
      log,
      convert: options.convert ?? asItIs,
      record,
      send: (content, suffix) => reply(run, content, `stream ${number}${suffix}`),
    })
    const { found } = record
    // A run that was killed before anything was visible starts over.
    if (found && (found.ids.length > 0 || found.end)) {
      this.#text = found.text
      if (found.end) return this.#finished(writer, found.end.kind, found.end.note)
      if (options.resume === undefined) return this.#finished(writer, 'interrupted', this.#noteOn('interrupted'))
    }
    const isResumed = this.#text !== ''
    const sign = new StopSign(notification, `${delivery.id} ${number}`, delivery.storage, log)
    const stopTyping = showTyping(this.#ctx, clock, typingAfter)
    const abort = () => this.#finish('aborted')
    const cleanUp = async () => {
      signal.removeEventListener('abort', abort)
      this.#pieces?.stop()
      stopTyping()
      await sign.end()
    }
    await sign.begin()
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    try {
      void this.#read(isResumed && options.resume ? () => options.resume?.(this.#text) ?? source() : source)
      await this.#write(writer, sign)
      const { kind, error } = this.#end ?? { kind: 'complete' }
      if (kind === 'aborted' && run.mayComeAgain) {
        await writer.keep(this.#text)
        await cleanUp()
        if (run.again(signal.reason)) return await run.leaving.leave()
      }
      if (kind === 'failed') this.#noteFailure(error, writer)
      if (kind === 'aborted' && writer.ids.length === 0) throw signal.reason
      if (kind === 'complete' && sendable(writer.form.whole(this.#text)).trim() === '') {
        throw emptyMessage('What a source gave', 'Find out why it ended without text, or answer something else then.')
      }
      return await this.#finished(writer, kind, this.#noteOn(kind, error))
    } finally {
      await cleanUp()
    }
  }

  async #read(source: MakesText): Promise<void> {
    const { maxLength = longestText } = this.#options.options
    try {
      const pieces = piecesOf(await source())
      this.#pieces = pieces
      if (this.#end) pieces.stop()
      while (!this.#end) {
        const piece = await pieces.next()
        if (this.#end) return
        if (piece === undefined) return this.#finish('complete')
        this.#text += piece
        if (this.#text.length > maxLength && codePoints(this.#text) > maxLength) {
          this.#text = [...this.#text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')
          return this.#finish('too_long')
        }
        this.#wake()
      }
    } catch (error) {
      this.#finish('failed', error)
    }
  }

  /** Shows the text while it grows, until its end. */
  async #write(writer: TextWriter, sign: StopSign): Promise<void> {
    while (!this.#end && closedSoFar(writer.form.soFar(this.#text)) === '') await this.#nap(lookEvery, sign, 'or text')
    const { delivery, notification } = this.#options.run
    if (!this.#end && !(await keepsCopies(delivery.client, notification.message))) {
      while (!this.#end) await this.#nap(lookEvery, sign)
    }
    // Gather a few words before the first message.
    if (!this.#end && writer.ids.length === 0) await this.#nap(gatherFor, sign)
    while (!this.#end) {
      const { length } = this.#text
      await writer.show(this.#text)
      if (writer.isGone) this.#finish('stopped')
      if (!this.#end && writer.wait > 0) await this.#nap(writer.wait, sign)
      while (!this.#end && this.#text.length === length) await this.#nap(lookEvery, sign, 'or text')
    }
  }

  /** Waits, at most until the end of the source; with `or text`, until more text has arrived. */
  async #nap(milliseconds: number, sign: StopSign, or?: 'or text'): Promise<void> {
    const { length } = this.#text
    await new Promise<void>((resolve) => {
      const cancel = this.#ctx.clock.later(milliseconds, resolve)
      const wake = () => {
        if (!this.#end && !(or === 'or text' && this.#text.length > length)) return
        cancel()
        resolve()
      }
      this.#wake = wake
    })
    if (!this.#end && (await sign.isTaken())) this.#finish('stopped')
  }

  #finish(kind: StreamEnd, error?: unknown): void {
    if (this.#end) return
    this.#end = { kind, error }
    this.#pieces?.stop()
    this.#wake()
  }

  async #finished(writer: TextWriter, end: StreamEnd, note: string | undefined): Promise<Streamed> {
    await writer.finish(this.#text, end, note)
    return { ids: writer.ids, text: this.#text, end }
  }

  /** Before the first words, a failure is thrown like any other error. */
  #noteFailure(error: unknown, writer: TextWriter): void {
    if (writer.ids.length === 0) throw error
    if (error instanceof UserError) return
    this.#ctx.log.error(errorFields(error), 'The source of a stream failed; its message says so')
    this.#options.run.delivery.failed(error)
  }

  #noteOn(kind: StreamEnd, error?: unknown): string | undefined {
    const sentences = sentencesOf(this.#ctx)
    if (kind === 'complete') return undefined
    if (kind === 'stopped') return sentences.textStopped
    if (kind !== 'failed') return sentences.textCutOff(sentences[reasons[kind]])
    const isForUsers = error instanceof UserError
    return sentences.textCutOff(isForUsers ? error.message : sentences.somethingWentWrong(this.#ctx.deliveryId))
  }
}

/** Other replies meanwhile wait their turn. */
async function reply(run: Run, content: string, name: string): Promise<number> {
  const { clock, signal } = run.delivery
  return run.inTurn(() => whenAllowed(() => run.message(content, { name }), clock, signal))
}

/** Sentences that say why a text is incomplete. */
const reasons = { too_long: 'textTooLong', aborted: 'ranOutOfTime', interrupted: 'wasInterrupted' } as const

function checkValues(options: StreamOptions): void {
  checkOptions('stream', options, streamOptions)
  const { maxLength = longestText, resume, convert } = options
  if (!Number.isSafeInteger(maxLength) || maxLength < 1) {
    throw invalid(`has \`maxLength\` ${described(maxLength)}`, 'Give a whole number from 1')
  }
  if (resume !== undefined && typeof resume !== 'function') {
    throw invalid(`has \`resume\` ${described(resume)}`, 'Give a function of the text so far')
  }
  if (convert !== undefined && typeof convert !== 'function') {
    throw invalid(`has \`convert\` ${described(convert)}`, 'Give a function, such as fromCommonMark')
  }
}

function invalid(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_stream', `A stream can't be written: it ${problem}. ${advice}.`)
}

/** Five full messages of characters. */
const longestText = 5 * limits.messageLength

/** Milliseconds. */
const typingAfter = 500
const gatherFor = 400
const lookEvery = 1_000
