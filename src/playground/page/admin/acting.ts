import type { ListedBot, ListedUser } from '../../../simulator/organisation.js'
import { attempt, tell } from '../notices.js'

export interface Acting {
  /** As whom the organisation is looked at and changed: what they may not do is refused. */
  readonly actor: ListedUser | ListedBot
}

/** Does something, and says that it is done, with a way back where there is one. */
export function saying(said: string, work: () => Promise<unknown>, back?: () => Promise<unknown>) {
  return async (): Promise<void> => {
    await work()
    tell('done', said, back && (() => void attempt(back)))
  }
}
