import type { QueueEngine } from 'earshot/queue'
import { describe } from 'vitest'
import { memoryEngine } from '../../src/queue/index.js'
import { type EngineKind, engineConforms } from './engineSuite.js'

const memory: EngineKind = {
  name: 'memory',
  leavesSlot: true,
  fullRuns: 1_000,
  async start() {
    // Memory is one process's own: whoever opens it again has the same.
    const engines = new Map<string, QueueEngine>()
    return {
      async open({ name }) {
        const engine = engines.get(name) ?? memoryEngine()
        engines.set(name, engine)
        return engine
      },
      remove: async () => engines.clear(),
    }
  },
}

describe('the queue in memory', () => engineConforms(memory))
