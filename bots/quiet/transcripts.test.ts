import { transcripts } from 'earshot/testing/vitest'
import { createQuiet } from './bot.js'

const levels = [0, 169, 170, 187, 188, 496]

transcripts(import.meta.url, { bot: createQuiet, levels })
