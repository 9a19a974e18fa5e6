import { computed, signal, useSignalEffect } from '@preact/signals'
import { deliveries, deliveryChanges, watchedDeliveries } from '../deliveries/live.js'
import { activeUserId, firstBot, openConversation } from './conversation.js'
import { openPanel, seenDelivery } from './SidePanel.js'

const shelf = 'introduced'
const over = 'over'

/** The completed steps by number, or whether the checklist was dismissed. */
const done = signal<readonly string[]>((localStorage.getItem(shelf) ?? '').split(' '))
done.subscribe((those) => localStorage.setItem(shelf, those.join(' ')))

/** The newest delivery when the page was loaded; earlier ones don't count for the checklist. */
const before = computed(() => (watchedDeliveries.isLoading.value ? undefined : lastBefore()))
let last: number | undefined
const lastBefore = () => (last ??= deliveries.rows.all.at(-1)?.id ?? 0)

/** Ticks steps as they are completed. */
function tick(): void {
  deliveryChanges.value
  const since = before.value
  if (since === undefined) return
  const fresh = deliveries.rows.all.filter(({ id }) => id > since)
  const isDone = [
    fresh.some(({ senderId }) => senderId === activeUserId.value),
    fresh.length > 0 && seenDelivery.value,
    fresh.some(({ isEdited }) => isEdited),
  ]
  const ticked = isDone.flatMap((yes, at) => (yes && !done.peek().includes(String(at)) ? [String(at)] : []))
  if (ticked.length > 0) done.value = [...done.peek(), ...ticked]
}

/** The checklist of the first visit: three steps, ticked as they are completed. */
export function Checklist() {
  useSignalEffect(tick)
  const userId = activeUserId.value
  if (done.value.includes(over) || userId === undefined) return null
  const bot = firstBot()
  const steps = bot
    ? [
        {
          says: `Write to ${bot.full_name}`,
          run: () => openConversation(userId, { kind: 'direct', userIds: [bot.user_id] }),
        },
        { says: 'Look at its delivery', run: openPanel },
        { says: 'Edit it and send it again', run: openPanel },
      ]
    : []
  const isAllDone = steps.every((_, at) => done.value.includes(String(at)))
  return (
    <section class="checklist head small" aria-label="First steps">
      {bot === undefined && (
        <p>
          No bot is connected yet. Run one with <code>earshot dev bot.ts</code>, or connect yours.
        </p>
      )}
      <ol class="in-a-row">
        {steps.map(({ says, run }, at) => {
          const isDone = done.value.includes(String(at))
          return (
            <li key={says}>
              <span aria-hidden="true">{isDone ? '✓' : '○'}</span>{' '}
              <button type="button" class="link" onClick={run}>
                {says}
              </button>
              {isDone && <span class="unseen">, done</span>}
            </li>
          )
        })}
      </ol>
      <a href="#/organisation?tab=bots">Connect your own bot</a>
      <button type="button" class={isAllDone ? undefined : 'quiet'} onClick={() => (done.value = [over])}>
        {isAllDone ? 'Done' : 'Skip'}
      </button>
    </section>
  )
}
