import { errorFields, type Log, type QueueEntry } from '../bot/index.js'
import { sha256 } from '../protocol/lean.js'
import type { Storage } from '../storage/index.js'

/**
 * The last reply in each conversation, so that one which is looked for is not taken for an earlier one that says the same:
 * while messages wait, the reply to the first comes after the second.
 */
export function lastReplies(storage: Storage, { bot, conversation, message }: QueueEntry, log: Log) {
  // Most handlers send nothing that is looked for.
  const key = () => `queue/last/${sha256(`${bot} ${conversation}`)}`
  return {
    /** The ID of a message before which none of this delivery's replies can be. */
    async read(): Promise<number> {
      const entry = await storage.get(key())
      return Math.max(message, Number(entry?.value ?? 0))
    },
    async note(id: number): Promise<void> {
      try {
        await storage.set(key(), String(id), { expiresIn: keptFor })
      } catch (error) {
        log.warn(errorFields(error), 'The last reply of a conversation could not be noted')
      }
    },
  }
}

/** Milliseconds; longer than anything should wait. */
const keptFor = 30 * 86_400_000
