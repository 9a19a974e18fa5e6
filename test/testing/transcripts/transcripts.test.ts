import { transcripts } from 'earshot/testing/vitest'
import { createBaker } from './bot.js'

transcripts(import.meta.url, { bot: createBaker, levels: [0, 176, 496] })
