/** The end of some work; undefined where it has ended already, as most has: a message is seldom waited for by anything. */
export type Ending = Promise<void> | undefined

/** Does something when that has ended: at once where it has. */
export function after(work: Ending, next: () => Ending): Ending {
  return work === undefined ? next() : work.then(next)
}
