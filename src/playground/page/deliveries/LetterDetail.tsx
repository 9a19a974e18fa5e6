import type { ListedLetter, WholeLetter } from '../../../simulator/control/endpoints/queue.js'
import { dayAndTimeText } from '../../timeText.js'
import { counted } from '../bar/readout.js'
import { Act } from '../inspector/Inspected.js'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { Code, chip, Facts, Loading } from '../ui/index.js'
import { ConversationLink } from './ConversationLink.js'
import { Quote } from './Overview.js'
import { deal, letterPath } from './queue.js'
import { messageIn } from './writtenMessage.js'

/** A dead letter with its details and actions. */
export function LetterDetail({ letter }: { letter: ListedLetter }) {
  const { id, bot, messageId, reason, attempts, arrived, died } = letter
  const replay = () => deal(() => control('POST', `${letterPath(id)}/replay`), 'It is in the queue again.')
  const purge = () => deal(() => control('DELETE', letterPath(id)), 'Purged.')
  return (
    <>
      <header class="detail-head stack">
        <div class="actions in-a-row">
          <h2 class="grow">
            Message {messageId} to <bdi>{bot.full_name ?? bot.email}</bdi> {chip(reason, 'bad')}
          </h2>
          <Act
            name="Replay"
            run={() => (reason !== 'uncertain' || confirm(mayRepeat)) && replay()}
            title="Runs the handler again, but repeats nothing that is known to have been sent"
            isMain
          />
          <Act name="Purge" run={() => confirm('Purge the dead letter? This can’t be undone.') && purge()} />
        </div>
        <ul class="fact-strip small quiet-text">
          <li>died {dayAndTimeText(died)}</li>
          <li>came {dayAndTimeText(arrived)}</li>
          <li>{counted(attempts, 'attempt')}</li>
        </ul>
      </header>
      <Whole id={id} />
    </>
  )
}

/** A dead letter with its notification and what was sent for it. */
function Whole({ id }: { id: string }) {
  const letter = useAnswer(id, () => control<WholeLetter>('GET', letterPath(id)), { keeps: true }).value
  if (typeof letter !== 'object') return <p class="empty">{letter ?? <Loading />}</p>
  const { reason, says, error, sender, ledger, notification } = letter
  const body = JSON.stringify(notification)
  return (
    <div class="panel">
      <p class="verdict bad in-a-row">
        <strong>{reason}</strong> <span>{says}</span>
      </p>
      <h3>The last error</h3>
      <Code label="The error" language="" text={error} isBrief />
      <Facts
        of={[
          ['Said by', <bdi>{sender}</bdi>],
          ['In', <ConversationLink body={body} />],
        ]}
      />
      <h3>The message</h3>
      <Quote>{messageIn(body).content}</Quote>
      <h3>What was sent</h3>
      {ledger.length === 0 && <p class="quiet-text">Nothing was sent.</p>}
      <ul class="bulleted">
        {ledger.map((one) => (
          <li key={one.key}>
            <strong>{one.what}</strong> {one.says}
          </li>
        ))}
      </ul>
      <h3>What its bot got</h3>
      <Code label="The notification" text={body} />
    </div>
  )
}

const mayRepeat = 'Replay the dead letter? The bot may have answered already, so it could answer twice.'
