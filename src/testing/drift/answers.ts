import { ApiError } from '../../client/index.js'
import { isObject } from '../../values.js'
import { CannotAsk, type Json, type Side, until } from './question.js'

/** What a path answers, as the server sends it. */
export function read(
  { client, ...side }: Pick<Side, 'client' | 'signal'>,
  path: string,
  params: Json = {},
): Promise<Json> {
  return client.request('GET', path, params, until(side))
}

/** How the server refuses a call, in its own words. */
export async function refusal(
  { client, ...side }: Pick<Side, 'client' | 'signal'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  params: Json = {},
): Promise<Json> {
  try {
    await client.request(method, path, params, until(side))
    return { refused: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, msg } = error
    // For a refusal without a code, the client makes one up from the status.
    return /^HTTP_\d+$/.test(code) ? { msg } : { code, msg }
  }
}

/** What `POST /register` answers for these types (by default for all); the queue that comes with it is deleted. */
export async function registeredFor(
  { client, ...side }: Pick<Side, 'client' | 'signal'>,
  types?: readonly string[],
): Promise<Json> {
  const wanted = types === undefined ? {} : { event_types: [], fetch_event_types: types }
  const answer = await client.request('POST', '/register', wanted, until(side))
  if (typeof answer.queue_id === 'string') await client.events.deleteQueue({ queue_id: answer.queue_id })
  return answer
}

export const listOf = (list: unknown): readonly Json[] => (Array.isArray(list) ? list : [])

/** The first entry, or the first that is meant. @throws {CannotAsk} if there is none */
export function firstOf(list: unknown, what: string, isMeant = (_: Json) => true): Json {
  const first = listOf(list).find(isMeant)
  if (isObject(first)) return first
  throw new CannotAsk(`The account sees no ${what}.`)
}

export const fieldsOf = (one: Json): readonly string[] => Object.keys(one).sort()

/** Uploads a file, and deletes it at the end. */
export async function withUpload<Result>(
  side: Side,
  file: Blob,
  use: (url: string, attachment: Json) => Promise<Result>,
): Promise<Result> {
  const { url = '' } = await side.client.files.upload({ file }, until(side))
  const { attachments } = await read(side, '/attachments')
  const isOurs = ({ path_id: path }: Json) => typeof path === 'string' && url.endsWith(path)
  const ours = firstOf(attachments, 'file of its own in the list of files', isOurs)
  try {
    return await use(url, ours)
  } finally {
    if (typeof ours.id === 'number') await side.client.attachments.delete({ attachment_id: ours.id })
  }
}
