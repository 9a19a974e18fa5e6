import { transcripts } from 'earshot/testing/vitest'
import { bot } from './bot.js'

// Each file beside this one that ends in .chat is a conversation, and a test.
transcripts(import.meta.url, { bot: bot })
