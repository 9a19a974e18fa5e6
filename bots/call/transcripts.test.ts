import { transcripts } from 'earshot/testing/vitest'
import { createCall } from './bot.js'

const levels = [0, 170, 464, 465, 496]

transcripts(import.meta.url, { bot: createCall, levels })
