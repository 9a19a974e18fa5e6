import { transcripts } from 'earshot/testing/vitest'
import { createLinkifiers } from './bot.js'

const levels = [0, 175, 176, 201, 202, 470, 471, 477, 478, 496]

transcripts(import.meta.url, { bot: createLinkifiers, levels })
