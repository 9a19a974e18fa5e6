import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createEcho } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createEcho, levels: everyLevelOr([0, 38, 170, 260, 496]) })
