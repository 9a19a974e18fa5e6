import type { ListedBot, ListedUser } from '../../../simulator/organisation.js'
import { api } from '../api.js'
import { attempt, tell } from '../notices.js'
import type { Button } from './Listing.js'

export interface Acting {
  /** As whom the organisation is looked at and changed: what they may not do is refused. */
  readonly actor: ListedUser | ListedBot
}

/** What deactivates a person or bot, with a way back, or makes one active again that was deactivated. */
export function activity(
  { actor }: Acting,
  { user_id, full_name, is_active }: Pick<ListedUser, 'user_id' | 'full_name' | 'is_active'>,
  deactivate: () => Promise<unknown>,
): Button {
  const reactivate = saying(`${full_name} is active again.`, () =>
    api(actor, 'POST /users/{user_id}/reactivate', { user_id }),
  )
  return is_active
    ? ['Deactivate', saying(`${full_name} is deactivated.`, deactivate, reactivate), 'serious']
    : ['Reactivate', reactivate, 'main']
}

/** Does something, and says that it is done, with a way back where there is one. */
export function saying(said: string, work: () => Promise<unknown>, back?: () => Promise<unknown>) {
  return async (): Promise<void> => {
    await work()
    tell('done', said, back && (() => void attempt(back)))
  }
}
