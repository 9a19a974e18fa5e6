import { errorFields, type Log, type QueueEntry } from '../bot/index.js'
import type { Storage } from '../storage/index.js'
import { sha256 } from '../text/index.js'

/**
 * The last reply in each conversation, so that one which is looked for is not taken for an earlier one that says the same:
 * while messages wait, the reply to the first comes after the second.
 */
export function lastReplies(storage: Storage, { bot, conversation, message }: QueueEntry, log: Log) {
  // Most handlers send nothing that is looked for.
  const key = async () => `queue/last/${await sha256(`${bot} ${conversation}`)}`
  /** The ID of a message before which none of this delivery's replies can be, but for those that are known. */
  const read = async (): Promise<number> => {
    const entry = await storage.get(await key())
    return Math.max(message, Number(entry?.value ?? 0))
  }
  const noted = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.warn(errorFields(error), 'The last reply of a conversation could not be noted')
    }
  }
  const set = async (id: number) => storage.set(await key(), String(id), { expiresIn: keptFor })
  return {
    read,
    note: (id: number) => noted(() => set(id)),
    noteAtLeast: (id: number) => noted(async () => id > (await read()) && set(id)),
  }
}

/** Milliseconds; longer than anything should wait. */
const keptFor = 30 * 86_400_000
