import { EarshotError } from '../../errors.js'
import { isObject, parseJson } from '../../values.js'

/** An entry of a recording. Its file has one on each line, in the order of events. Times are UNIX milliseconds. */
export type RecordingEntry = RecordingHead | Traffic | { readonly kind: 'end'; readonly at: number }

export interface RecordingHead {
  readonly kind: 'recording'
  readonly version: 1
  readonly at: number
  /** The server's address, and the recorder's own. */
  readonly site: string
  readonly proxy: string
  /** The server's own description; absent if it couldn't be read. */
  readonly server?: { readonly level?: number; readonly dialect?: string; readonly organisation?: string }
}

/** A delivery with the bot's reply, or a call with the server's answer: each belongs to the entry with the same number. */
export type Traffic =
  | { readonly kind: 'delivery'; readonly id: number; readonly at: number; readonly request: { readonly body: string } }
  | { readonly kind: 'reply'; readonly id: number; readonly at: number; readonly status: number; readonly body: Body }
  | RecordedCall
  | { readonly kind: 'answer'; readonly id: number; readonly at: number; readonly status: number; readonly body: Body }

export interface RecordedCall {
  readonly kind: 'call'
  readonly id: number
  readonly at: number
  /** The address of the account, without its key. */
  readonly caller?: string
  readonly method: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly file?: RecordedFile
}

export interface RecordedFile {
  readonly name: string
  readonly type: string
  readonly bytes: number
  /** Absent if it isn't text or is too long. */
  readonly text?: string
}

/** JSON; for anything else, and for what is too long, only its length and type. */
export type Body = { readonly json: unknown } | { readonly bytes: number; readonly type: string }

export interface Recording {
  readonly head: RecordingHead
  readonly traffic: readonly Traffic[]
  /** What the recording lacks, as sentences; none if it ended properly and everything was answered. */
  readonly missing: readonly string[]
}

/** A file isn't a recording, or is damaged. */
export class RecordingError extends EarshotError {
  override readonly name = 'RecordingError'

  constructor(message: string) {
    super('invalid_recording', message)
  }
}

/** The JSON of an entry; undefined if it has none. */
export function jsonOf(entry: Traffic): unknown {
  if (entry.kind === 'delivery') return parseJson(entry.request.body)
  return 'body' in entry && 'json' in entry.body ? entry.body.json : undefined
}

/** Reads a recording, even a truncated one. @throws {RecordingError} */
export function readRecording(text: string, file = 'the recording'): Recording {
  const lines = text.split('\n')
  const head = headIn(lines[0] ?? '')
  if (head === undefined) {
    throw new RecordingError(
      `${file} is not a recording: its first line doesn't say so. Give a file that earshot record wrote.`,
    )
  }
  const missing: string[] = []
  const entries = lines.slice(1).flatMap((line, at, rest) => {
    if (line === '') return []
    const entry = parseJson(line)
    if (isEntry(entry)) return [entry]
    if (at < rest.length - 1) {
      throw new RecordingError(`${file}:${at + 2} can't be read: it is not an entry of a recording. Remove the line.`)
    }
    missing.push(`Line ${at + 2} of ${file} is cut off in the middle: that entry is missing.`)
    return []
  })
  const traffic = entries.filter((entry) => entry.kind !== 'end')
  if (traffic.length === entries.length) {
    const last = new Date(entries.at(-1)?.at ?? head.at).toISOString()
    missing.push(`The recording is cut off: what happened after ${last} is missing.`)
  }
  for (const [asked, answered, one, many, who] of pairs) {
    const done = new Set(traffic.flatMap(({ kind, id }) => (kind === answered ? [id] : [])))
    const open = traffic.filter(({ kind, id }) => kind === asked && !done.has(id)).length
    if (open > 0) missing.push(`${open} ${open === 1 ? one : many} without ${who}.`)
  }
  return { head, traffic, missing }
}

const pairs = [
  ['delivery', 'reply', 'delivery', 'deliveries', "the bot's reply"],
  ['call', 'answer', 'call', 'calls', "the server's answer"],
] as const

function headIn(line: string): RecordingHead | undefined {
  const json = parseJson(line)
  const isHead = isObject(json) && json.kind === 'recording' && json.version === 1 && typeof json.at === 'number'
  return isHead && typeof json.site === 'string' ? (json as unknown as RecordingHead) : undefined
}

/** The required fields of each kind. */
const fields: Readonly<Record<string, readonly (readonly [name: string, type: string])[]>> = {
  delivery: [['request', 'object']],
  reply: [
    ['status', 'number'],
    ['body', 'object'],
  ],
  call: [
    ['method', 'string'],
    ['path', 'string'],
    ['fields', 'object'],
  ],
  answer: [
    ['status', 'number'],
    ['body', 'object'],
  ],
  end: [],
}

function isEntry(json: unknown): json is Traffic | { readonly kind: 'end'; readonly at: number } {
  if (!isObject(json) || typeof json.at !== 'number' || typeof json.kind !== 'string') return false
  const needed = Object.hasOwn(fields, json.kind) ? fields[json.kind] : undefined
  return needed?.every(([name, type]) => typeof json[name] === type && json[name] !== null) === true
}
