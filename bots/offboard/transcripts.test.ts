import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createOffboard } from './bot.js'

transcripts(import.meta.url, {
  by: 'both',
  bot: createOffboard,
  levels: everyLevelOr([0, 170, 289, 290, 297, 298, 458, 459, 496]),
})
