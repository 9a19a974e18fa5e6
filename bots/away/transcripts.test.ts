import { transcripts } from 'earshot/testing/vitest'
import { createAway } from './bot.js'

const levels = [0, 38, 170, 406, 407, 472, 473, 496]

transcripts(import.meta.url, { bot: createAway, levels })
