import { hashOf } from '../address.js'
import { deliveryWords } from './deliveryWords.js'
import { deliveriesOf } from './messageDeliveries.js'

/** What became of a message at the bots that it was posted to; each leads to the delivery. */
export function DeliveryChips({ messageId }: { messageId: number }) {
  const those = deliveriesOf.value.get(messageId)
  if (those === undefined) return null
  return (
    <span class="deliveries-of">
      {those.map((delivery) => {
        const { kind, sign, text, says } = deliveryWords(delivery)
        return (
          <a
            key={delivery.id}
            class={`delivery-chip ${kind}`}
            href={hashOf({ screen: 'deliveries', choices: { d: String(delivery.id) } })}
            title={says}
          >
            <span class="delivery-bot">{delivery.bot.full_name}</span>
            <span aria-hidden="true">{sign}</span>
            <span>{text}</span>
            <span class="unseen">{says}</span>
          </a>
        )
      })}
    </span>
  )
}
