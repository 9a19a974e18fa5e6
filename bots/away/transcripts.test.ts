import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createAway } from './bot.js'

transcripts(import.meta.url, {
  by: 'both',
  bot: createAway,
  levels: everyLevelOr([86, 170, 406, 407, 472, 473, 496]),
})
