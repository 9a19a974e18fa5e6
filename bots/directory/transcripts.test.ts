import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createDirectory } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: createDirectory, levels: everyLevelOr([0, 388, 389, 413, 414, 496]) })
