import { type Client, type Clock, systemClock } from '../../client/index.js'
import { checkOptions, closedSoFar, type OptionNames, sendable } from '../../text/index.js'
import { type Log, silent } from '../base/log.js'
import type { SentMessage } from '../context/actions.js'
import { addressOf, type Destination } from '../delivery/place.js'
import { replyOptions } from '../delivery/sendToConversation.js'
import { emptyMessage, sentMessage } from '../outgoing/sentMessage.js'
import { checkSource, type MakesText, piecesOf, type TextSource } from './source.js'
import { asItIs, type ConvertsText, TextWriter, whenAllowed } from './writer.js'

export interface StreamToOptions {
  /** When it aborts, the text ends where it is. */
  readonly signal?: AbortSignal
  /** The clock of the pauses between edits. (default: the system's) */
  readonly clock?: Clock
  /** Gets a line for each edit that failed. (default: none) */
  readonly log?: Log
  /** Called with the ID of each message that is sent, before its text is complete. */
  readonly onSent?: (id: number) => void
  /** Converts the text for the server, such as `fromCommonMark` of `earshot/chat-sdk`. (default: it is sent as it is) */
  readonly convert?: ConvertsText
  /** Milliseconds between two edits, if more than a second. */
  readonly editEvery?: number
}

const streamToOptions: OptionNames<StreamToOptions> = {
  signal: true,
  clock: true,
  log: true,
  onSent: true,
  convert: true,
  editEvery: true,
}

/**
 * Sends a text while it is being generated, without a handler: to a topic or to people. The first words are sent at once, and
 * the message is edited as more arrive, at most once a second; a long text continues in further messages. Inside a handler use
 * `stream`, which also survives restarts and can be stopped by the reader.
 *
 * @throws {HandlerError} `invalid_stream` for an invalid source, `empty_message` for one without text.
 * @throws what the source throws, once what it gave before is shown; the signal's reason if nothing came before it.
 * @throws {ApiError} if the server refuses a message.
 * @example await streamTo(client, { channel: 'kitchen', topic: 'lunch' }, model.answer('What is for lunch?'))
 */
export async function streamTo(
  client: Client,
  where: Destination,
  source: TextSource | MakesText,
  options: StreamToOptions = {},
): Promise<SentMessage & { readonly text: string }> {
  checkOptions('streamTo', options, streamToOptions)
  checkSource(source)
  const { signal, clock = systemClock, log = silent, onSent, convert = asItIs, editEvery = 0 } = options
  const address = addressOf(where)
  signal?.throwIfAborted()
  const pieces = piecesOf(typeof source === 'function' ? await source() : source)
  let text = ''
  let end: { readonly error?: unknown } | undefined
  let wake = () => {}
  const writer = new TextWriter({
    client,
    clock,
    log,
    convert,
    async send(content) {
      const { id } = await whenAllowed(() => client.messages.send({ ...address, content }, replyOptions), clock, signal)
      onSent?.(id)
      return id
    },
  })
  const finish = (how: { readonly error?: unknown }) => {
    end ??= how
    pieces.stop()
    wake()
  }
  const abort = () => finish({})
  signal?.addEventListener('abort', abort)
  try {
    void read()
    await nap(() => text.length > longestUnclear || closedSoFar(writer.form.soFar(text)) !== '')
    await nap(() => false, gatherFor)
    while (end === undefined) {
      const { length } = text
      await writer.show(text)
      await nap(() => false, Math.max(writer.wait, editEvery, gatherFor))
      await nap(() => text.length > length)
    }
    if (end.error !== undefined && text === '') throw end.error
    if (signal?.aborted === true && text.trim() === '') throw signal.reason
    if (sendable(writer.form.whole(text)).trim() === '') {
      throw emptyMessage('What a source gave', 'Find out why it ended without text, or send something else then.')
    }
    const kind = signal?.aborted === true ? 'aborted' : end.error === undefined ? 'complete' : 'failed'
    await writer.finish(text, kind, undefined)
  } finally {
    finish({})
    signal?.removeEventListener('abort', abort)
  }
  if (end.error !== undefined) throw end.error
  return Object.assign(sentMessage(client, log, writer.ids, address.type === 'private' ? 'people' : 'channel'), {
    text,
  })

  async function read(): Promise<void> {
    try {
      for (let piece = await pieces.next(); piece !== undefined && end === undefined; piece = await pieces.next()) {
        text += piece
        wake()
      }
      finish({})
    } catch (error) {
      finish({ error })
    }
  }

  /** Waits for what is enough, for a time, or for the end of the source. */
  async function nap(isEnough: () => boolean, milliseconds?: number): Promise<void> {
    if (end !== undefined || isEnough()) return
    await new Promise<void>((resolve) => {
      const cancel = milliseconds === undefined ? () => {} : clock.later(milliseconds, resolve)
      wake = () => {
        if (end === undefined && !isEnough()) return
        cancel()
        resolve()
      }
    })
  }
}

/** Milliseconds in which a few words gather for the first message. */
const gatherFor = 400

/** UTF-16 units; looking at each piece of a longer text would take too long. */
const longestUnclear = 1_000
