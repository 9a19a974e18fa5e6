import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createWhois } from './bot.js'

transcripts(import.meta.url, {
  bot: () => createWhois({ now: () => new Date('2026-03-02T05:00:00Z') }),
  levels: everyLevelOr([0, 38, 170, 260, 496]),
})
