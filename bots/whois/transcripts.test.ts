import { transcripts } from 'earshot/testing/vitest'
import { createWhois } from './bot.js'

const levels = [0, 38, 170, 260, 496]

transcripts(import.meta.url, { bot: () => createWhois({ now: () => new Date('2026-03-02T05:00:00Z') }), levels })
