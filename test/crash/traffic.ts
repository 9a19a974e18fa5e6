import { setTimeout } from 'node:timers/promises'
import type { Simulator } from 'earshot/simulator'
import { answersSoFar, channel } from './answers.js'
import type { Topics } from './topics.js'

/** Somebody's message to the bot, and what became of its delivery. */
export interface Said {
  readonly id: number
  /** What its topic was called. */
  readonly topic: string
  /** Whether the bot's side took it, by what the server was answered. */
  readonly isAcknowledged: boolean
  /** When it was delivered first, and when the last attempt to deliver it ended; in UNIX milliseconds. */
  readonly sent: number
  readonly arrived: number
}

export interface TrafficOptions {
  readonly messages: number
  /** The topics over which they are spread. */
  readonly topics: Topics
  readonly random: () => number
  /** How many messages are said between two disasters, on average. */
  readonly calm: number
  readonly disaster: () => void
  /** The most milliseconds for which a handler may block its process, or wait (default: none does). */
  readonly longestBlock?: number
  /** Whether the bot hears of messages by events, which nobody acknowledges. */
  readonly byEvents?: boolean
}

export const people = ['iago', 'hamlet', 'cordelia', 'othello']

/** Messages that are said before it is looked at how their deliveries ended. */
const batch = 50

/** Says one message after the other to the bot, and gives each with its end, until there have been enough. */
export async function* traffic(
  simulator: Simulator,
  bot: string,
  { messages, topics, random, calm, disaster, longestBlock = 0, byEvents = false }: TrafficOptions,
): AsyncGenerator<Said[]> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const waiting = new Set<number>()
  const heard = answersSoFar(simulator)
  for (let said = 0; said < messages; said += batch) {
    const there = new Map<number, string>()
    for (let count = 0; count < Math.min(batch, messages - said); count += 1) {
      const index = Math.floor(random() * topics.count)
      const topic = topics.nameOf(index)
      const isLong = longestBlock > 0 && random() * calm < 1
      const long = isLong ? ` ${random() < 0.5 ? 'block' : 'wait'} ${Math.ceil(random() * longestBlock)}` : ''
      const id = simulator.say(pick(people), { channel, topic }, `@**${bot}** ${said + count}${long}`)
      there.set(id, topic)
      waiting.add(id)
      if (random() * calm < 1) disaster()
      if (random() * calm < 1) await topics.rename(index)
    }
    await (byEvents ? answered(heard, waiting) : simulator.idle())
    yield saidOf(
      simulator,
      [...there].map(([id, topic]) => ({ id, topic })),
      byEvents,
    )
  }
}

/** What became of the deliveries of these messages. */
export function saidOf(
  simulator: Simulator,
  messages: readonly Pick<Said, 'id' | 'topic'>[],
  byEvents: boolean,
): Said[] {
  const now = Date.now()
  if (byEvents) return messages.map((message) => ({ ...message, isAcknowledged: true, sent: now, arrived: now }))
  const deliveries = new Map(simulator.deliveries.map((delivery) => [delivery.messageId, delivery]))
  return messages.map((message) => ({ ...message, ...endOf(deliveries.get(message.id)) }))
}

/** Waits, not for long, until most messages are answered: nobody else holds back the people. */
async function answered(heard: () => Promise<ReadonlySet<number>>, waiting: Set<number>): Promise<void> {
  for (const end = Date.now() + 10_000; waiting.size > 2 * batch && Date.now() < end; await setTimeout(20)) {
    for (const id of await heard()) waiting.delete(id)
  }
}

function endOf(delivery: Simulator['deliveries'][number] | undefined): Omit<Said, 'id' | 'topic'> {
  const first = delivery?.attempts.at(0)
  const last = delivery?.attempts.at(-1)
  return {
    isAcknowledged: delivery?.outcome === 'quiet',
    sent: first?.startedAt ?? 0,
    arrived: last === undefined ? 0 : last.startedAt + last.duration,
  }
}
