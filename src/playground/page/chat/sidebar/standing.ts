import { computed } from '@preact/signals'
import { deliveries, deliveryChanges } from '../../deliveries/live.js'
import { accounts } from '../../organisation.js'
import type { Standing } from './sections.js'

/** What came of the last delivery to each bot. */
const lastOutcomes = computed(() => {
  deliveryChanges.value
  return new Map(deliveries.rows.all.map(({ bot, outcome }) => [bot.user_id, outcome]))
})

/** Whether a bot is posted to, and answered the last time: that it has an address says little. */
export function standingOf(id: number): Standing {
  const bot = accounts.value.get(id)
  if (bot === undefined || !('address' in bot) || bot.address === null) return { sign: '○', says: 'has no address' }
  switch (lastOutcomes.value.get(id)) {
    case 'replied':
    case 'quiet':
      return { sign: '●', says: 'answered the last time' }
    case 'failed':
    case 'dropped':
      return { sign: '✗', says: 'did not answer the last time' }
    default:
      return { sign: '◌', says: 'has an address, and was not posted to yet' }
  }
}
