import type { ListedLetter, WholeLetter } from '../../../simulator/control/endpoints/queue.js'
import { dayAndTimeText } from '../../timeText.js'
import { Act } from '../inspector/Inspected.js'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'
import { Payload } from '../ui/Payload.js'
import { Facts } from '../ui/parts.js'
import { ConversationLink } from './ConversationLink.js'
import { Quote } from './Overview.js'
import { deal, letterPath } from './queue.js'
import { messageIn } from './writtenMessage.js'

/** A dead letter with all that is known of it, and what can be done with it. */
export function LetterDetail({ letter }: { letter: ListedLetter }) {
  const { id, bot, messageId, reason, attempts, arrived, died } = letter
  const replay = () => deal(() => control('POST', `${letterPath(id)}/replay`), 'It is worked on again.')
  const purge = () => deal(() => control('DELETE', letterPath(id)), 'It is forgotten.')
  return (
    <>
      <header class="detail-head stack">
        <h2>
          Message {messageId} to <bdi>{bot.full_name ?? bot.email}</bdi> {chip(reason, 'bad')}
        </h2>
        <p class="small quiet-text">
          died {dayAndTimeText(died)} · came {dayAndTimeText(arrived)} · attempts: {attempts}
        </p>
        <div class="actions in-a-row">
          <Act
            name="Replay"
            run={() => (reason !== 'uncertain' || confirm(mayRepeat)) && replay()}
            title="Its handler runs again; what is known to have been sent is not sent again"
            isMain
          />
          <Act name="Purge" run={() => confirm('Purge the dead letter? There is no way back.') && purge()} />
        </div>
      </header>
      <Whole id={id} />
    </>
  )
}

/** All that is known of a dead letter, with what its bot got, and what was done for it. */
function Whole({ id }: { id: string }) {
  const letter = useAnswer(id, () => control<WholeLetter>('GET', letterPath(id))).value
  if (typeof letter !== 'object') return <p class="empty">{letter ?? 'Loading …'}</p>
  const { reason, says, error, sender, ledger, notification } = letter
  const body = JSON.stringify(notification)
  return (
    <div class="panel">
      <p class="verdict bad in-a-row">
        <strong>{reason}</strong> <span>{says}</span>
      </p>
      <h3>The last error</h3>
      <pre class="raw">{error}</pre>
      <Facts
        of={[
          ['Said by', <bdi>{sender}</bdi>],
          ['In', <ConversationLink body={body} />],
        ]}
      />
      <h3>The message</h3>
      <Quote>{messageIn(body).content}</Quote>
      <h3>What was done for it</h3>
      {ledger.length === 0 && <p class="quiet-text">Nothing was sent.</p>}
      <ul class="bulleted">
        {ledger.map((one) => (
          <li key={one.key}>
            <strong>{one.what}</strong> {one.says}
          </li>
        ))}
      </ul>
      <h3>What its bot got</h3>
      <Payload text={body} />
    </div>
  )
}

const mayRepeat = 'Replay the dead letter? Nobody knows whether its bot answered: it may be answered a second time.'
