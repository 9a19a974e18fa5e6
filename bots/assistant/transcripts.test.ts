import { transcripts } from 'earshot/testing/vitest'
import { createAssistant } from './bot.js'

transcripts(import.meta.url, { by: 'both', bot: () => createAssistant() })
