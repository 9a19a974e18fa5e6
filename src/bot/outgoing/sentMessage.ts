import { ApiError, type Client } from '../../client/index.js'
import { emojiCode, withoutSkinTone } from '../../protocol/emoji/emojiCode.js'
import { type ErrorRow, reactionDoesNotExist, reactionExists } from '../../protocol/index.js'
import { link } from '../../text/md/places.js'
import { HandlerError } from '../base/errors.js'
import { described, type Log } from '../base/log.js'
import type { SentMessage, UploadedFile } from '../context/actions.js'
import { onCopy } from '../delivery/copies.js'
import { messageParts } from '../delivery/messageParts.js'
import { markSent, replyText } from './reply.js'

/**
 * A sent message by its IDs.
 *
 * @param to Where it was sent, if that is known.
 * @throws {HandlerError} with the code `invalid_message` for an invalid ID
 */
export function sentMessage(client: Client, log: Log, sent: readonly number[], to?: 'channel' | 'people'): SentMessage {
  const [id] = sent
  if (id === undefined || !sent.every((one) => Number.isSafeInteger(one))) {
    throw new HandlerError('invalid_message', 'Give a message ID, or what ctx.send returned.')
  }
  const changing = (what: string, change: Promise<void>) => (to === 'people' ? onCopy(what, change) : change)
  // A field and no getter, since V8 keeps what an object literal with a getter refers to until a major collection.
  const message: SentMessage & { ids: readonly number[] } = {
    id,
    ids: sent,
    edit: (text) => changing('An edit', edit(text)),
    delete: () => changing('A deletion', deleteAll(message.ids)),
    react: (emoji) => changing('A reaction', addReaction(client, id, emoji)),
    unreact: (emoji) => changing('A reaction', removeReaction(client, id, emoji)),
  }
  return markSent(message)

  async function edit(text: string): Promise<void> {
    const { ids } = message
    const parts = messageParts(replyText(text, 'What a message is edited to'), log, ids.length)
    if (parts.length === 0) throw emptyMessage('An edit', 'To delete it, call its delete().')
    for (const [at, part] of parts.entries()) {
      const message_id = ids[at]
      if (message_id !== undefined) await client.messages.edit({ message_id, content: part })
    }
    const unneeded = ids.slice(parts.length)
    message.ids = ids.slice(0, parts.length)
    await deleteAll(unneeded)
  }

  async function deleteAll(messages: readonly number[]): Promise<void> {
    for (const message_id of messages) await client.messages.delete({ message_id })
  }
}

export function emptyMessage(what: string, advice: string): HandlerError {
  return new HandlerError('empty_message', `${what} has no visible text. ${advice}`)
}

export async function addReaction(client: Client, message_id: number, emoji: string): Promise<void> {
  const which = readEmoji(emoji)
  const named = 'emoji_name' in which ? which : { ...which, emoji_name: await nameAtServer(client, which, emoji) }
  await unless(reactionExists, client.reactions.add({ message_id, ...named }))
}

export async function removeReaction(client: Client, message_id: number, emoji: string): Promise<void> {
  const which = readEmoji(emoji)
  // The server doesn't derive the type from a name: without one, it means an emoji of Unicode's.
  for (const reaction_type of ['unicode_emoji', 'realm_emoji', 'svc_extra_emoji']) {
    const call = client.reactions.remove({ message_id, reaction_type, ...which })
    if ((await unless(reactionDoesNotExist, call)) || 'emoji_code' in which) return
  }
}

interface UnnamedEmoji {
  readonly emoji_code: string
  readonly reaction_type: 'unicode_emoji'
}

/** An emoji by its name, with or without colons, or by its characters. @throws {HandlerError} for anything else */
function readEmoji(emoji: unknown): { readonly emoji_name: string } | UnnamedEmoji {
  const given = typeof emoji === 'string' ? emoji.trim() : ''
  const emoji_name = /^:?([\w+-]+):?$/.exec(given)?.[1]
  if (emoji_name !== undefined) return { emoji_name }
  if (given.length <= longestEmoji && /^(?:\p{Emoji}|\p{M}|\p{Cf})+$/u.test(given)) {
    return { emoji_code: emojiCode(withoutSkinTone(given)), reaction_type: 'unicode_emoji' }
  }
  throw invalidEmoji(typeof emoji === 'string' ? JSON.stringify(emoji) : described(emoji))
}

/** UTF-16 units; the flags of parts of countries have the most. */
const longestEmoji = 40

/** Asks the server, since the names differ between versions. @throws {HandlerError} if it has no such emoji */
async function nameAtServer(client: Client, { emoji_code }: UnnamedEmoji, emoji: string): Promise<string> {
  const characters = withoutSkinTone(emoji.trim())
  // Some are text without a variation selector.
  const { rendered } = await client.messages.render({ content: `${characters} ${characters}\ufe0f` })
  const [, name] = new RegExp(`"emoji emoji-${emoji_code}"[^>]*>:([^:<]+):<`).exec(rendered) ?? []
  if (name !== undefined) return name
  throw invalidEmoji(`${JSON.stringify(emoji)}, which is no emoji of this server`)
}

const invalidEmoji = (what: string) =>
  new HandlerError('invalid_emoji', `A reaction can't be ${what}. Give one emoji, such as 🎉 or tada.`)

/** Whether a call had an effect: the server refuses one whose effect is already there. */
function unless(refusal: ErrorRow, call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === refusal.code) return false
      throw error
    },
  )
}

export async function uploadFile(
  client: Client,
  name: unknown,
  data: unknown,
  type: string | undefined = data instanceof Blob ? data.type : undefined,
): Promise<UploadedFile> {
  if (typeof name !== 'string' || name.trim() === '' || /\p{Cc}/u.test(name)) {
    throw invalid(`its name is ${typeof name === 'string' ? JSON.stringify(name) : described(name)}`, 'Give it a name.')
  }
  const file = new File([contentOf(data)], name, type === undefined ? {} : { type })
  const { url } = await client.files.upload({ file })
  return { url, markdown: link(name, url) }
}

function contentOf(data: unknown): Blob | string | Uint8Array<ArrayBuffer> {
  if (typeof data === 'string' || data instanceof Blob) return data
  // Copied, since the bytes may change before they are sent, and shared memory can't be sent.
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return new Uint8Array(data)
  throw invalid(`its content is ${described(data)}`, 'Give a string, a Uint8Array or a Blob.')
}

function invalid(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_upload', `A file can't be uploaded: ${problem}. ${advice}`)
}
