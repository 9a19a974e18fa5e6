import type { ListedUser } from '../../../simulator/public/organisation.js'
import { attempt, tell } from '../notices.js'
import { administer } from './administer.js'
import type { DetailAction } from './Listing.js'

/** The button that deactivates a person or bot (with undo), or reactivates one. */
export function activity(
  { user_id, full_name, is_active }: Pick<ListedUser, 'user_id' | 'full_name' | 'is_active'>,
  deactivate: () => Promise<unknown>,
): DetailAction {
  const reactivate = saying(`${full_name} is active again.`, () =>
    administer('POST /users/{user_id}/reactivate', { user_id }),
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
