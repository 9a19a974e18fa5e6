import type { Attachment } from 'chat'
import { attachmentsOf } from '../bot/index.js'
import type { Client } from '../client/index.js'

/** The files that a message links to; they are downloaded when somebody asks for their content. */
export function messageAttachments(markdown: string, client: Client): Attachment[] {
  return attachmentsOf(markdown, client).map(({ name, path, url, type }) => ({
    type: kindOf(type),
    name,
    url,
    ...(type !== undefined && { mimeType: type }),
    fetchMetadata: { path },
    fetchData: () => download(client, path),
  }))
}

/** An attachment that was stored, and can be downloaded again. */
export function rehydrated(attachment: Attachment, client: Client): Attachment {
  const path = attachment.fetchMetadata?.path
  return path === undefined ? attachment : { ...attachment, fetchData: () => download(client, path) }
}

function kindOf(type = ''): Attachment['type'] {
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}

/** A `Buffer` where the platform has it, as bots expect it of the Chat SDK's adapters. */
async function download(client: Client, path: string): Promise<Buffer | ArrayBuffer> {
  const bytes = new Uint8Array(await (await client.files.download(path)).bytes())
  return globalThis.Buffer === undefined ? bytes.buffer : Buffer.from(bytes.buffer)
}
