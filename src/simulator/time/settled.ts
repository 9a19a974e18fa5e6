import { nextTurn } from '../clock.js'

/** A few turns of the event loop: enough for whatever needs neither a timer nor a socket. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}
