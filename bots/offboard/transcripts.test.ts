import { transcripts } from 'earshot/testing/vitest'
import { createOffboard } from './bot.js'

const levels = [0, 170, 289, 290, 297, 298, 458, 459, 496]

transcripts(import.meta.url, { bot: createOffboard, levels })
