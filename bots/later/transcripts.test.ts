import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createLater } from './bot.js'

transcripts(import.meta.url, {
  by: 'both',
  bot: createLater,
  levels: everyLevelOr([179, 183, 184, 247, 248, 333, 334, 496]),
})
