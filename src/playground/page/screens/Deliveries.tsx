import { choice, choose } from '../address.js'
import { deliveryColumns } from '../deliveries/columns.js'
import { DeadLetters, DeadLettersButton } from '../deliveries/DeadLetters.js'
import { DeliveryDetail } from '../deliveries/DeliveryDetail.js'
import { HoldButtons } from '../deliveries/HoldButtons.js'
import { useQueue } from '../deliveries/queue.js'
import { deliveryFields, wordsOfDelivery } from '../deliveries/store.js'
import { deliveries, deliveryChanges, watchedDeliveries } from '../deliveries/watchedDeliveries.js'
import { areEventsChosen, Events, EventsButton } from '../events/Events.js'
import { Inspector } from '../inspector/Inspector.js'

/** The deliveries to bots and their outcomes. */
export function Deliveries() {
  const isAmongDead = choice('dead').value !== ''
  const queue = useQueue(isAmongDead).value
  if (queue && isAmongDead) return <DeadLetters queue={queue} />
  if (areEventsChosen()) return <Events />
  return (
    <Inspector
      one="Delivery"
      all="Deliveries"
      rows={deliveries.rows}
      watched={watchedDeliveries}
      chosenBy="d"
      columns={deliveryColumns}
      fields={deliveryFields}
      wordsOf={wordsOfDelivery}
      filters={[
        { label: 'Failed', term: 'is:failed' },
        { label: 'Held', term: 'is:held' },
        { label: 'Edited', term: 'is:edited' },
        ...bots().map((name) => ({ label: name, term: `bot:"${name}"` })),
      ]}
      hint="bot:echo status:>=500 is:faulted after:10:02 flour"
      empty="No deliveries yet. Mention a bot in the chat, as in @**Echo** hello, or write to it directly."
      tools={
        <>
          <DeadLettersButton queue={queue} />
          <EventsButton />
          <HoldButtons />
        </>
      }
      detail={(id) => <DeliveryDetail id={id} onSent={(sent) => choose({ d: String(sent) })} />}
    />
  )
}

/** The bots that got the newest deliveries, as many as there is room for. */
function bots(): readonly string[] {
  deliveryChanges.value
  const names = new Set(deliveries.rows.all.slice(-200).map(({ bot }) => bot.full_name))
  return [...names].slice(0, 4)
}
