import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createWhois } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createWhois, levels: everyLevelOr([0, 38, 170, 260, 496]) })
