import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createQuiet } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createQuiet, levels: everyLevelOr([48, 169, 170, 187, 188, 496]) })
