import { computed, signal, useSignalEffect } from '@preact/signals'
import { Check } from 'lucide'
import { deliveries, deliveryChanges, watchedDeliveries } from '../deliveries/watchedDeliveries.js'
import { saveConversation } from '../saving/saving.js'
import { Button, Icon } from '../ui/index.js'
import { activeUserId, firstBot, openConversation, openings } from './conversation.js'
import { type ChatPlace, isIn } from './place.js'
import { editNewest, openPanel, seenDelivery } from './SidePanel.js'

const storageKey = 'introduced'
const over = 'over'

/** The completed steps by number, or whether the checklist was dismissed. */
const done = signal<readonly string[]>((localStorage.getItem(storageKey) ?? '').split(' '))
done.subscribe((those) => localStorage.setItem(storageKey, those.join(' ')))

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
  // Whoever did a later step needs no earlier one.
  const reached = isDone.lastIndexOf(true)
  const ticked = isDone.flatMap((_, at) => (at <= reached && !done.peek().includes(String(at)) ? [String(at)] : []))
  if (ticked.length > 0) done.value = [...done.peek(), ...ticked]
}

/** What to try on the first visit, in the bot's conversation: three steps, and one line of them once the first is done. */
export function FirstSteps({ place }: { place: ChatPlace }) {
  useSignalEffect(tick)
  const userId = activeUserId.value
  if (done.value.includes(over) || userId === undefined) return null
  const bot = firstBot()
  if (bot && !isIn({ kind: 'direct', userIds: [bot.user_id] }, place)) return null
  const end = () => {
    done.value = [over]
    // The field below gets the focus.
    openings.value += 1
  }
  if (bot === undefined) {
    return (
      <section class="first-steps card stack" aria-label="First steps">
        <p>
          No bot is connected yet. Run one with <code>earshot dev bot.ts</code>, or{' '}
          <a href="#/organisation?tab=bots">connect yours</a>.
        </p>
        <Button says="Skip" onPress={end} />
      </section>
    )
  }
  const write = () => openConversation(userId, { kind: 'direct', userIds: [bot.user_id] })
  const steps = [
    { says: `Write to ${bot.full_name}`, run: write },
    { says: 'Look at its delivery', run: openPanel },
    { says: 'Edit it and send it again', run: editNewest },
  ]
  const isDone = (step: number) => done.value.includes(String(step))
  const isAllDone = steps.every((_, step) => isDone(step))
  const isBegun = isDone(0)
  return (
    <section class={isBegun ? 'first-steps head small' : 'first-steps card stack'} aria-label="First steps">
      {!isBegun && (
        <>
          <h2>Your first minute</h2>
          <p>What you write to a bot is posted to it, as a server would: see what it gets and what it answers.</p>
        </>
      )}
      <ol class={isBegun ? 'in-a-row grow' : 'stack'}>
        {steps.map(({ says, run }, step) => (
          <li key={says} class="in-a-row">
            <span class={isDone(step) ? 'step good' : 'step'} aria-hidden="true">
              {isDone(step) ? <Icon of={Check} /> : step + 1}
            </span>
            <Button says={says} class="link" onPress={run} />
            {isDone(step) && <span class="unseen">, done</span>}
          </li>
        ))}
      </ol>
      {isAllDone && <Button says="Save it as a test" class="main" onPress={saveConversation} />}
      <Button says={isAllDone ? 'Done' : 'Skip'} class="quiet" onPress={end} />
      {!isBegun && (
        <a class="small" href="#/organisation?tab=bots">
          Connect your own bot
        </a>
      )}
    </section>
  )
}
