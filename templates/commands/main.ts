import { serve } from 'earshot/node'
import { createBot } from './bot.js'

await serve(createBot())
