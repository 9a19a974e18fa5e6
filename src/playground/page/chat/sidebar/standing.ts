import { computed } from '@preact/signals'
import { clock } from '../../bar/clockState.js'
import { lookOf } from '../../deliveries/outcomes.js'
import { deliveries, deliveryChanges } from '../../deliveries/watchedDeliveries.js'
import { accounts } from '../../organisation.js'
import { deliveryWords } from '../deliveryWords.js'
import type { BotStanding } from './sections.js'

/** The last delivery of each bot. */
const lastOnes = computed(() => {
  deliveryChanges.value
  return new Map(deliveries.rows.all.map((row) => [row.bot.user_id, row]))
})

/** Whether a bot answered its last delivery; having an address alone says little. */
export function standingOf(id: number): BotStanding {
  const bot = accounts.value.get(id)
  if (bot === undefined || !('address' in bot) || bot.address === null) return { tone: '', says: 'has no address' }
  const last = lastOnes.value.get(id)
  if (last === undefined || last.outcome === 'held')
    return { tone: 'untried', says: 'has an address, but no delivery yet' }
  const { tone } = lookOf(last)
  // Only what goes on is read anew each second.
  return { tone, says: deliveryWords(last, last.outcome === 'under way' ? (clock.value?.time ?? 0) : 0).says }
}
