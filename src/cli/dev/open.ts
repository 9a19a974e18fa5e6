import { join } from 'node:path'
import type { Queue } from '../../bot/index.js'
import { sqliteStorage } from '../../node/index.js'
import type { LogLevel } from '../../receiver/index.js'
import type { Simulator, TranscriptKeeper } from '../../simulator/index.js'
import { memoryStorage, type Storage } from '../../storage/index.js'
import { openFrom } from '../simulate/options.js'
import { showQueue } from '../simulate/showQueue.js'

/** The options of `earshot dev`. */
export interface DevFlags {
  readonly port: number
  readonly level?: number
  readonly organisation?: string
  readonly data?: string
  readonly queue?: string
  readonly logLevel?: LogLevel
  readonly json?: boolean
  readonly open?: true
}

/** The chat to develop in, what its bots keep, and the queue before them, if there is one; with `--data`, both as they were left there. */
export async function openChat(
  flags: DevFlags,
  transcripts: TranscriptKeeper,
): Promise<{ readonly simulator: Simulator; readonly storage: Storage; readonly queue: Queue | undefined }> {
  const { port, level, organisation, data } = flags
  const simulator = await openFrom(
    {
      port,
      host: '127.0.0.1',
      dialect: 'svc',
      clock: 'real',
      connect: [],
      fault: [],
      assume: [],
      deliverTo: [],
      allowHost: [],
      ...(level !== undefined && { featureLevel: level }),
      ...(organisation !== undefined && { seed: organisation }),
      ...(data !== undefined && { data }),
    },
    { transcripts },
  )
  const { clock } = simulator
  try {
    const storage =
      data === undefined ? memoryStorage({ clock }) : await sqliteStorage(join(data, 'bots.db'), { clock })
    return { simulator, storage, queue: await showQueue(flags.queue, simulator, clock) }
  } catch (error) {
    await simulator.close()
    throw error
  }
}
