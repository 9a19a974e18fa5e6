import { transcripts } from 'earshot/testing/vitest'
import { everyLevelOr } from '../everyLevel.js'
import { createTopics } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: () => createTopics(), levels: everyLevelOr([0, 38, 170, 260, 496]) })
