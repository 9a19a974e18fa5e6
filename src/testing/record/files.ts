import { isObject } from '../../values.js'
import { jsonOf, type Traffic } from './recording.js'

/** A file in a list of files. */
export interface ListedFile {
  readonly id: number
  readonly name: string
  /** Its path at the server. */
  readonly url: string
  readonly bytes: number
  /** UNIX milliseconds. */
  readonly created: number
  /** Whether a recorded call uploaded it. */
  readonly isOwn: boolean
}

/** The files of an answer. */
export function filesOf(answer: unknown): readonly Omit<ListedFile, 'isOwn'>[] {
  const listed = isObject(answer) && Array.isArray(answer.attachments) ? answer.attachments.filter(isObject) : []
  return listed.map(({ id, name, path_id, size, create_time: time }) => ({
    id: Number(id),
    name: String(name),
    url: `/user_uploads/${path_id}`,
    bytes: Number(size),
    // Milliseconds from servers before level 443, seconds from later ones.
    created: Number(time) * (Number(time) > 1e11 ? 1 : 1000),
  }))
}

/** The files in all answers, without duplicates. */
export function filesIn(traffic: readonly Traffic[]): readonly ListedFile[] {
  const answers = traffic.flatMap((entry) => (entry.kind === 'answer' && entry.id > 0 ? [jsonOf(entry)] : []))
  const uploaded = new Set(answers.flatMap((json) => (isObject(json) ? [json.url, json.uri] : [])))
  const files = answers.flatMap(filesOf).map((file) => ({ ...file, isOwn: uploaded.has(file.url) }))
  return [...new Map(files.map((file) => [file.url, file])).values()]
}

/** Filler of a file's length, for unknown content. It is limited, since people read seed files. */
export const unseen = (bytes: number): string => `${'.'.repeat(Math.max(0, Math.min(bytes, longest) - 1))}\n`

/** Bytes. */
const longest = 64 * 1024

/**
 * Adds calls for files that people uploaded during the recording, which only lists of files show. They come before the delivery
 * after which the bot first saw the file.
 */
export function withUploads(traffic: readonly Traffic[]): readonly Traffic[] {
  const calls = new Map(traffic.flatMap((entry) => (entry.kind === 'call' ? [[entry.id, entry]] : [])))
  const start = Math.floor((traffic[0]?.at ?? 0) / 1000) * 1000
  const known = new Set(filesIn(traffic).flatMap(({ url, isOwn, created }) => (isOwn || created < start ? [url] : [])))
  const uploads = new Map<Traffic, Traffic[]>()
  let delivery: Traffic | undefined
  for (const entry of traffic) {
    if (entry.kind === 'delivery') delivery = entry
    const caller = calls.get(entry.id)?.caller
    if (entry.kind !== 'answer' || caller === undefined) continue
    for (const { name, url, bytes } of filesOf(jsonOf(entry))) {
      if (known.has(url)) continue
      known.add(url)
      const before = delivery ?? entry
      const { at } = before
      const id = -known.size
      const file = { name, type: 'text/plain', bytes, text: unseen(bytes) }
      uploads.set(before, [
        ...(uploads.get(before) ?? []),
        { kind: 'call', id, at, caller, method: 'POST', path: '/api/v1/user_uploads', fields: {}, file },
        { kind: 'answer', id, at, status: 200, body: { json: { url } } },
      ])
    }
  }
  return traffic.flatMap((entry) => [...(uploads.get(entry) ?? []), entry])
}
