import { transcripts } from 'earshot/testing/vitest'
import { createEcho } from './bot.js'

const levels = [0, 38, 170, 260, 496]

transcripts(import.meta.url, { bot: createEcho, levels })
