import { type ReadonlySignal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ListedLetter, QueueCounts } from '../../../simulator/control/endpoints/queue.js'
import { errorMessage } from '../../../values.js'
import { choose } from '../address.js'
import { attempt, tell } from '../notices.js'
import { control, Refused } from '../simulator.js'

/** The queue in which deliveries wait for their bots. */
export interface QueueState extends Omit<QueueCounts, 'oldest'> {
  readonly letters: readonly ListedLetter[]
  /** Why the last request failed. */
  readonly problem?: string
}

const unknown: QueueState = { waiting: 0, working: 0, dead: 0, letters: [] }

/** How many dead letters were dealt with here: after each, the queue is read at once. */
const actions = signal(0)

/** Polls the queue while a component shows it; undefined if there is none. */
export function useQueue(isListed: boolean): ReadonlySignal<QueueState | undefined> {
  const known = useSignal<QueueState | undefined>(undefined)
  const count = actions.value
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const now = await ask(isListed, known.peek())
      if (!isGone) known.value = now
    }
    void look()
    const timer = setInterval(look, every)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [isListed, count])
  return known
}

/** Milliseconds. */
const every = 2_000

async function ask(isListed: boolean, known: QueueState | undefined): Promise<QueueState | undefined> {
  try {
    const { queue } = await control<{ queue: QueueState | null }>('GET', '/queue')
    if (!queue) return undefined
    const { letters } = isListed ? await control<Pick<QueueState, 'letters'>>('GET', '/queue/dead') : unknown
    return { ...queue, letters }
  } catch (error) {
    // The connection chip already shows that the simulator doesn't answer.
    return error instanceof Refused && error.status > 0 ? { ...unknown, ...known, problem: errorMessage(error) } : known
  }
}

export const letterPath = (id: string) => `/queue/dead/${encodeURIComponent(id)}`

/** Runs an action that removes a dead letter. */
export const deal = (work: () => Promise<unknown>, says: string) =>
  attempt(async () => {
    await work()
    choose({ dead: wholeList })
    actions.value += 1
    tell('done', says)
  })

/** The selection when no letter is selected. */
export const wholeList = 'all'
