import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createFiles } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createFiles, levels: everyLevelOr([0, 496]) })
