import { join } from 'node:path'
import { sqliteStorage } from '../../node/index.js'
import type { Simulator, TranscriptKeeper } from '../../simulator/index.js'
import { memoryStorage, type Storage } from '../../storage/index.js'
import { openFrom } from '../simulate/options.js'

/** What `earshot dev` was told. */
export interface DevFlags {
  readonly port: number
  readonly level?: number
  readonly organisation?: string
  readonly data?: string
  readonly json?: boolean
  readonly open?: true
}

/** The chat to develop in, and what its bots keep; with `--data`, both as they were left there. */
export async function openChat(
  flags: DevFlags,
  transcripts: TranscriptKeeper,
): Promise<{ readonly simulator: Simulator; readonly storage: Storage }> {
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
    return { simulator, storage }
  } catch (error) {
    await simulator.close()
    throw error
  }
}
