import { setTimeout } from 'node:timers/promises'
import type { Simulator } from 'earshot/simulator'

/** Somebody's message to the bot, and what became of its delivery. */
export interface Said {
  readonly id: number
  readonly topic: string
  /** Whether the bot's side took it, by what the server was answered. */
  readonly isAcknowledged: boolean
  /** When it was delivered first, and when the last attempt to deliver it ended; in UNIX milliseconds. */
  readonly sent: number
  readonly arrived: number
}

export interface TrafficOptions {
  readonly messages: number
  /** Topics over which they are spread. */
  readonly topics: number
  readonly random: () => number
  /** How many messages are said between two disasters, on average. */
  readonly calm: number
  readonly disaster: () => void
  /** Whether the bot hears of messages by events, which nobody acknowledges. */
  readonly byEvents?: boolean
}

/** People, and the topics in which they talk. */
export const channel = 'kitchen'
const people = ['iago', 'hamlet', 'cordelia', 'othello']

/** Messages that are said before it is looked at how their deliveries ended. */
const batch = 50

/** Says one message after the other to the bot, and gives each with its end, until there have been enough. */
export async function* traffic(
  simulator: Simulator,
  bot: string,
  { messages, topics, random, calm, disaster, byEvents = false }: TrafficOptions,
): AsyncGenerator<Said[]> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const waiting = new Map<number, string>()
  for (let said = 0; said < messages; said += batch) {
    const there = new Map<number, string>()
    for (let count = 0; count < Math.min(batch, messages - said); count += 1) {
      const topic = `topic ${Math.floor(random() * topics)}`
      const id = simulator.say(pick(people), { channel, topic }, `@**${bot}** ${said + count}`)
      there.set(id, topic)
      waiting.set(id, topic)
      if (random() * calm < 1) disaster()
    }
    if (byEvents) {
      await answered(simulator, waiting)
      const now = Date.now()
      yield [...there].map(([id, topic]) => ({ id, topic, isAcknowledged: true, sent: now, arrived: now }))
      continue
    }
    await simulator.idle()
    const deliveries = new Map(simulator.deliveries.map((delivery) => [delivery.messageId, delivery]))
    yield [...there].map(([id, topic]) => ({ id, topic, ...endOf(deliveries.get(id)) }))
  }
}

/** Waits, not for long, until most messages are answered: nobody else holds back the people. */
async function answered(simulator: Simulator, waiting: Map<number, string>): Promise<void> {
  for (const end = Date.now() + 10_000; waiting.size > 2 * batch && Date.now() < end; await setTimeout(20)) {
    for (const topic of new Set(waiting.values())) {
      for (const id of answersIn(simulator, topic)) waiting.delete(id)
    }
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

/** What the bot said in each topic, in that order, by the IDs of the messages that it answered. */
export function answersIn(simulator: Simulator, topic: string): number[] {
  return simulator
    .messages({ channel, topic })
    .flatMap(({ content }) => /^re:(\d+)$/.exec(content)?.[1] ?? [])
    .map(Number)
}
