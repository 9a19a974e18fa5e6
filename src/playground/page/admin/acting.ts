import type { ListedBot, ListedUser } from '../../../simulator/public/organisation.js'
import { api } from '../api.js'
import { attempt, tell } from '../notices.js'
import type { Button } from './Listing.js'

export interface Acting {
  /** The account that views and changes the organisation. The server refuses what it isn't allowed to do. */
  readonly actor: ListedUser | ListedBot
}

/** The button that deactivates a person or bot (with undo), or reactivates one. */
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

/** Runs an action and confirms it, with undo if there is one. */
export function saying(said: string, work: () => Promise<unknown>, back?: () => Promise<unknown>) {
  return async (): Promise<void> => {
    await work()
    tell('done', said, back && (() => void attempt(back)))
  }
}
