import { transcripts } from 'earshot/testing/vitest'
import { createServer } from './bot.js'

const levels = [0, 115, 116, 256, 257, 496]

transcripts(import.meta.url, { bot: createServer, levels })
