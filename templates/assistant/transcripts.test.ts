import { transcripts } from 'earshot/testing/vitest'
import { createBot } from './bot.js'

/** A model that needs no network: it says the same to everybody, word by word. */
async function* model() {
  yield* ['There ', 'is **soup**, ', 'as ever.']
}

// Each file beside this one that ends in .chat is a conversation, and a test.
transcripts(import.meta.url, { bot: () => createBot(model) })
