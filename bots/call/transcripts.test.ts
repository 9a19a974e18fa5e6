import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createCall } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createCall, levels: everyLevelOr([0, 170, 464, 465, 496]) })
