import * as z from 'zod/mini'
import { EarshotError } from '../../errors.js'
import { parseJson } from '../../values.js'

/** JSON; for anything else, and for what is too long, only its length and type. */
export type Body = z.infer<typeof Body>
const Body = z.union([z.object({ bytes: z.number(), type: z.string() }), z.object({ json: z.unknown() })])

export type RecordedFile = z.infer<typeof RecordedFile>
const RecordedFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
  /** Absent if it isn't text or is too long. */
  text: z.optional(z.string()),
})

/** UNIX milliseconds, in the order of events. */
const at = z.number()
/** A delivery and the bot's reply have the same number, as have a call and the server's answer. */
const numbered = { id: z.number(), at }
const answered = { ...numbered, status: z.number(), body: Body }

export type RecordedCall = z.infer<typeof RecordedCall>
const RecordedCall = z.object({
  kind: z.literal('call'),
  ...numbered,
  /** The address of the account, without its key. */
  caller: z.optional(z.string()),
  method: z.string(),
  path: z.string(),
  fields: z.record(z.string(), z.string()),
  file: z.optional(RecordedFile),
})

export type Traffic = z.infer<typeof Traffic>
const Traffic = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), ...numbered, request: z.object({ body: z.string() }) }),
  z.object({ kind: z.literal('reply'), ...answered }),
  RecordedCall,
  z.object({ kind: z.literal('answer'), ...answered }),
])

export type RecordingHead = z.infer<typeof RecordingHead>
const RecordingHead = z.object({
  kind: z.literal('recording'),
  version: z.literal(1),
  at,
  /** The server's address, and the recorder's own. */
  site: z.string(),
  proxy: z.string(),
  /** The server's own description; absent if it couldn't be read. */
  server: z.optional(
    z.object({
      level: z.optional(z.number()),
      dialect: z.optional(z.string()),
      organisation: z.optional(z.string()),
    }),
  ),
})

const End = z.object({ kind: z.literal('end'), at })

/** An entry of a recording. Its file has one on each line. */
export type RecordingEntry = RecordingHead | Traffic | z.infer<typeof End>

export interface Recording {
  readonly head: RecordingHead
  readonly traffic: readonly Traffic[]
  /** What the recording lacks, as sentences; none if it ended properly and everything was answered. */
  readonly missing: readonly string[]
}

/** A file isn't a recording, or is damaged. */
class RecordingError extends EarshotError {
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
  const head = RecordingHead.safeParse(parseJson(lines[0] ?? '')).data
  if (head === undefined) {
    throw new RecordingError(
      `${file} is not a recording: its first line doesn't say so. Give a file that earshot record wrote.`,
    )
  }
  const missing: string[] = []
  const entries = lines.slice(1).flatMap((line, at, rest) => {
    if (line === '') return []
    const entry = z.union([Traffic, End]).safeParse(parseJson(line))
    if (entry.success) return [entry.data]
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
