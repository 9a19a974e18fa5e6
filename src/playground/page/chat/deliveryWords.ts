import { durationText } from '../../timeText.js'
import { outcomes } from '../deliveries/outcomes.js'
import type { DeliveryRow } from '../deliveries/store.js'

/** A delivery as a short text such as `✓ 42 · 38ms`, and as a sentence for screen readers. */
export function deliveryWords(
  delivery: Pick<DeliveryRow, 'id' | 'bot' | 'outcome' | 'ms' | 'attempts' | 'status' | 'failure' | 'hasThrown'>,
) {
  const { id, bot, outcome, ms, attempts, status, failure, hasThrown } = delivery
  const { tone, sign, says } = outcomes[hasThrown ? 'thrown' : outcome]
  const isRetried = attempts > 1
  const retries = isRetried ? ` · ⟳ ${attempts}` : ''
  const took = ms === undefined ? '' : ` · ${durationText(ms)}`
  const why = tone === 'bad' ? ` · ${hasThrown ? 'threw' : (failure ?? status ?? says)}` : ''
  return {
    tone: isRetried && tone === 'good' ? 'warn' : tone,
    sign,
    text: `${id}${retries}${why}${took}`,
    says: `Delivery ${id} to ${bot.full_name}: ${says}${isRetried ? `, ${attempts} attempts` : ''}${took.replace(' · ', ', ')}`,
  }
}
