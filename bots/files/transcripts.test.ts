import { transcripts } from 'earshot/testing/vitest'
import { createFiles } from './bot.js'

const levels = [0, 496]

transcripts(import.meta.url, { bot: createFiles, levels })
