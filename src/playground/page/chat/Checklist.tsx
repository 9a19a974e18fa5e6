import { computed, signal, useSignalEffect } from '@preact/signals'
import { choose } from '../address.js'
import { editDelivery } from '../deliveries/DeliveryDetail.js'
import { deliveries, deliveryChanges, watchedDeliveries } from '../deliveries/live.js'
import { attempt, tell } from '../notices.js'
import { activeUserId, conversation, firstBot, openConversation } from './conversation.js'
import { openPanel, seenDelivery } from './SidePanel.js'
import { sessionOf } from './session.js'

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

/** Opens the newest delivery of the open conversation in the editor; without one, of any conversation. */
async function editNewest(): Promise<void> {
  const open = conversation.peek()
  const messages = open && sessionOf(open.userId).messagesIn(open.place).peek()
  const ids = new Set(messages?.list.map(({ id }) => id))
  const { all } = deliveries.rows
  const newest = all.findLast(({ messageId }) => ids.has(messageId)) ?? all.at(-1)
  if (newest === undefined) return tell('problem', 'There is no delivery yet: write to the bot first.')
  choose({ d: String(newest.id), why: '' })
  seenDelivery.value = true
  await attempt(() => editDelivery(newest.id))
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
        { says: 'Edit it and send it again', run: () => void editNewest() },
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
