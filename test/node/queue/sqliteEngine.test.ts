import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { openSqliteEngine } from '../../../src/node/queue/sqliteQueue.js'
import { type EngineKind, engineConforms } from '../../queue/engineSuite.js'

const sqlite: EngineKind = {
  name: 'SQLite',
  leavesSlot: true,
  fullRuns: 300,
  async start() {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-queue-'))
    return {
      open: ({ name, clock }) => openSqliteEngine(join(folder, `${name}.db`), { clock }),
      remove: async () => rmSync(folder, { recursive: true }),
    }
  },
}

describe('the SQLite queue engine', () => engineConforms(sqlite))
