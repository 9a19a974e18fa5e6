import type { Simulator } from '../simulator/index.js'
import type { BotLife } from './botLife.js'

/**
 * Makes what waits until nothing is delivered and the bot has nothing left to do. Where all of that waits for a clock that
 * stands, such as a client before it tries again, or a server for an answer that got lost, time goes on to what is due next.
 */
export function createQuiet(simulator: Simulator, life: () => BotLife): () => Promise<void> {
  /** Several may wait, and one alone moves the clock. */
  let isMoving = false

  return async () => {
    let isQuiet = false
    const quiet = becomesQuiet(simulator, life).then(() => {
      isQuiet = true
    })
    let beats = -1
    let stillFor = 0
    while (!isQuiet) {
      await Promise.race([quiet, nextTurn()])
      const { pulse } = life()
      stillFor = pulse.beats === beats ? stillFor + 1 : 0
      beats = pulse.beats
      if (isQuiet || isMoving || stillFor < stillTurns) continue
      isMoving = true
      if (await waitsForTime(simulator, life())) await toWhatIsDue(simulator)
      pulse.beat()
      isMoving = false
    }
    await quiet
  }
}

/** Turns of the event loop without a sign of life: what needs neither time nor the outside is long done by then. */
const stillTurns = 50

async function becomesQuiet(simulator: Simulator, life: () => BotLife): Promise<void> {
  for (;;) {
    const current = life()
    await simulator.idle()
    await current.idle()
    if (current === life()) return
  }
}

async function waitsForTime(simulator: Simulator, life: BotLife): Promise<boolean> {
  if (simulator.clock.kind === 'real' || life.pulse.waitsOutside) return false
  if (life.pulse.waitsForTime) return true
  // A bot that has nothing to do while the server goes on: the server waits, for an answer or before it tries again.
  return Promise.race([life.idle().then(() => true), nextTurn().then(() => false)])
}

async function toWhatIsDue({ clock }: Simulator): Promise<void> {
  const due = clock.next()
  if (due !== undefined) await clock.advance(Math.max(0, due - clock.now()))
}

// Kept from the start, since tests put other timers in the place of the platform's.
const { setTimeout: realTimeout } = globalThis

const nextTurn = () =>
  new Promise<void>((resolve) => {
    realTimeout(resolve, 0)
  })
