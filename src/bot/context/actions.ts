import type { PollResult } from '../../protocol/index.js'
import type { Destination } from '../delivery/place.js'
import type { Widget } from './widgets.js'

/** What a bot can do besides replying. */
export interface Actions {
  /**
   * Where replies go now: to the conversation of the message, wherever that was moved, or to the sender directly if the
   * message was deleted, the bot can't read it any more, or the server doesn't say. `ctx.message` stays as it was delivered.
   *
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

/** A message that the bot sent. A text that was too long for one message is several, which are changed together. */
export interface SentMessage {
  /** Of the first message. */
  readonly id: number
  /** Of all its messages. */
  readonly ids: readonly number[]
  /**
   * Replaces the text. Messages that are no longer needed are deleted.
   *
   * @throws {ContentTooLongError} for text that doesn't fit into its messages. Nothing was changed.
   * @throws {HandlerError} with the code `empty_message` for text that would render as nothing, or `no_copy` for a direct
   * message on a server below feature level 345, if the server calls the bot.
   * @throws {ApiError} if the server refuses, as it may for a message that is too old.
   */
  edit(text: string): Promise<void>
  /**
   * @throws {HandlerError} with the code `no_copy`, as `edit`.
   * @throws {ApiError} if the server refuses: many organisations don't let people delete messages.
   */
  delete(): Promise<void>
  /** Reacts to it. As `ctx.react`. */
  react(emoji: string): Promise<void>
  /** As `ctx.unreact`. */
  unreact(emoji: string): Promise<void>
}

/** A progress message, edited in place. */
export interface Progress {
  readonly id: number
  /**
   * Shows the current progress. Doesn't wait, and throws only for a text of more than twenty messages. Of a longer one than
   * a message, the beginning is shown; what follows is sent when the handler ends, if it is the last. However often it is called, the message is edited at most
   * once a second, and the last text stays: if the message can't be edited, it is sent as a new one when the handler ends.
   * Does nothing once the handler's time is up.
   */
  update(text: string): void
  /**
   * Shows the result. A text that is longer than a message continues in further messages. If the message can no longer be
   * edited, for instance because it is too old, the text is sent as a new one.
   */
  done(text: string): Promise<void>
}

/** An uploaded file. */
export interface UploadedFile {
  /** Its path below the organisation's address. */
  readonly url: string
  /** A link for a message. Everyone who can read that message can read the file. */
  readonly markdown: string
}
