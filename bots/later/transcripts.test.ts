import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createLater } from './bot.js'

// By events, days are thousands of heartbeats: see `../otherLevels.test.ts`.
transcripts(import.meta.url, {
  bot: createLater,
  levels: everyLevelOr([179, 183, 184, 247, 248, 333, 334, 496]),
})
