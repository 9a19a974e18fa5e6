import * as z from 'zod/mini'
import type { Version } from '../../storage/index.js'
import { sha256 } from '../../text/index.js'
import { errorFields, type Log } from '../base/log.js'
import { messageKey } from '../base/messageKey.js'
import { eventOf } from '../base/notification.js'
import { isConflict, RecordStore } from '../base/recordStore.js'
import type { Run } from '../conversation/run.js'

/** How a stream ended. */
export type StreamEnd = (typeof streamEnds)[number]

const streamEnds = [
  /** The source ended. */
  'complete',
  /** The user asked to stop. */
  'stopped',
  /** It was longer than `maxLength`. */
  'too_long',
  /** The handler's time was up. */
  'aborted',
  /** The source failed. */
  'failed',
  /** The process was killed meanwhile. */
  'interrupted',
] as const

/** The progress of a stream, for a run that continues it. */
export type StreamProgress = z.infer<typeof StreamProgress>

const StreamProgress = z.object({
  /** Its messages, as far as known. */
  ids: z.array(z.number()),
  text: z.string(),
  /** Where in the text the last message begins, or the one that is being sent. */
  begin: z.object({
    end: z.number(),
    start: z.number(),
    rank: z.number(),
    close: z.string(),
    open: z.string(),
    indent: z.number(),
  }),
  isSending: z.boolean(),
  /** Set before the last edit, with the complete text. */
  end: z.optional(z.object({ kind: z.enum(streamEnds), note: z.optional(z.string()) })),
})

interface Place {
  readonly store: RecordStore<StreamProgress>
  readonly key: string
}

/** Stores the progress of a stream, if its handler may run again. */
export class StreamRecord {
  readonly found: StreamProgress | undefined
  readonly #place: Place | undefined
  readonly #log: Log
  #version: Version | 'absent'

  private constructor(log: Log, place?: Place, found?: StreamProgress, version: Version | 'absent' = 'absent') {
    this.#log = log
    this.#place = place
    this.found = found
    this.#version = version
  }

  static async open(
    { delivery, notification, mayRunAgain, handler = 1 }: Run,
    number: number,
    log: Log,
  ): Promise<StreamRecord> {
    if (!mayRunAgain) return new StreamRecord(log)
    const what = await sha256(`${notification.data} ${eventOf(notification)?.key ?? ''}`)
    const store = new RecordStore(delivery.storage, ['stream', notification.bot_email.toLowerCase()], StreamProgress)
    const key = await store.key(
      messageKey(notification.message),
      what.slice(0, 16),
      ...(handler > 1 ? [String(handler)] : []),
      String(number),
    )
    const found = await store.find(key).catch((error: unknown) => log.warn(errorFields(error), unread))
    if (!found) return new StreamRecord(log, { store, key })
    return new StreamRecord(log, { store, key }, found.value, found.version)
  }

  /** @throws {StorageConflictError} if another process has continued it */
  async keep(written: StreamProgress): Promise<void> {
    if (this.#place === undefined) return
    const { store, key } = this.#place
    try {
      this.#version = await store.write(key, written, { onlyIf: this.#version, expiresIn: keptFor })
    } catch (error) {
      if (isConflict(error)) throw error
      this.#log.warn(errorFields(error), 'Failed to store the progress of a stream')
    }
  }
}

const unread = 'Failed to look up how far a stream had come; it begins anew'

/** Milliseconds; longer than deliveries wait for a retry. */
const keptFor = 86_400_000
