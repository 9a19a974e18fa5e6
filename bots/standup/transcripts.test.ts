import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createStandup } from './bot.js'

// By events, days are thousands of heartbeats: see `../otherLevels.test.ts`.
transcripts(import.meta.url, {
  bot: () => createStandup(),
  levels: everyLevelOr([0, 200, 201, 247, 248, 496]),
})
