import { type Storage, StorageConflictError, type Version } from '../../storage/index.js'
import { type PartBegin, sha256 } from '../../text/index.js'
import { isObject, parseJson } from '../../values.js'
import type { Run } from '../conversation/run.js'
import { eventOf } from '../events/notification.js'
import { errorFields, type Log } from '../log.js'
import { messageKey } from '../messageKey.js'
import { joined } from '../storageKey.js'

/** How a stream ended. */
export type StreamEnd =
  /** The source ended. */
  | 'complete'
  /** The user asked to stop. */
  | 'stopped'
  /** It was longer than `maxLength`. */
  | 'too_long'
  /** The handler's time was up. */
  | 'aborted'
  /** The source failed. */
  | 'failed'
  /** The process was killed meanwhile. */
  | 'interrupted'

/** The progress of a stream, for a run that continues it. */
export interface Written {
  /** Its messages, as far as known. */
  readonly ids: readonly number[]
  readonly text: string
  /** Where in the text the last message begins, or the one that is being sent. */
  readonly begin: PartBegin
  readonly isSending: boolean
  /** Set before the last edit, with the complete text. */
  readonly end?: { readonly kind: StreamEnd; readonly note?: string }
}

interface Place {
  readonly storage: Storage
  readonly key: string
  readonly log: Log
}

/** Stores the progress of a stream, if its handler may run again. */
export class StreamRecord {
  readonly found: Written | undefined
  readonly #place: Place | undefined
  #version: Version | 'absent'

  private constructor(place: Place | undefined, found: Written | undefined, version: Version | 'absent') {
    this.#place = place
    this.found = found
    this.#version = version
  }

  static async open(
    { delivery, notification, mayRunAgain, handler = 1 }: Run,
    number: number,
    log: Log,
  ): Promise<StreamRecord> {
    if (!mayRunAgain) return new StreamRecord(undefined, undefined, 'absent')
    const { storage } = delivery
    const what = await sha256(`${notification.data} ${eventOf(notification)?.key ?? ''}`)
    const bot = notification.bot_email.toLowerCase()
    const key = joined(
      'stream',
      bot,
      messageKey(notification.message),
      what.slice(0, 16),
      ...(handler > 1 ? [String(handler)] : []),
      String(number),
    )
    const entry = await storage.get(key)
    return new StreamRecord({ storage, key, log }, entry && writtenIn(entry.value), entry?.version ?? 'absent')
  }

  /** @throws {StorageConflictError} if another process has continued it */
  async keep(written: Written): Promise<void> {
    if (this.#place === undefined) return
    const { storage, key, log } = this.#place
    try {
      this.#version = await storage.set(key, JSON.stringify(written), { onlyIf: this.#version, expiresIn: keptFor })
    } catch (error) {
      if (error instanceof StorageConflictError) throw error
      log.warn(errorFields(error), 'Failed to store the progress of a stream')
    }
  }
}

function writtenIn(value: string): Written | undefined {
  const written = parseJson(value)
  return isObject(written) && Array.isArray(written.ids) && typeof written.text === 'string' && isObject(written.begin)
    ? (written as unknown as Written)
    : undefined
}

/** Milliseconds; longer than deliveries wait for a retry. */
const keptFor = 86_400_000
