import { signal } from '@preact/signals'
import { CopyPlus, Pencil, Play, RotateCw, Terminal, Webhook } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { roundedDuration } from '../../timeText.js'
import { adjust, choice, goTo } from '../address.js'
import { counted } from '../bar/readout.js'
import { Inspected } from '../inspector/Inspected.js'
import { useLive } from '../liveAnswers.js'
import { attempt, tell } from '../notices.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { copyFrom } from '../takeAway.js'
import { Button, chip, indented, Loading, MenuButton, type MenuItem, TimeText } from '../ui/index.js'
import { BodyEditor } from './BodyEditor.js'
import { AttemptsTab, DifferenceTab, RequestTab, ResponseTab, readDelivery } from './exchangeTabs.js'
import { LogTab } from './LogTab.js'
import type { ListedDelivery } from './listedDelivery.js'
import { Overview } from './Overview.js'
import { lookOf, resultText, tookIn } from './outcomes.js'
import { deliveries, deliveryChanges, shownDelivery } from './watchedDeliveries.js'

export interface DeliveryDetailProps {
  readonly id: number
  /** Shows another delivery, such as the resent one. */
  onSent(id: number): void
  /** Called when editing starts, so that the panel stays on this delivery. */
  onEdit?(): void
  /** Further buttons. */
  readonly tools?: ComponentChildren
}

/** Bodies being edited, by delivery, so that a look at another one loses nothing. */
const edits = signal<ReadonlyMap<number, string>>(new Map())

function setEdit(id: number, text: string | undefined): void {
  const next = new Map(edits.value)
  if (text === undefined) next.delete(id)
  else next.set(id, text)
  edits.value = next
}

/** Opens the editor of a delivery's body. */
export async function editDelivery(id: number): Promise<void> {
  const { request } = await readDelivery(id)
  setEdit(id, indented(request.body ?? ''))
}

/** A delivery with all its tabs and actions. */
export function DeliveryDetail({ id, onSent, onEdit, tools }: DeliveryDetailProps) {
  deliveryChanges.value
  useEffect(() => {
    shownDelivery.value = id
    return () => (shownDelivery.value = undefined)
  }, [id])
  const row = deliveries.rows.find(id)
  const live = useLive(() => readDelivery(id), /^$/, [id, row])
  const delivery = live?.value
  // The old one stays while another is being loaded.
  const edited = edits.value.get(delivery?.id ?? id)
  const isHeld = row?.outcome === 'held'
  const send = async (path: string, body: unknown) => {
    const sent = await attempt(() => control<ListedDelivery>('POST', `/deliveries/${id}/${path}`, body))
    if (sent === undefined) return false
    onSent(sent.id)
    tell('done', path === 'release' ? `Delivery ${sent.id} is on its way.` : `Sent again, as delivery ${sent.id}.`)
    return true
  }
  const again = () => send(isHeld ? 'release' : 'resend', {})
  const edit = () => {
    onEdit?.()
    void attempt(() => editDelivery(id))
  }
  const close = () => setEdit(id, undefined)
  const leave = () => {
    close()
    if (edited === undefined || edited === indented(delivery?.request.body ?? '')) return
    tell('done', 'The edit was dropped.', () => setEdit(id, edited))
  }
  useShortcuts(
    [
      { key: 'r', says: isHeld ? 'Release the delivery' : 'Send the delivery again', group: 'Deliveries', run: again },
      { key: 'e', says: 'Edit the delivery and send it', group: 'Deliveries', run: edit },
    ],
    [id, isHeld, live],
  )
  if (delivery === undefined) return <p class="empty">{live?.problem ?? <Loading />}</p>
  const { bot, outcome, trigger, queuedAt, resends, isEdited, faults, attempts, log } = delivery
  const hasThrown = (log?.errors.length ?? 0) > 0
  const { word, tone } = lookOf({ outcome, hasThrown, isLate: delivery.late !== null })
  const last = attempts.at(-1)
  const more: readonly MenuItem[] = [
    { says: 'Copy as curl', icon: Terminal, run: () => copyFrom('The command', `/deliveries/${id}/curl`) },
    ...(isHeld
      ? []
      : [{ says: 'Send the very same again', icon: CopyPlus, run: () => send('resend', { exact: true }) }]),
    { says: 'Show in the list', icon: Webhook, run: () => goTo('deliveries', { d: String(id) }) },
  ]
  const onTab = (tab: string) => adjust({ tab })
  return (
    <Inspected
      label="Delivery"
      title={
        <>
          Delivery {delivery.id} to <bdi>{bot.full_name}</bdi> {chip(word, tone)}
        </>
      }
      facts={[
        last && resultText(last.result),
        last && roundedDuration(tookIn(delivery)),
        counted(attempts.length, 'attempt'),
        trigger.replaceAll('_', ' '),
        <TimeText key="at" seconds={queuedAt / 1000} shows="all" />,
        resends !== null && (
          <>
            {'sends '}
            <Button says={`delivery ${resends}`} class="link" onPress={() => onSent(Number(resends))} />
            {' again'}
          </>
        ),
        isEdited && 'edited',
      ]}
      faults={faults}
      actions={
        <>
          <Button
            says={isHeld ? 'Release' : 'Resend'}
            icon={isHeld ? Play : RotateCw}
            shortcut="r"
            class={edited === undefined ? 'main' : ''}
            onPress={again}
          />
          <Button
            says="Edit"
            title={isHeld ? 'Edit and release' : 'Edit and resend'}
            icon={Pencil}
            shortcut="e"
            onPress={edit}
          />
          <MenuButton label="More of this delivery" items={more} />
          {tools}
        </>
      }
      tab={choice('tab').value}
      onTab={onTab}
      tabs={[
        {
          id: 'overview',
          title: 'Overview',
          show: () => <Overview key={delivery.id} delivery={delivery} onTab={onTab} />,
        },
        { id: 'log', title: 'Log', note: noteOf(log), isBad: hasThrown, show: () => <LogTab delivery={delivery} /> },
        { id: 'request', title: 'Request', show: () => <RequestTab delivery={delivery} /> },
        { id: 'response', title: 'Response', show: () => <ResponseTab delivery={delivery} /> },
        {
          id: 'attempts',
          title: 'Attempts',
          note: attempts.length > 1 ? String(attempts.length) : undefined,
          show: () => <AttemptsTab delivery={delivery} />,
        },
        { id: 'diff', title: 'Difference', show: () => <DifferenceTab key={delivery.id} delivery={delivery} /> },
      ]}
      instead={
        edited !== undefined ? (
          <BodyEditor
            key={id}
            bot={bot.user_id}
            text={edited}
            onText={(text) => setEdit(id, text)}
            onClose={leave}
            onSend={async (body) => {
              if (await send(isHeld ? 'release' : 'resend', { body })) close()
            }}
          />
        ) : undefined
      }
    />
  )
}

function noteOf(log: ListedDelivery['log']): string | undefined {
  if (!log) return undefined
  return log.errors.length > 0 ? '!' : log.lines.length > 0 ? String(log.lines.length) : undefined
}
