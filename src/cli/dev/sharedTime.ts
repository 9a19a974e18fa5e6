import type { Simulator } from '../../simulator/index.js'
import type { Reloader } from './reload.js'

/**
 * Lets the bots follow the chat's clock. When that is moved, it stops wherever something of the bots is due, and waits
 * until they have done it. The function returned ends this.
 */
export function shareTime(simulator: Simulator, bots: Pick<Reloader, 'setTime'>): () => void {
  const { clock } = simulator
  let cancelStop = () => {}
  const lastDelivery = () => simulator.deliveries.at(-1)?.id
  const unfollow = clock.follow(async () => {
    for (let last: number | undefined; ; ) {
      last = lastDelivery()
      if (clock.kind !== 'real') await Promise.race([simulator.idle(), briefly()])
      const next = await bots.setTime()
      cancelStop()
      const isStop = next !== undefined && clock.kind !== 'real'
      cancelStop = isStop ? clock.later(next - clock.now(), () => {}, { background: true }) : () => {}
      if (lastDelivery() === last) return
    }
  })
  return () => {
    unfollow()
    cancelStop()
  }
}

/** Long enough for any delivery that isn't waiting for the time. */
const briefly = () => new Promise<void>((resolve) => setTimeout(resolve, 200))
