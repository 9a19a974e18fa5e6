import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createLinkifiers } from './bot.js'

transcripts(import.meta.url, {
  by: 'both',
  bot: createLinkifiers,
  levels: everyLevelOr([0, 175, 176, 201, 202, 470, 471, 477, 478, 496]),
})
