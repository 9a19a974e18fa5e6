import { roundedDuration } from '../../timeText.js'
import { lookOf } from '../deliveries/outcomes.js'
import type { DeliveryRow } from '../deliveries/store.js'

/** A delivery as a short text such as `42 · 38ms`, and as a sentence for screen readers; `now` in simulated time. */
export function deliveryWords(delivery: Omit<DeliveryRow, 'trigger'>, now: number) {
  const { id, at, bot, outcome, ms, attempts, status, failure } = delivery
  const { tone, word, says } = lookOf(delivery)
  const isUnderWay = outcome === 'under way'
  const isRetried = attempts > 1
  const retries = isRetried ? ` · ⟳ ${attempts}` : ''
  const took = isUnderWay || ms === undefined ? '' : ` · ${roundedDuration(ms)}`
  const why = word === 'handler threw' ? 'threw' : tone === 'bad' ? (failure ?? status ?? says) : word
  const attempt = `attempt ${attempts + 1}${now - at < 1000 ? '' : `, ${roundedDuration(Math.floor((now - at) / 1000) * 1000)}`}`
  return {
    tone: isRetried && tone === 'good' ? 'warn' : tone,
    text: isUnderWay ? `${id} · ${attempt}` : `${id}${retries}${tone === 'good' ? '' : ` · ${why}`}${took}`,
    says: `Delivery ${id} to ${bot.full_name}: ${says}${isUnderWay ? `, ${attempt}` : isRetried ? `, ${attempts} attempts` : ''}${took.replace(' · ', ', ')}`,
  }
}
