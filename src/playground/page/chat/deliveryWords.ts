import { durationText } from '../../timeText.js'
import type { DeliveryRow } from '../deliveries/store.js'

/** A delivery in a few signs, such as `✓ 42 · 38 ms`, and in words for those who don't see them. */
export interface DeliveryWords {
  readonly kind: 'good' | 'warn' | 'bad' | 'still'
  readonly sign: string
  readonly text: string
  readonly says: string
}

export function deliveryWords(
  delivery: Pick<DeliveryRow, 'id' | 'bot' | 'outcome' | 'ms' | 'attempts' | 'status' | 'failure' | 'hasThrown'>,
): DeliveryWords {
  const { id, bot, outcome, ms, attempts, status, failure, hasThrown } = delivery
  const { kind, sign, says } = hasThrown ? thrown : looks[outcome]
  const isRetried = attempts > 1
  const retries = isRetried ? ` · ⟳ ${attempts}` : ''
  const took = ms === undefined ? '' : ` · ${durationText(ms)}`
  const why = kind === 'bad' ? ` · ${hasThrown ? 'threw' : (failure ?? status ?? says)}` : ''
  return {
    kind: isRetried && kind === 'good' ? 'warn' : kind,
    sign,
    text: `${id}${retries}${why}${took}`,
    says: `Delivery ${id} to ${bot.full_name}: ${says}${isRetried ? `, ${attempts} attempts` : ''}${took.replace(' · ', ', ')}`,
  }
}

const thrown = { kind: 'bad', sign: '✗', says: 'the handler threw' } as const

const looks: Readonly<Record<DeliveryRow['outcome'], Pick<DeliveryWords, 'kind' | 'sign' | 'says'>>> = {
  'under way': { kind: 'still', sign: '…', says: 'under way' },
  held: { kind: 'warn', sign: '⏸', says: 'held back' },
  replied: { kind: 'good', sign: '✓', says: 'answered with a reply' },
  quiet: { kind: 'good', sign: '✓', says: 'answered without a reply' },
  failed: { kind: 'bad', sign: '✗', says: 'failed' },
  dropped: { kind: 'bad', sign: '✗', says: 'dropped' },
  abandoned: { kind: 'bad', sign: '✗', says: 'given up' },
}
