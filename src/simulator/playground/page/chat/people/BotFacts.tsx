import { useEffect } from 'preact/hooks'
import { hashOf } from '../../address.js'
import { deliveries, deliveryChanges, watchDeliveries } from '../../deliveries/live.js'
import { accounts } from '../../organisation.js'
import { timeText } from '../../timeText.js'
import { Facts } from '../../ui/Facts.js'
import { Secret } from '../../views/Secret.js'
import type { ChatState, Person } from '../state.js'
import { none } from './CardProps.js'
import { PersonLink } from './ProfileValue.js'

/** What there is of a bot beside its account: kept by the simulator, whoever looks. */
export function BotFacts({ person, state }: { person: Person; state: ChatState }) {
  useEffect(watchDeliveries, [])
  const bot = accounts.value.get(person.user_id)
  if (bot === undefined || !('type' in bot)) return null
  // Read, so that the card is drawn anew with every delivery.
  deliveryChanges.value
  const last = deliveries.rows.all.findLast((row) => row.bot.user_id === person.user_id)
  const owner = person.bot_owner_id
  return (
    <Facts
      facts={[
        ['Kind', bot.type],
        ['Owner', owner === null ? 'nobody' : <PersonLink id={owner} state={state} />],
        ...(bot.token === null
          ? []
          : ([
              ['Address', bot.address ?? none('not connected')],
              ['Token', <Secret key="" what={`token of ${bot.full_name}`} value={bot.token} />],
              ['Last delivery', last === undefined ? none('none yet') : linkTo(last)],
            ] as const)),
      ]}
    />
  )
}

const linkTo = ({ id, at, outcome }: (typeof deliveries.rows.all)[number]) => (
  <a href={hashOf({ screen: 'deliveries', choices: { d: String(id) } })}>
    {timeText(at)}, {outcome}
  </a>
)
