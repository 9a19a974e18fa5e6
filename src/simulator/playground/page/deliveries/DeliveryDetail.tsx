import { useSignal } from '@preact/signals'
import type { ListedDelivery } from '../../listedDelivery.js'
import { choose } from '../address.js'
import { Act, Inspected } from '../inspector/Inspected.js'
import { attempt, tell } from '../notices.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { BodyEditor } from './BodyEditor.js'
import { deliveries, deliveryChanges } from './live.js'
import { copyCurl, copyFixture, copyTest, keepHar } from './takeAway.js'

/** One delivery from all sides, and what can be done with it. */
export function DeliveryDetail({ id }: { id: number }) {
  deliveryChanges.value
  const row = deliveries.rows.find(id)
  const edited = useSignal<ListedDelivery | undefined>(undefined)
  const isHeld = row?.outcome === 'held'
  const resend = (exact: boolean) => send(`/deliveries/${id}/resend`, { exact })
  const again = () => (isHeld ? send(`/deliveries/${id}/release`, {}) : resend(false))
  const edit = () => attempt(async () => (edited.value = await control<ListedDelivery>('GET', `/deliveries/${id}`)))
  const close = () => {
    edited.value = undefined
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
    <Inspected
      view="delivery"
      label="Delivery"
      id={id}
      revision={row}
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
            <Act name="fixture" run={() => copyFixture(id)} />
            <Act name="test" run={() => copyTest(id)} />
            <Act name="HAR" run={() => keepHar([id])} />
          </span>
        </>
      }
      instead={
        edited.value?.id === id ? (
          <BodyEditor
            key={id}
            delivery={edited.value}
            onClose={close}
            onSend={async (body) => {
              if (await send(`/deliveries/${id}/${isHeld ? 'release' : 'resend'}`, { body })) close()
            }}
          />
        ) : undefined
      }
    />
  )
}

/** Sends a delivery again, or lets it go, and shows what becomes of it. */
async function send(path: string, body: unknown): Promise<boolean> {
  const sent = await attempt(() => control<ListedDelivery>('POST', path, body))
  if (sent === undefined) return false
  choose({ d: String(sent.id) })
  tell('done', path.endsWith('release') ? `Delivery ${sent.id} is on its way.` : `Sent again, as delivery ${sent.id}.`)
  return true
}
