import { type Endpoint, limits, type Method, wireKind } from '../../protocol/index.js'
import { decodeEntities } from '../../text/entities.js'
import { typeByName } from '../../text/mediaType.js'
import { type ImageFacts, imageFacts } from '../base/pictures.js'
import { bodyOf, type Exchange, malformed } from '../http/exchange.js'
import type { Route } from './routes.js'

export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly Blob[]
  /** Of the file, if it is an image. */
  readonly image?: ImageFacts | undefined
  /** The content type of a body that isn't a form, for a hint. */
  readonly unread?: string
}

export const emptyForm: Form = { fields: new Map(), files: [] }

/**
 * Reads the body of a request by its content type; one that isn't a form has no fields.
 *
 * @throws {Refusal} if it can't be read
 * @throws {BodyTooLarge}
 */
export async function readForm(c: Exchange, limit: number): Promise<Form> {
  const type = c.req.header('content-type') ?? ''
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const bytes = await bodyOf(c, limit)
  if (essence === 'multipart/form-data') return readMultipart(bytes, type)
  if (essence === 'application/x-www-form-urlencoded') return { fields: readFields(formText(bytes)), files: [] }
  return bytes.length === 0 ? emptyForm : { ...emptyForm, unread: essence === '' ? 'no content type' : essence }
}

/** Maximum bytes of a form without files: far more than any parameter needs. */
const formLimit = 10 * 1024 * 1024
/** The largest file plus the rest of the form. A slightly larger file gets the server's own error. */
const multipartLimit = (limits.uploadMebibytes + 1) * 1024 * 1024

export function bodyLimit({ req }: Exchange, methods: ReadonlyMap<Method, Route>): number {
  const isMultipart = /^\s*multipart\//i.test(req.header('content-type') ?? '')
  return isMultipart && [...methods.values()].some(({ endpoint }) => takesFile(endpoint)) ? multipartLimit : formLimit
}

function takesFile({ params }: Endpoint): boolean {
  return Object.values(params).some((schema) => wireKind(schema) === 'file')
}

/**
 * Reads URL-encoded parameters; if a name is repeated, the last one counts. Like on the server, an invalid percent-encoding
 * stays as it is, and bytes that aren't UTF-8 become U+FFFD.
 */
export function readFields(text: string): Map<string, string> {
  // A leading question mark would be dropped.
  return new Map(new URLSearchParams(`&${text}`))
}

function formText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('the form body is not UTF-8')
  }
}

async function readMultipart(bytes: Uint8Array, contentType: string): Promise<Form> {
  const fields = new Map<string, string>()
  const files: Blob[] = []
  let form: FormData
  try {
    form = await new Response(Uint8Array.from(bytes), { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    throw malformed('the body is not the multipart form that Content-Type announces')
  }
  form.forEach((value, name) => {
    if (typeof value === 'string') fields.set(name, value)
    else if (nameOf(value) !== '') files.push(named(value, bytes))
  })
  const image = files.find(({ type }) => /^(?:image\/|application\/octet-stream|$)/.test(type))
  return { fields, files, image: image && imageFacts(new Uint8Array(await image.arrayBuffer())) }
}

/** A file with the name that the server gives it, and a type guessed from that if its part has none. */
function named(file: File, body: Uint8Array): File {
  const name = nameOf(file)
  const given =
    file.type === 'text/plain' && !/^content-type:\s*text\/plain/im.test(latin1.decode(body)) ? '' : file.type
  return new File([file], name, { type: given || (typeByName(name) ?? 'application/octet-stream') })
}

/** The last part of a file's name, at most 255 characters with its extension; empty if that is no name, so that it is no file. */
function nameOf({ name }: File): string {
  const last = decodeEntities(name)
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/(?! )[\p{C}\p{Z}]/gu, '')
  if (last === '.' || last === '..') return ''
  const characters = [...last]
  if (characters.length <= longestName) return last
  const extension = [...(/.\.[^.]*$/s.exec(last)?.[0].slice(1) ?? '')].slice(0, longestName)
  return [...characters.slice(0, longestName - extension.length), ...extension].join('')
}

const longestName = 255
const latin1 = new TextDecoder('latin1')

const utf8 = new TextDecoder('utf-8', { fatal: true })
