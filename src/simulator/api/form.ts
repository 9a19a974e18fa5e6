import { type Endpoint, limits, wireKind } from '../../protocol/index.js'
import type { IncomingRequest } from './exchange.js'
import { formText, readFields, readMultipart } from './fields.js'
import type { Match } from './routes.js'

/** What a body brought: its parameters and files. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly Blob[]
  /** A content type that carries no parameters, though there was a body: worth a hint. */
  readonly unread?: string
}

export const emptyForm: Form = { fields: new Map(), files: [] }

/**
 * Reads the body of a request by its content type; of any other type than a form, nothing is read.
 *
 * @throws {Refusal} when it cannot be read
 * @throws {BodyTooLarge}
 */
export async function readForm(request: IncomingRequest, limit: number): Promise<Form> {
  const type = request.header('content-type') ?? ''
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const bytes = await request.body(limit)
  if (essence === 'multipart/form-data') return readMultipart(bytes, type)
  if (essence === 'application/x-www-form-urlencoded') return { fields: readFields(formText(bytes)), files: [] }
  return bytes.length === 0 ? emptyForm : { ...emptyForm, unread: essence === '' ? 'no content type' : essence }
}

/** Bytes of a form without files: far more than any parameter can use. */
const formLimit = 10 * 1024 * 1024
/** The largest file, with room for what surrounds it; a file that is a little larger gets the service's own error. */
const multipartLimit = (limits.uploadMebibytes + 1) * 1024 * 1024

/** How many bytes the body of a request may have: more where its path takes files. */
export function bodyLimit(request: IncomingRequest, { methods }: Match): number {
  const isMultipart = /^\s*multipart\//i.test(request.header('content-type') ?? '')
  return isMultipart && [...methods.values()].some(({ endpoint }) => takesFile(endpoint)) ? multipartLimit : formLimit
}

function takesFile({ params }: Endpoint): boolean {
  return Object.values(params).some((schema) => wireKind(schema) === 'file')
}
