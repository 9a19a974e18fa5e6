import type { Client } from '../../client/index.js'
import { link } from '../../text/md/link.js'
import { described } from '../described.js'
import { HandlerError } from '../errors.js'

/** A file that was uploaded. */
export interface UploadedFile {
  /** Its path below the organisation's address. */
  readonly url: string
  /** A link to it, to be put into a message. Whoever can read that message can read the file. */
  readonly markdown: string
}

/** Uploads a file. @throws {HandlerError} with the code `invalid_upload` for what is none */
export async function uploadFile(client: Client, name: unknown, data: unknown): Promise<UploadedFile> {
  if (typeof name !== 'string' || name.trim() === '' || /\p{Cc}/u.test(name)) {
    throw invalid(`its name is ${typeof name === 'string' ? JSON.stringify(name) : described(name)}`, 'Name it.')
  }
  const file = new File([contentOf(data)], name, data instanceof Blob ? { type: data.type } : {})
  const { url } = await client.files.upload({ file })
  return { url, markdown: link(name, url) }
}

function contentOf(data: unknown): Blob | string | Uint8Array<ArrayBuffer> {
  if (typeof data === 'string' || data instanceof Blob) return data
  // A copy: the bytes may be changed before they are sent, and shared memory can't be sent at all.
  if (data instanceof Uint8Array) return new Uint8Array(data)
  throw invalid(`its content is ${described(data)}`, 'Give a string, a Uint8Array or a Blob.')
}

function invalid(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_upload', `A file can't be uploaded: ${problem}. ${advice}`)
}
