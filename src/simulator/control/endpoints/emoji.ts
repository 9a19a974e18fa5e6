import * as z from 'zod'
import { unicodeEmojiNames } from '../../realm/emojiTable.js'
import { endpoint } from '../controlEndpoint.js'

const emoji = z.object({
  code: z.string().describe('Code points in hexadecimal, joined with dashes.'),
  names: z.array(z.string()).describe('All that it is called; the first is shown.'),
})

export const emojiEndpoints = [
  endpoint.get('/emoji', {
    id: 'unicodeEmoji',
    summary: 'Lists the Unicode emoji that can be written and reacted with, by the names that the service knows.',
    answer: z.object({ emoji: z.array(emoji) }),
    handle: () => ({ emoji: [...unicodeEmojiNames].map(([code, names]) => ({ code, names: [...names] })) }),
  }),
]
