import { transcripts } from 'earshot/testing/vitest'
import { createLater } from './bot.js'

const levels = [0, 170, 183, 184, 247, 248, 333, 334, 496]

transcripts(import.meta.url, { bot: createLater, levels })
