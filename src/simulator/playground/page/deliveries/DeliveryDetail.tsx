import { useSignal } from '@preact/signals'
import { choose } from '../address.js'
import { Act, Detail } from '../inspector/Detail.js'
import { attempt, tell } from '../notices.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { dayAndTimeText } from '../timeText.js'
import { AttemptsTab } from './AttemptsTab.js'
import { BodyEditor } from './BodyEditor.js'
import { outcomeChip } from './columns.js'
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
  return typeof detail === 'object' ? <Shown delivery={detail} /> : <p class="empty">{detail ?? 'Reading …'}</p>
}

function Shown({ delivery }: { delivery: Listed }) {
  const { id, bot, trigger, outcome, attempts, faults, queuedAt, resends, isEdited } = delivery
  const isEditing = useSignal(false)
  const isHeld = outcome === 'held'
  const resend = (exact: boolean) => send(`/deliveries/${id}/resend`, { exact })
  const again = () => (isHeld ? send(`/deliveries/${id}/release`, {}) : resend(false))
  const edit = () => {
    isEditing.value = true
  }
  const close = () => {
    isEditing.value = false
  }
  useShortcuts(
    [
      { key: 'r', says: isHeld ? 'Release the delivery' : 'Send the delivery again', group: 'Deliveries', run: again },
      { key: 'e', says: 'Edit the delivery and send it', group: 'Deliveries', run: edit },
      { key: 'x', says: 'Send exactly the same again', group: 'Deliveries', run: () => resend(true) },
      { key: 'd', says: 'What differs from another delivery', group: 'Deliveries', run: () => choose({ tab: 'diff' }) },
      { key: 'y', says: 'Copy the delivery as curl', group: 'Deliveries', run: () => copyCurl(id) },
    ],
    [id, isHeld],
  )
  return (
    <Detail
      label="Delivery"
      title={
        <>
          Delivery {id} to <bdi>{bot.full_name}</bdi> {outcomeChip(delivery)}
        </>
      }
      line={
        <>
          {trigger.replaceAll('_', ' ')} · {dayAndTimeText(queuedAt)}
          {typeof resends === 'number' && (
            <>
              {' · sends '}
              <button type="button" class="link" onClick={() => choose({ d: String(resends) })}>
                delivery {resends}
              </button>{' '}
              again
            </>
          )}
          {isEdited && ' · edited'}
        </>
      }
      faults={faults}
      actions={
        <>
          <Act name={isHeld ? 'Release' : 'Resend'} shortcut="r" run={again} isMain />
          <Act name={isHeld ? 'Edit and release' : 'Edit and resend'} shortcut="e" run={edit} />
          {!isHeld && (
            <Act name="Duplicate" shortcut="x" run={() => resend(true)} title="With the same message ID, to the byte" />
          )}
          <span class="group">
            <span class="small quiet-text">Copy as</span>
            <Act name="curl" run={() => copyCurl(id)} />
            <Act name="fixture" run={() => copyFixture(delivery)} />
            <Act name="test" run={() => copyTest(id)} />
            <Act name="HAR" run={() => keepHar([id])} />
          </span>
        </>
      }
      instead={
        isEditing.value ? (
          <BodyEditor
            key={id}
            delivery={delivery}
            onClose={close}
            onSend={async (body) => {
              if (await send(`/deliveries/${id}/${isHeld ? 'release' : 'resend'}`, { body })) close()
            }}
          />
        ) : undefined
      }
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
