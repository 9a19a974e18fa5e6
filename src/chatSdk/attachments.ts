import type { Attachment } from 'chat'
import type { Client } from '../client/index.js'
export function attachmentsIn(_markdown: string, _client: Client): Attachment[] {
  return []
}
export function rehydrated(attachment: Attachment, _client: Client): Attachment {
  return attachment
}
