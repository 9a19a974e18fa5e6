import { extractCard, extractFiles, extractPostableAttachments, ValidationError } from '@chat-adapter/shared'
import type { AdapterPostableMessage } from 'chat'
import { uploadFile } from '../bot/outgoing/sentMessage.js'
import type { Client } from '../client/index.js'
import { md } from '../text/index.js'
import { type WrittenCard, writeCard } from './cards.js'
import { convertMarkdown } from './markdown/growing.js'
import { replacePlaceholders, writeMarkdown } from './markdown/write.js'

/** A message for the server. */
export interface MarkdownMessage {
  /** Markdown, of any length. */
  readonly text: string
  readonly card?: WrittenCard
}

/** Writes a message, and uploads its files. @throws {ValidationError} for what is no message, or a card with too many buttons */
export async function writeMessage(message: AdapterPostableMessage, client: Client): Promise<MarkdownMessage> {
  if (typeof message !== 'string' && (typeof message !== 'object' || message === null)) {
    throw new ValidationError(
      'zulip',
      `A message is ${String(message)}. Give a string, { markdown }, { ast } or a card.`,
    )
  }
  const element = extractCard(message)
  const card = element === null ? undefined : writeCard(element)
  const text = card?.text ?? textOf(message)
  const links = await uploads(message, client)
  const whole = [text, ...(links.length > 0 ? [links.join('\n')] : [])]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  const isEmpty = whole === '' && typeof message === 'object' && 'markdown' in message
  return { text: isEmpty ? noText : whole, ...(card && card.actions.length > 0 && { card }) }
}

/** Shown when a model answers with nothing, which the Chat SDK posts as a blank; the server refuses blanks. */
export const noText = '…'

/** What the Chat SDK passes on unchanged, but for its placeholders; Markdown and trees are written anew. */
function textOf(message: AdapterPostableMessage): string {
  if (typeof message === 'string') return replacePlaceholders(message)
  if ('raw' in message) return replacePlaceholders(message.raw)
  if ('markdown' in message) return convertMarkdown(message.markdown)
  return 'ast' in message ? writeMarkdown(message.ast) : ''
}

async function uploads(message: AdapterPostableMessage, client: Client): Promise<string[]> {
  const links: string[] = []
  const upload = async (...file: [name: string, data: unknown, type: string | undefined]) =>
    links.push((await uploadFile(client, ...file)).markdown)
  for (const { data, filename, mimeType } of extractFiles(message)) await upload(filename, data, mimeType)
  for (const { name, url, data, fetchData, mimeType } of extractPostableAttachments(message)) {
    const content = data ?? (await fetchData?.())
    if (content === undefined && url !== undefined) links.push(md.link(name ?? url, url))
    else await upload(name ?? 'file', content, mimeType)
  }
  return links
}
