import { signal } from '@preact/signals'
import { ArrowLeft, Pin, X } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { adjust, choice, choose } from '../address.js'
import { DeliveryDetail, editDelivery } from '../deliveries/DeliveryDetail.js'
import { deliveries, deliveryChanges, watchDeliveries, watchedDeliveries } from '../deliveries/watchedDeliveries.js'
import { attempt, tell } from '../notices.js'
import { room } from '../room.js'
import { Button, IconButton, Loading } from '../ui/index.js'
import { conversation, openings } from './conversation.js'
import { type ChatPlace, directPlace, isIn } from './place.js'
import { WhyNot } from './WhyNot.js'

/**
 * What the panel shows: a delivery's ID, `newest` for the newest of this conversation, or `off`; by default the newest,
 * if there is room.
 */
const asked = choice('d')
const why = choice('why')

/** Whether a delivery was opened since the page was loaded. */
export const seenDelivery = signal(false)

/** Whether the panel is open, beside the chat or over it. */
export const isPanelOpen = () =>
  asked.value !== 'off' && (asked.value !== '' || why.value !== '' || room.value !== 'narrow')

/** Whether a delivery is of the conversation that is open. */
function isHere(id: number): boolean {
  const row = deliveries.rows.find(id)
  const open = conversation.value
  if (row === undefined || open === undefined) return false
  const { channelId, topic, peopleIds } = row
  const its: ChatPlace =
    channelId === undefined ? directPlace(peopleIds, open.userId) : { kind: 'topic', channelId, topic }
  return isIn(its, open.place)
}

const newestHere = () => deliveries.rows.all.findLast(({ id }) => isHere(id))?.id

/** Shows a delivery in the panel: follows the newest of this conversation, pins any other. */
export function openDelivery(id: number): void {
  choose({ d: newestHere() === id ? 'newest' : String(id), why: '' })
  seenDelivery.value = true
}

/** Shows which bots got a message, and which didn't. */
export const openWhy = (message: number) =>
  choose({ why: String(message), d: asked.value === 'off' ? '' : asked.value })

export function openPanel(): void {
  choose({ d: 'newest', why: '' })
  seenDelivery.value = newestHere() !== undefined
}

/** Edits the newest delivery of this conversation. */
export function editNewest(): void {
  const id = newestHere()
  if (id === undefined) {
    tell('problem', 'There is no delivery yet: write to the bot first.')
    return
  }
  choose({ d: String(id), why: '' })
  seenDelivery.value = true
  void attempt(() => editDelivery(id))
}

function close(): void {
  choose({ d: 'off', why: '' })
  openings.value += 1
}

/** The inspector beside the chat. */
export function SidePanel() {
  useEffect(watchDeliveries, [])
  deliveryChanges.value
  const panel = useRef<HTMLElement>(null)
  const isOpen = isPanelOpen()
  const isOver = room.value === 'narrow'
  useEffect(() => {
    if (isOpen && isOver) panel.current?.focus()
  }, [isOpen, isOver])
  if (!isOpen) return null
  const pinned = /^\d+$/.test(asked.value) ? Number(asked.value) : undefined
  const id = pinned ?? newestHere()
  const isWhy = why.value !== ''
  const tools = (
    <>
      {id !== undefined && !isWhy && (
        <IconButton
          label="Pin"
          title={
            pinned === undefined ? 'Follows this conversation. Pin this delivery' : 'Follow the conversation again'
          }
          icon={Pin}
          aria-pressed={pinned !== undefined}
          onPress={() => choose({ d: pinned === undefined ? String(id) : 'newest' })}
        />
      )}
      <IconButton label="Close the inspector" icon={X} onPress={close} />
    </>
  )
  return (
    <aside
      ref={panel}
      class="side-panel tall"
      tabIndex={-1}
      onPointerDown={() => (seenDelivery.value = id !== undefined)}
      aria-label="Inspector"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && isOver) close()
      }}
    >
      {(isWhy || id === undefined) && (
        <header class="head">
          {isWhy && <Button icon={ArrowLeft} says="Delivery" onPress={() => choose({ why: '' })} />}
          <span class="grow" />
          {tools}
        </header>
      )}
      <section class="detail tall" aria-label={isWhy ? 'Why' : 'Delivery'}>
        {isWhy ? (
          <WhyNot key={why.value} message={Number(why.value)} />
        ) : id !== undefined ? (
          <DeliveryDetail
            id={id}
            tools={tools}
            onSent={(sent) => choose({ d: isHere(id) ? 'newest' : String(sent) })}
            onEdit={() => adjust({ d: String(id) })}
          />
        ) : watchedDeliveries.isLoading.value ? (
          <Loading />
        ) : (
          <p class="empty">
            No deliveries yet. What is posted to a bot from this conversation appears here, with its answer.{' '}
            <a href="#/deliveries">All deliveries</a>
          </p>
        )}
      </section>
    </aside>
  )
}
