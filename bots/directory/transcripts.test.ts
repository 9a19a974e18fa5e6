import { transcripts } from 'earshot/testing/vitest'
import { createDirectory } from './bot.js'

const levels = [0, 388, 389, 413, 414, 496]

transcripts(import.meta.url, { bot: createDirectory, levels })
