import { useSignal } from '@preact/signals'
import { choice, choose } from '../address.js'
import { attempt, tell } from '../notices.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { dayAndTimeText } from '../timeText.js'
import { Tabs } from '../ui/Tabs.js'
import { AttemptsTab } from './AttemptsTab.js'
import { BodyEditor } from './BodyEditor.js'
import { OutcomeChip } from './columns.js'
import { DifferenceTab } from './DifferenceTab.js'
import { useDelivery } from './detail.js'
import { InterpretationTab } from './InterpretationTab.js'
import { RequestTab, ResponseTab } from './messageTabs.js'
import type { Listed } from './store.js'
import { copyCurl, copyFixture, copyTest, keepHar } from './takeAway.js'
import { WhyTab } from './WhyTab.js'

/** One delivery from all sides, and what can be done with it. */
export function DeliveryDetail({ id }: { id: number }) {
  const detail = useDelivery(id).value
  if (detail === undefined) return <p class="empty">Reading …</p>
  if (typeof detail === 'string') return <p class="empty">{detail}</p>
  return <Shown delivery={detail} />
}

function Shown({ delivery }: { delivery: Listed }) {
  const { id, bot, trigger, outcome, attempts, faults, queuedAt, resends } = delivery
  const isEditing = useSignal(false)
  const isHeld = outcome === 'held'
  const resend = (exact: boolean) => void send(`/deliveries/${id}/resend`, { exact })
  const again = () => (isHeld ? void send(`/deliveries/${id}/release`, {}) : resend(false))
  const edit = () => {
    isEditing.value = true
  }
  useShortcuts(
    [
      { key: 'r', says: isHeld ? 'Release the delivery' : 'Send the delivery again', group: 'Deliveries', run: again },
      { key: 'e', says: 'Edit the delivery and send it', group: 'Deliveries', run: edit },
      { key: 'x', says: 'Send exactly the same again', group: 'Deliveries', run: () => resend(true) },
      { key: 'd', says: 'What differs from another delivery', group: 'Deliveries', run: () => choose({ tab: 'diff' }) },
      { key: 'y', says: 'Copy the delivery as curl', group: 'Deliveries', run: () => void copyCurl(id) },
    ],
    [id, isHeld],
  )
  return (
    <>
      <header class="detail-head">
        <h2>
          Delivery {id} to <bdi>{bot.full_name}</bdi> <OutcomeChip outcome={outcome} />
        </h2>
        <p class="small quiet-text">
          {trigger.replaceAll('_', ' ')} · {dayAndTimeText(queuedAt)}
          {resends !== null && resends !== undefined && (
            <>
              {' · sends '}
              <button type="button" class="link" onClick={() => choose({ d: String(resends) })}>
                delivery {resends}
              </button>{' '}
              again
            </>
          )}
          {delivery.isEdited && ' · edited'}
        </p>
        {faults.map((fault) => (
          <p key={fault} class="small fault-line">
            Fault: {fault}
          </p>
        ))}
        <div class="actions">
          <button type="button" class="main" onClick={again}>
            {isHeld ? 'Release' : 'Resend'} <kbd>r</kbd>
          </button>
          <button type="button" onClick={edit}>
            {isHeld ? 'Edit and release' : 'Edit and resend'} <kbd>e</kbd>
          </button>
          {!isHeld && (
            <button type="button" title="With the same message ID, to the byte" onClick={() => resend(true)}>
              Duplicate <kbd>x</kbd>
            </button>
          )}
          <span class="group">
            <span class="small quiet-text">Copy as</span>
            <button type="button" onClick={() => void copyCurl(id)}>
              curl
            </button>
            <button type="button" onClick={() => void copyFixture(delivery)}>
              fixture
            </button>
            <button type="button" onClick={() => void copyTest(id)}>
              test
            </button>
            <button type="button" onClick={() => void keepHar([id])}>
              HAR
            </button>
          </span>
        </div>
      </header>
      {isEditing.value ? (
        <BodyEditor
          key={id}
          delivery={delivery}
          onClose={() => {
            isEditing.value = false
          }}
          onSend={async (body) => {
            if (await send(`/deliveries/${id}/${isHeld ? 'release' : 'resend'}`, { body })) isEditing.value = false
          }}
        />
      ) : (
        <Tabs
          label="Delivery"
          chosen={choice('tab').value}
          onChoose={(tab) => choose({ tab })}
          tabs={[
            { id: 'why', title: 'Why', content: () => <WhyTab delivery={delivery} /> },
            { id: 'request', title: 'Request', content: () => <RequestTab delivery={delivery} /> },
            { id: 'response', title: 'Response', content: () => <ResponseTab delivery={delivery} /> },
            { id: 'reading', title: 'Interpretation', content: () => <InterpretationTab delivery={delivery} /> },
            {
              id: 'attempts',
              title: 'Attempts',
              note: attempts.length > 1 ? String(attempts.length) : undefined,
              content: () => <AttemptsTab delivery={delivery} />,
            },
            { id: 'diff', title: 'Difference', content: () => <DifferenceTab delivery={delivery} /> },
          ]}
        />
      )}
    </>
  )
}

/** Sends a delivery again, or lets it go, and shows what becomes of it. */
async function send(path: string, body: unknown): Promise<boolean> {
  const sent = await attempt(() => control<Listed>('POST', path, body))
  if (sent === undefined) return false
  choose({ d: String(sent.id) })
  tell('done', path.endsWith('release') ? `Delivery ${sent.id} is on its way.` : `Sent again, as delivery ${sent.id}.`)
  return true
}
