import { transcripts } from 'earshot/testing/vitest'
import { createStandup } from './bot.js'

const levels = [0, 200, 201, 247, 248, 496]

transcripts(import.meta.url, { bot: () => createStandup(), levels })
