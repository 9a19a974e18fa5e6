import { serve, sqlite } from 'earshot/node'
import { bot } from './bot.ts'

// Credentials are those of the environment or of `earshotrc`. What was acknowledged is in the file, whatever dies.
await serve(bot, { queue: sqlite('bot.db') })
