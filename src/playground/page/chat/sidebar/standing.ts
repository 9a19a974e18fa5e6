import { computed } from '@preact/signals'
import { deliveries, deliveryChanges } from '../../deliveries/watchedDeliveries.js'
import { accounts } from '../../organisation.js'
import type { Standing } from './sections.js'

/** The outcome of each bot's last delivery. */
const lastOutcomes = computed(() => {
  deliveryChanges.value
  return new Map(deliveries.rows.all.map(({ bot, outcome }) => [bot.user_id, outcome]))
})

/** Whether a bot answered its last delivery; having an address alone says little. */
export function standingOf(id: number): Standing {
  const bot = accounts.value.get(id)
  if (bot === undefined || !('address' in bot) || bot.address === null) return { tone: '', says: 'has no address' }
  switch (lastOutcomes.value.get(id)) {
    case 'replied':
    case 'quiet':
      return { tone: 'good', says: 'answered the last delivery' }
    case 'failed':
    case 'dropped':
      return { tone: 'bad', says: 'did not answer the last delivery' }
    default:
      return { tone: 'untried', says: 'has an address, but no delivery yet' }
  }
}
