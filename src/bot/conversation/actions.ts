import type { Client } from '../../client/index.js'
import { type PollResult, pollResult } from '../../protocol/index.js'
import { HandlerError } from '../base/errors.js'
import { errorFields } from '../base/log.js'
import { Widget } from '../context/widgets.js'
import { onCopy } from '../delivery/copies.js'
import type { Destination } from '../delivery/place.js'
import { replyOf } from '../outgoing/messageParts.js'
import { type Progress, startProgress } from '../outgoing/progress.js'
import { sendTo } from '../outgoing/send.js'
import {
  addReaction,
  emptyMessage,
  removeReaction,
  type SentMessage,
  sentMessage,
  type UploadedFile,
  uploadFile,
} from '../outgoing/sentMessage.js'
import type { Run } from './run.js'

/** What a bot can do besides replying. */
export interface Actions {
  /**
   * Where replies go now: to the conversation of the message, wherever that was moved, or to the sender directly if the
   * message was deleted or the bot can't read it any more. `ctx.message` stays as it was delivered.
   *
   * @throws {ApiError} if the server can't be asked.
   * @example await ctx.send(await ctx.place(), 'Done.')
   */
  place(): Promise<Destination>
  /**
   * Replies as `reply` does, in order with it, and returns the sent message for later changes. Unlike most uses of `reply`,
   * it costs a call to the server.
   *
   * @throws {HandlerError} with the code `empty_message` for text that would render as nothing.
   * @throws {ApiError} if the server refuses.
   * @example
   * const sent = await ctx.send('Looking…')
   * await sent.edit('Found it.')
   */
  send(message: string | Widget): Promise<SentMessage>
  /**
   * Sends a message elsewhere: to a topic of a channel, or to people directly, by ID or address. A text over the server's
   * limit becomes several messages, as with `reply`. With a queue it is sent at most once, like every other call.
   *
   * @throws {HandlerError} with the code `empty_message`, `invalid_reply` or `invalid_destination`.
   * @throws {ApiError} if the server refuses, as in a private channel that the bot isn't in.
   * @example await ctx.send({ channel: 'kitchen', topic: 'orders' }, `${ctx.sender.name} wants soup.`)
   */
  send(where: Destination, message: string | Widget): Promise<SentMessage>
  /**
   * Reacts to the message, with an emoji by its name, such as `tada`, or by its character, whose name costs another call to the
   * server; skin tones are left out. Doing so twice has no further effect.
   *
   * @throws {HandlerError} with the code `invalid_emoji` for anything else, or characters that are no emoji of the server; or `no_copy` for a direct message on a server
   * below feature level 345, if the server calls the bot.
   * @throws {ApiError} if there is no such emoji.
   */
  react(emoji: string): Promise<void>
  /** Removes the bot's own reaction, if there is one. Throws what `react` does. */
  unreact(emoji: string): Promise<void>
  /** Edits a message of the bot: one that `send` returned, or an ID. Throws what `SentMessage.edit` does. */
  edit(sent: SentMessage | number, text: string): Promise<void>
  /**
   * Sends a progress message, which can be updated as often as you like.
   *
   * @throws as `send`.
   * @example
   * const progress = await ctx.progress('Baking…')
   * for (const [at, loaf] of loaves.entries()) {
   *   await bake(loaf)
   *   progress.update(`Baked ${at + 1} of ${loaves.length}`)
   * }
   * await progress.done('All baked.')
   */
  progress(text: string): Promise<Progress>
  /**
   * The current votes of a poll.
   *
   * @throws {HandlerError} with the code `invalid_message` for a message that is no poll.
   * @throws {ApiError} if the server doesn't show the message to the bot.
   * @example
   * const sent = await ctx.send(poll({ question: 'Which bread?', options: ['rye', 'spelt'] }))
   * await ctx.sleep('10m')
   * const { options } = await ctx.votes(sent)
   */
  votes(poll: SentMessage | number): Promise<PollResult>
  /**
   * Uploads a file, for a link in a message.
   *
   * @throws {HandlerError} with the code `invalid_upload` for an invalid name or content.
   * @throws {ApiError} if the server refuses, as it does if the file is too large.
   * @example
   * const { markdown } = await ctx.upload('sales.csv', csv)
   * return `Here you are: ${markdown}`
   */
  upload(name: string, data: string | Uint8Array | Blob): Promise<UploadedFile>
}

/**
 * Functions that don't use `this`, so that each can be passed around.
 *
 * @param clientOf Returns the client whose calls aren't repeated when the handler runs again.
 */
export function createActions(run: Run, clientOf: () => Client): Actions {
  const { delivery, notification, log } = run
  const { clock, replies } = delivery
  const { message } = notification
  const to = message.type === 'private' ? 'people' : 'channel'
  const changing = (change: Promise<void>) => (to === 'people' ? onCopy('A reaction', change) : change)

  return {
    place: async () => (await delivery.place()) ?? { to: [message.sender_id] },
    send(...given: [message: string | Widget] | [where: Destination, message: string | Widget]) {
      const [first, text] = given
      // A further argument after a text, such as the index that `map` passes, is ignored.
      const isElsewhere = !(first instanceof Widget) && (typeof first === 'object' || typeof text === 'string')
      const sending = isElsewhere
        ? sendTo(clientOf(), first as Destination, text as string, log, notification.bot_full_name)
        : posted(first, 'A message to send').then((ids) => sentMessage(clientOf(), log, ids, to))
      // As with a reply, a failure that isn't awaited must not end the process.
      sending.catch((error: unknown) => log.debug(errorFields(error), 'ctx.send failed'))
      return sending
    },
    react: async (emoji) => changing(addReaction(clientOf(), message.id, emoji)),
    unreact: async (emoji) => changing(removeReaction(clientOf(), message.id, emoji)),
    edit: async (sent, text) => (typeof sent === 'number' ? sentMessage(clientOf(), log, [sent]) : sent).edit(text),
    progress(text) {
      const starting = begun(text)
      starting.catch((error: unknown) => log.debug(errorFields(error), 'ctx.progress failed'))
      return starting
    },
    async votes(poll) {
      const message_id = typeof poll === 'number' ? poll : poll.id
      const result = pollResult((await clientOf().messages.get({ message_id })).message)
      if (result !== undefined) return result
      throw new HandlerError(
        'invalid_message',
        `The message ${message_id} is no poll; give one that was sent with poll().`,
      )
    },
    upload: (name, data) => uploadFile(clientOf(), name, data),
  }

  async function begun(text: string): Promise<Progress> {
    const [id = 0] = await posted(text, 'What ctx.progress was given', 1)
    const { progress, flush } = startProgress(id, text, {
      passing: delivery.client,
      lasting: clientOf(),
      clock,
      signal: delivery.signal,
      log,
      post: (more) => replies.post(run, more),
    })
    replies.beforeEnd(run, flush)
    return progress
  }

  async function posted(given: unknown, whose: string, most?: number): Promise<number[]> {
    const ids = await replies.post(run, replyOf(given, whose), most)
    if (ids.length === 0) throw emptyMessage(whose, 'Give some text, or do not call it.')
    return ids
  }
}
