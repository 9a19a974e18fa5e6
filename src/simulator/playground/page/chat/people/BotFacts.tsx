import { useEffect } from 'preact/hooks'
import { hashOf } from '../../address.js'
import { deliveries, deliveryChanges, watchDeliveries } from '../../deliveries/live.js'
import { Secret } from '../../organisation/Secret.js'
import { accounts } from '../../organisation.js'
import { timeText } from '../../timeText.js'
import type { ChatState, Person } from '../state.js'
import { Fact } from './Fact.js'
import { PersonLink } from './ProfileValue.js'

/** What there is of a bot beside its account: kept by the simulator, whoever looks. */
export function BotFacts({ person, state }: { person: Person; state: ChatState }) {
  useEffect(watchDeliveries, [])
  const bot = accounts.value.get(person.user_id)
  if (bot === undefined || !('type' in bot)) return null
  // Read, so that the card is drawn anew with every delivery.
  deliveryChanges.value
  const last = deliveries.rows.all.findLast((row) => row.bot.user_id === person.user_id)
  return (
    <dl class="facts" aria-label="The bot">
      <Fact title="Kind">{bot.type}</Fact>
      <Fact title="Owner">
        {person.bot_owner_id === null ? 'nobody' : <PersonLink id={person.bot_owner_id} state={state} />}
      </Fact>
      {bot.token !== null && (
        <>
          <Fact title="Address">{bot.address ?? <span class="quiet-text">not connected</span>}</Fact>
          <Fact title="Token">
            <Secret what={`token of ${bot.full_name}`} value={bot.token} />
          </Fact>
          <Fact title="Last delivery">
            {last === undefined ? (
              <span class="quiet-text">none yet</span>
            ) : (
              <a href={hashOf({ screen: 'deliveries', choices: { d: String(last.id) } })}>
                {timeText(last.at)}, {last.outcome}
              </a>
            )}
          </Fact>
        </>
      )}
    </dl>
  )
}
