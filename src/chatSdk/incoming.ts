import {
  type Author,
  Message as ChatMessage,
  type LinkPreview,
  type Nodes,
  type RawMessage,
  type Root,
  toPlainText,
} from 'chat'
import type { Client } from '../client/index.js'
import type { Message } from '../protocol/index.js'
import { messageAttachments } from './attachments.js'
import { readMarkdown } from './markdown/read.js'
import { encodeThreadId, type ZulipThreadId } from './threadId.js'

/** What the Chat SDK calls raw: a message of the server, or of one just sent what is known. */
export type ZulipRawMessage = Message | { readonly id: number; readonly content: string }

export type Posted = RawMessage<ZulipRawMessage>

interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
}

/** The bot's own account. */
export interface BotIdentity extends Person {
  /** The organisation's address, without a slash at its end. */
  readonly site: string
}

interface Reader {
  readonly own: BotIdentity
  readonly client: Client
}

/** The thread of a message. */
export function threadOf(message: Message, own: Pick<BotIdentity, 'id'>): ZulipThreadId {
  if (message.type === 'stream') return { kind: 'topic', channelId: message.stream_id, topic: message.subject }
  const others = message.display_recipient.map(({ id }) => id).filter((id) => id !== own.id)
  return { kind: 'direct', userIds: others.length > 0 ? others : [own.id] }
}

interface Reading {
  /** Whether the server says so; undefined in a direct conversation. */
  readonly isMention?: boolean | undefined
  /** The ID of the whole, if the message is one of several. */
  readonly id?: string
}

export function toChatMessage(
  message: Message,
  { own, client }: Reader,
  { isMention, id = String(message.id) }: Reading = {},
): ChatMessage<ZulipRawMessage> {
  const formatted = readMarkdown(message.content)
  const { last_edit_timestamp: editedAt } = message
  return new ChatMessage<ZulipRawMessage>({
    id,
    threadId: encodeThreadId(threadOf(message, own)),
    text: toPlainText(formatted).trim(),
    formatted,
    raw: message,
    author: authorOf({ id: message.sender_id, email: message.sender_email, name: message.sender_full_name }, own),
    metadata: {
      dateSent: new Date((message.timestamp ?? 0) * 1_000),
      edited: editedAt !== undefined,
      ...(editedAt !== undefined && { editedAt: new Date(editedAt * 1_000) }),
    },
    attachments: messageAttachments(message.content, client),
    links: linksIn(formatted, { own, client }),
    ...(isMention !== undefined && { isMention }),
  })
}

export function authorOf({ id, email, name }: Person, own: Pick<BotIdentity, 'id'>): Author {
  const isMe = id === own.id
  return {
    userId: String(id),
    userName: name,
    fullName: name,
    // Other bots are left out before they get here.
    isBot: isMe,
    isMe,
    // The server makes an address up where people hide theirs.
    ...(email !== '' && !/^user\d+@/.test(email) && { email }),
  }
}

function linksIn(tree: Root, { own, client }: Reader): LinkPreview[] {
  const urls = new Set<string>()
  collect(tree)
  return [...urls].map((url) => {
    const id = messageIdIn(url, own.site)
    if (id === undefined) return { url }
    return {
      url,
      fetchMessage: async () => {
        const { message } = await client.messages.get({ message_id: id, apply_markdown: false })
        return toChatMessage(message, { own, client })
      },
    }
  })

  function collect(node: Nodes): void {
    if (node.type === 'link' && !node.url.includes('/user_uploads/')) urls.add(absolute(node.url, own.site))
    if ('children' in node) for (const child of node.children) collect(child)
  }
}

/** The message that a link of the web app is to. */
function messageIdIn(url: string, site: string): number | undefined {
  const found = url.startsWith(`${site}/`) ? /#narrow\/.*\/near\/(\d+)$/.exec(url)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

function absolute(url: string, site: string): string {
  if (url.startsWith('#')) return `${site}/${url}`
  return url.startsWith('/') ? site + url : url
}
