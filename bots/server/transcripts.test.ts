import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createServer } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createServer, levels: everyLevelOr([0, 115, 116, 256, 257, 496]) })
