import { rateLimiter } from 'earshot/client'
import { NodeClient } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { onTestFinished } from 'vitest'

/** An organisation that takes so many calls of an account in so many seconds, and clients of Hamlet's account. */
export function limited(calls = 10, seconds = 10) {
  const simulator = createSimulator({ clock: 'frozen', rateLimit: { calls, seconds } })
  onTestFinished(() => simulator.close())
  const { clock } = simulator
  const credentials = simulator.credentials('Hamlet')
  const limiterOf = (more: object = {}) => rateLimiter({ clock, ...more })
  const client = (limiter = limiterOf()) =>
    new NodeClient({ ...credentials, site: simulator.url, clock, fetch: simulator.fetch, random: () => 1, limiter })
  const statuses = () =>
    simulator.journal.read({ limit: 10_000, kinds: ['answer'] }).entries.map((entry) => Reflect.get(entry, 'status'))
  /** The answers to calls with credentials: when each was sent, its status, and the seconds that it asks to wait for. */
  const answers = () => {
    const { entries } = simulator.journal.read({ limit: 10_000, kinds: ['call', 'answer'] })
    const sent = new Map(entries.map((entry) => [entry.number, entry]))
    return entries.flatMap((entry) => {
      const call = entry.kind === 'answer' && entry.call !== undefined ? sent.get(entry.call) : undefined
      if (entry.kind !== 'answer' || call?.kind !== 'call' || !call.caller) return []
      return [{ at: call.at, status: entry.status, seconds: Number(Object(entry.answer)['retry-after'] ?? 0) }]
    })
  }
  const messages = () => simulator.messages({ dm: ['Hamlet', 'Iago'] }).map(({ content }) => content)
  const before = messages().length
  return {
    said: () => messages().slice(before),
    simulator,
    clock,
    client,
    limiterOf,
    refused: () => statuses().filter((status) => status === 429).length,
    statuses,
    answers,
  }
}

/** Lets time pass until work is done, and gives how many milliseconds that took. */
export async function passing({ clock }: ReturnType<typeof limited>, work: Promise<unknown>): Promise<number> {
  const began = clock.now()
  let isDone = false
  void work.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  while (!isDone) await clock.advance(100)
  await work
  return clock.now() - began
}
