import { useSignal } from '@preact/signals'
import { useAnswer } from '../inspector/asked.js'
import { Act, Detail, Quote, quiet, Verdict } from '../inspector/Detail.js'
import { control } from '../simulator.js'
import { dayAndTimeText } from '../timeText.js'
import { chip } from '../ui/chip.js'
import { Dialog } from '../ui/Dialog.js'
import { Facts } from '../ui/Facts.js'
import { Payload } from '../ui/Payload.js'
import { Conversation } from './Conversation.js'
import { deal, type Letter, letterPath, type WholeLetter } from './queue.js'
import { messageIn } from './writtenMessage.js'

/** A dead letter with all that is known of it, and what can be done with it. */
export function LetterDetail({ letter }: { letter: Letter }) {
  const { id, bot, messageId, reason, attempts, arrived, died } = letter
  const told = useAnswer(id, () => control<WholeLetter>('GET', letterPath(id))).value
  const asks = useSignal<Question | undefined>(undefined)
  const replay = () => deal(() => control('POST', `${letterPath(id)}/replay`), 'It is worked on again.')
  const purge = () => deal(() => control('DELETE', letterPath(id)), 'It is forgotten.')
  const ask = (name: string, says: string, run: () => unknown) => (asks.value = { name, says, run })
  return (
    <>
      <Detail
        label="Dead letter"
        title={
          <>
            Message {messageId} to <bdi>{bot.full_name ?? bot.email}</bdi> {chip(reason, 'bad')}
          </>
        }
        line={`died ${dayAndTimeText(died)} · came ${dayAndTimeText(arrived)} · attempts: ${attempts}`}
        faults={[]}
        actions={
          <>
            <Act
              name="Replay"
              run={() => (reason === 'uncertain' ? ask('Replay', mayRepeat, replay) : replay())}
              title="Its handler runs again; what is known to have been sent is not sent again"
              isMain
            />
            <Act name="Purge" run={() => ask('Purge', 'It is forgotten for good: there is no way back.', purge)} />
          </>
        }
        tabs={[]}
        instead={
          <div class="panel">
            <Verdict is={reason} says={letter.says} tone="bad" />
            <h3>What went wrong last</h3>
            <pre class="raw">{letter.error}</pre>
            {typeof told === 'object' ? <Known letter={told} /> : quiet(told ?? 'Reading …')}
          </div>
        }
      />
      {asks.value && <Confirm {...asks.value} onClose={() => (asks.value = undefined)} />}
    </>
  )
}

const mayRepeat = 'Nobody knows whether its bot has answered. Replayed, it may be answered a second time.'

function Known({ letter: { sender, ledger, notification } }: { letter: WholeLetter }) {
  const body = JSON.stringify(notification)
  return (
    <>
      <Facts
        facts={[
          ['Said by', <bdi key="by">{sender}</bdi>],
          ['In', <Conversation key="in" body={body} />],
        ]}
      />
      <Quote title="The message" text={messageIn(body).content} />
      <h3>What was done for it</h3>
      {ledger.length === 0 && quiet('Nothing was sent.')}
      <ul class="plain-list">
        {ledger.map(({ key, what, says }) => (
          <li key={key}>
            <strong>{what}</strong> {says}
          </li>
        ))}
      </ul>
      <h3>What its bot got</h3>
      <Payload text={body} label="How the notification is shown" />
    </>
  )
}

interface Question {
  /** What would be done, on the button too. */
  readonly name: string
  readonly says: string
  run(): unknown
}

function Confirm({ name, says, run, onClose }: Question & { onClose(): void }) {
  return (
    <Dialog title={`${name} the dead letter?`} onClose={onClose}>
      <p>{says}</p>
      <div class="in-a-row ends">
        <button type="button" onClick={onClose}>
          Leave it
        </button>
        <button
          type="button"
          class="serious"
          onClick={() => {
            onClose()
            run()
          }}
        >
          {name}
        </button>
      </div>
    </Dialog>
  )
}
