import { transcripts } from 'earshot/testing/vitest'
import { vi } from 'vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createStandup } from './bot.js'

// By events, days are thousands of heartbeats.
vi.setConfig({ testTimeout: 240_000 })

transcripts(import.meta.url, {
  by: 'both',
  bot: () => createStandup(),
  levels: everyLevelOr([0, 200, 201, 247, 248, 496]),
})
