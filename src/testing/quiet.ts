import { nextTurn } from '../simulator/base/clock.js'
import type { Simulator } from '../simulator/index.js'
import type { SimulatedProcess } from './simulatedProcess.js'

/**
 * Returns a function that waits until nothing is being delivered and the bot has nothing left to do. If everything waits
 * for a frozen clock (a client before a retry, a server for a lost answer), it moves the clock to the next timer.
 */
export function createQuiet(simulator: Simulator, botProcess: () => SimulatedProcess): () => Promise<void> {
  /** Several calls may wait, but only one moves the clock. */
  let isMoving = false
  const openBefore = openElsewhere()
  // While a test moves the clock step by step, this must not move it too.
  simulator.clock.onMove(() => botProcess().progress.note())

  return async () => {
    let isQuiet = false
    const quiet = becomesQuiet(simulator, botProcess).then(() => {
      isQuiet = true
    })
    let count = -1
    let stillFor = 0
    while (!isQuiet) {
      await Promise.race([quiet, nextTurn()])
      const { progress } = botProcess()
      stillFor = progress.count === count ? stillFor + 1 : 0
      count = progress.count
      if (isQuiet || isMoving || stillFor < stillTurns) continue
      if (stillFor < longStillTurns && openElsewhere() > openBefore) continue
      isMoving = true
      const waits = await waitsForTime(simulator, botProcess())
      // Looking takes turns of its own: what became quiet or went on meanwhile needs no clock.
      if (waits && !isQuiet && progress.count === count) await toWhatIsDue(simulator)
      progress.note()
      isMoving = false
    }
    await quiet
  }
}

/** Turns of the event loop without progress, after which the bot can only be waiting for time or I/O. */
const stillTurns = 20
/** The same if the bot has open sockets or files, which may produce data at any moment. */
const longStillTurns = 60

/** Open sockets, files and child processes of this whole process. */
const openElsewhere = () =>
  (process.getActiveResourcesInfo?.() ?? []).filter((kind) => /^(TCP|TLS|UDP|FS|GetAddr|Process)/.test(kind)).length

async function becomesQuiet(simulator: Simulator, botProcess: () => SimulatedProcess): Promise<void> {
  for (;;) {
    const current = botProcess()
    await simulator.idle()
    await current.idle()
    if (current === botProcess()) return
  }
}

async function waitsForTime(simulator: Simulator, botProcess: SimulatedProcess): Promise<boolean> {
  if (simulator.clock.kind === 'real' || botProcess.progress.waitsOutside) return false
  if (botProcess.progress.waitsForTime) return true
  // If the bot is idle and nothing followed a turn later, the server waits: for an answer, or before it retries.
  const idle = botProcess.idle().then(nextTurn)
  return Promise.race([
    idle.then(() => true),
    nextTurn()
      .then(nextTurn)
      .then(() => false),
  ])
}

async function toWhatIsDue({ clock }: Simulator): Promise<void> {
  const due = clock.next()
  if (due !== undefined) await clock.advance(Math.max(0, due - clock.now()))
}
