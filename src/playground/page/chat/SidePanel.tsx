import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { adjust, choice, choose, hashOf } from '../address.js'
import { DeliveryDetail } from '../deliveries/DeliveryDetail.js'
import { deliveries, deliveryChanges, watchDeliveries, watchedDeliveries } from '../deliveries/live.js'
import { room } from '../room.js'
import { Waiting } from '../ui/Waiting.js'
import { WhyNot } from './WhyNot.js'

/** What the panel shows: a delivery's ID, `newest`, or `off`; by default the newest, if there is room. */
const asked = choice('d')
const why = choice('why')

/** Whether a delivery was opened since the page was loaded. */
export const seenDelivery = signal(false)

/** Whether the panel is open, beside the chat or over it. */
export const isPanelOpen = () =>
  asked.value !== 'off' && (asked.value !== '' || why.value !== '' || room.value !== 'narrow')

/** Shows a delivery in the panel: follows the newest, pins an older one. */
export function openDelivery(id: number): void {
  const isNewest = deliveries.rows.all.at(-1)?.id === id
  choose({ d: isNewest ? 'newest' : String(id), why: '' })
  seenDelivery.value = true
}

/** Shows which bots got a message, and which didn't. */
export const openWhy = (message: number) =>
  choose({ why: String(message), d: asked.value === 'off' ? '' : asked.value })

export function openPanel(): void {
  choose({ d: 'newest', why: '' })
  seenDelivery.value = deliveries.rows.all.length > 0
}

const close = () => choose({ d: 'off', why: '' })

/** The inspector beside the chat. */
export function SidePanel() {
  useEffect(watchDeliveries, [])
  deliveryChanges.value
  const panel = useRef<HTMLElement>(null)
  const isOpen = isPanelOpen()
  const isOver = room.value === 'narrow'
  useEffect(() => {
    if (isOpen && isOver) panel.current?.querySelector('button')?.focus()
  }, [isOpen, isOver])
  if (!isOpen) return null
  const pinned = /^\d+$/.test(asked.value) ? Number(asked.value) : undefined
  const id = pinned ?? deliveries.rows.all.at(-1)?.id
  return (
    <aside
      ref={panel}
      class="side-panel tall"
      onPointerDown={() => (seenDelivery.value = deliveries.rows.all.length > 0)}
      aria-label="Inspector"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && isOver) close()
      }}
    >
      <header class="side-head head">
        <button type="button" class="quiet" aria-label="Close the inspector" onClick={close}>
          ×
        </button>
        {why.value === '' ? (
          <>
            <span class="grow small quiet-text" role="status">
              {pinned === undefined ? 'Follows the newest delivery' : 'Pinned'}
            </span>
            {id !== undefined && (
              <>
                <button
                  type="button"
                  class="small"
                  aria-pressed={pinned !== undefined}
                  onClick={() => choose({ d: pinned === undefined ? String(id) : 'newest' })}
                >
                  Pin
                </button>
                <a class="small" href={hashOf('deliveries', { d: String(id) })}>
                  All deliveries
                </a>
              </>
            )}
          </>
        ) : (
          <button type="button" class="small" onClick={() => choose({ why: '' })}>
            ← Delivery
          </button>
        )}
      </header>
      <section class="detail tall" aria-label={why.value === '' ? 'Delivery' : 'Why'}>
        {why.value !== '' ? (
          <WhyNot key={why.value} message={Number(why.value)} />
        ) : id === undefined ? (
          <p class="empty">
            {watchedDeliveries.isLoading.value ? (
              <Waiting />
            ) : (
              'No deliveries yet. What is posted to a bot appears here, with its answer.'
            )}
          </p>
        ) : (
          <DeliveryDetail
            id={id}
            onSent={(sent) => choose({ d: pinned === undefined ? 'newest' : String(sent) })}
            onEdit={() => adjust({ d: String(id) })}
          />
        )}
      </section>
    </aside>
  )
}
