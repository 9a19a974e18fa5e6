import { transcripts } from 'earshot/testing/vitest'
import { createTopics } from './bot.js'

const levels = [0, 38, 170, 260, 496]

transcripts(import.meta.url, { bot: () => createTopics(), levels })
