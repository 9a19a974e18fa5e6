import type { ListedLetter, WholeLetter } from '../../../simulator/control/endpoints/queue.js'
import { dayAndTimeText } from '../../timeText.js'
import { counted } from '../bar/readout.js'
import { DetailHead } from '../inspector/Inspected.js'
import { useAnswer } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { Button, Code, chip, Facts, Loading } from '../ui/index.js'
import { messageIn } from './bodyMessage.js'
import { ConversationLink } from './ConversationLink.js'
import { Quote } from './Overview.js'
import { deal, letterPath } from './queue.js'

/** A dead letter with its details and actions. */
export function LetterDetail({ letter }: { letter: ListedLetter }) {
  const { id, bot, messageId, reason, attempts, arrived, died } = letter
  const replay = () => deal(() => control('POST', `${letterPath(id)}/replay`), 'It is in the queue again.')
  const purge = () => deal(() => control('DELETE', letterPath(id)), 'Purged.')
  return (
    <>
      <DetailHead
        title={
          <>
            Message {messageId} to <bdi>{bot.full_name ?? bot.email}</bdi> {chip(reason, 'bad')}
          </>
        }
        facts={[`died ${dayAndTimeText(died)}`, `came ${dayAndTimeText(arrived)}`, counted(attempts, 'attempt')]}
        actions={
          <>
            <Button
              says="Replay"
              class="main"
              onPress={() => (reason !== 'uncertain' || confirm(mayRepeat)) && replay()}
              title="Runs the handler again, but repeats nothing that is known to have been sent"
            />
            <Button says="Purge" onPress={() => confirm('Purge the dead letter? This can’t be undone.') && purge()} />
          </>
        }
      />
      <Whole id={id} />
    </>
  )
}

/** A dead letter with its notification and what was sent for it. */
function Whole({ id }: { id: string }) {
  const live = useAnswer(id, () => control<WholeLetter>('GET', letterPath(id)), { keeps: true })
  if (live?.value === undefined) return <p class="empty">{live?.problem ?? <Loading />}</p>
  const { reason, says, error, sender, ledger, notification } = live.value
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
