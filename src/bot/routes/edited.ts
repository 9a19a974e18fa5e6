import { createContext } from '../conversation/deliveryContext.js'
import type { Run } from '../conversation/run.js'
import { accountOfClient } from '../delivery/ownAccount.js'
import { narrowOf } from '../streams/history.js'
import { findRoute, type Routes } from './routes.js'

/** A hint, by its ID; or none, or something else, as by a handler. If the hint is gone, nobody knows any more. */
export type EarlierAnswer = { readonly hint?: number } | 'otherwise'

/** How the bot answered the earlier texts of a message that was edited. */
export async function earlierAnswer(texts: readonly string[], run: Run, routes: Routes): Promise<EarlierAnswer> {
  const { notification, delivery } = run
  const hints = new Set<unknown>()
  for (const text of texts) {
    const ctx = await createContext(run, text)
    const route = findRoute(routes, ctx, notification)
    if (route === undefined) continue
    if (route.name !== 'hint' && route.name !== 'usage') return 'otherwise'
    hints.add(await route.run(ctx))
  }
  if (hints.size === 0) return {}
  const { client, clock } = delivery
  const { user_id } = await accountOfClient(client, clock, () => false)
  const narrow = narrowOf(notification)
  const params = { anchor: notification.message.id, num_before: 0, num_after: 50, narrow, apply_markdown: false }
  const { messages } = await client.messages.list(params)
  const hint = messages.find(({ sender_id, content }) => sender_id === user_id && hints.has(content))
  return hint === undefined ? 'otherwise' : { hint: hint.id }
}
