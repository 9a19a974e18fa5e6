import { extractCard, extractFiles, extractPostableAttachments } from '@chat-adapter/shared'
import { type AdapterPostableMessage, parseMarkdown } from 'chat'
import type { Client } from '../client/index.js'
import { md } from '../text/index.js'
import { type WrittenCard, writeCard } from './cards.js'
import { replacePlaceholders, writeMarkdown } from './markdown/write.js'

/** A message for the server. */
export interface WrittenMessage {
  /** Markdown, of any length. */
  readonly text: string
  readonly card?: WrittenCard
}

/** Writes a message, and uploads its files. @throws {ValidationError} for a card with too many buttons */
export async function writeMessage(message: AdapterPostableMessage, client: Client): Promise<WrittenMessage> {
  const element = extractCard(message)
  const card = element === null ? undefined : writeCard(element)
  const text = card?.text ?? textOf(message)
  const links = await uploads(message, client)
  const whole = [text, ...(links.length > 0 ? [links.join('\n')] : [])]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  return { text: whole, ...(card && card.actions.length > 0 && { card }) }
}

/** What the Chat SDK passes on unchanged, but for its placeholders; Markdown and trees are written anew. */
function textOf(message: AdapterPostableMessage): string {
  if (typeof message === 'string') return replacePlaceholders(message)
  if ('raw' in message) return replacePlaceholders(message.raw)
  if ('markdown' in message) return writeMarkdown(parseMarkdown(message.markdown))
  return 'ast' in message ? writeMarkdown(message.ast) : ''
}

async function uploads(message: AdapterPostableMessage, client: Client): Promise<string[]> {
  const links: string[] = []
  for (const { data, filename, mimeType } of extractFiles(message)) {
    links.push(await upload(client, filename, data, mimeType))
  }
  for (const { name, url, data, fetchData, mimeType } of extractPostableAttachments(message)) {
    const content = data ?? (await fetchData?.())
    if (content !== undefined) links.push(await upload(client, name ?? 'file', content, mimeType))
    else if (url !== undefined) links.push(md.link(name ?? url, url))
  }
  return links
}

async function upload(
  client: Client,
  name: string,
  data: Buffer | Blob | ArrayBuffer,
  type: string | undefined,
): Promise<string> {
  const content = data instanceof Blob ? data : new Uint8Array(data)
  const file = new File([content], name, type === undefined ? {} : { type })
  const { url } = await client.files.upload({ file })
  return md.link(name, url)
}
