import * as z from 'zod/mini'
import { errorFields } from '../base/log.js'
import { RecordStore } from '../base/recordStore.js'
import { createContext } from '../conversation/deliveryContext.js'
import type { Run } from '../conversation/run.js'
import type { Delivery } from '../delivery/delivery.js'
import { accountOfClient } from '../delivery/ownAccount.js'
import { narrowOf } from '../streams/history.js'
import { findRoute, type Routes } from './routes.js'

/**
 * The message that may be replaced, if there is one: a hint, or the answer of a command that runs again. `otherwise` means that another
 * handler has run, or that nobody knows, since the hint is gone.
 */
export type EarlierAnswer = { readonly replaces?: number } | 'otherwise'

/** How the bot answered the earlier texts of a message that was edited. */
export async function earlierAnswer(texts: readonly string[], run: Run, routes: Routes): Promise<EarlierAnswer> {
  const { notification, delivery } = run
  const hints = new Set<unknown>()
  let runsAgain = false
  for (const text of texts) {
    const ctx = await createContext(run, text)
    const route = findRoute(routes, ctx, notification)
    if (route === undefined) continue
    const isHint = route.name === 'hint' || route.name === 'usage'
    const hint = await (isHint ? route.run(ctx) : route.mistake?.(ctx))
    if (hint !== undefined) hints.add(hint)
    else if (route.edits) runsAgain = true
    else return 'otherwise'
  }
  if (!runsAgain && hints.size === 0) return {}
  return (runsAgain ? notedAnswer(delivery) : hintAmong(hints, delivery)).catch((error) => {
    delivery.log.warn(errorFields(error), 'Failed to look up what answered an edited message')
    return {}
  })
}

async function notedAnswer(delivery: Delivery): Promise<EarlierAnswer> {
  const answer = await answersOf(delivery).find(await answerKey(delivery))
  return answer?.value === undefined ? {} : { replaces: answer.value }
}

async function hintAmong(hints: ReadonlySet<unknown>, delivery: Delivery): Promise<EarlierAnswer> {
  const { client, clock, notification } = delivery
  const { user_id } = await accountOfClient(client, clock, () => false)
  const narrow = narrowOf(notification)
  const params = { anchor: notification.message.id, num_before: 0, num_after: 50, narrow, apply_markdown: false }
  const { messages } = await client.messages.list(params)
  const hint = messages.find(({ sender_id, content }) => sender_id === user_id && hints.has(content))
  return hint === undefined ? 'otherwise' : { replaces: hint.id }
}

/** Notes the first message with which a command answered, so that an edit of its message can change it. */
export async function noteAnswer(delivery: Delivery): Promise<void> {
  const { firstSent, log } = delivery
  if (firstSent === undefined) return
  try {
    await answersOf(delivery).write(await answerKey(delivery), firstSent, { expiresIn: keptFor })
  } catch (error) {
    log.warn(errorFields(error), "Failed to note an answer; if its message is edited, it won't be")
  }
}

/** Longer than messages that are edited are read again. */
const keptFor = 600_000

const answersOf = ({ storage, notification }: Delivery) =>
  new RecordStore(storage, ['answer', notification.bot_email.toLowerCase()], z.number())

const answerKey = (delivery: Delivery) => answersOf(delivery).key(String(delivery.notification.message.id))
