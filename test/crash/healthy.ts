import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Simulator } from 'earshot/simulator'
import { answersSoFar, channel } from './answers.js'
import type { Fleet } from './fleet.js'
import type { Topics } from './topics.js'
import { type Said, saidOf } from './traffic.js'

interface Trial {
  readonly simulator: Simulator
  /** Those with slow handlers are added, and renamed while these run. */
  readonly topics: Topics
  readonly fleet: Fleet
  /** The bot's name and address. */
  readonly name: string
  readonly email: string
  readonly byEvents: boolean
  /** Over how many lanes the queue spreads its conversations; undefined if over none. */
  readonly lanes: number | undefined
  /** A file to which slow handlers add a line when they begin; they end when there is another with `.over` behind its name. */
  readonly slow: string
}

export interface HealthyTimes {
  readonly said: readonly Said[]
  /** Milliseconds from when a healthy message was acknowledged, or said if it is heard of by events, to its answer: the longest. */
  readonly slowest: number
}

/** As many slow handlers as a worker has slots. */
const slots = 10

/** Healthy messages. */
const probes = 20

/** Milliseconds. */
const [patience, longestProbe, longestBelieved] = [60_000, 20_000, 4_500]

/**
 * Kills all workers while handlers run that take long, and when these have begun again, says one healthy message after the other,
 * each in a conversation of its own, before the slow handlers end: none of them may have to wait for those.
 */
export async function timeHealthy(trial: Trial): Promise<HealthyTimes> {
  const { simulator, topics, fleet, name, byEvents, slow } = trial
  // What becomes of a call that was cut off is looked up after a while.
  simulator.faults.clear()
  const messages: { readonly id: number; readonly topic: string }[] = []
  const say = (topic: string, text: string) => {
    const id = simulator.say('hamlet', { channel, topic }, `@**${name}** ${text}`)
    messages.push({ id, topic })
    return id
  }
  const { slowTopics, healthyTopics } = topicsIn(trial)
  const begun = () => (existsSync(slow) ? readFileSync(slow, 'utf8').split('\n').length - 1 : 0)
  for (const topic of slowTopics) say(topic, 'slow')
  await until(() => begun() >= slowTopics.length, patience)
  const before = begun()
  await fleet.killWorkers()
  // A listener, which lives on, may have had all of them.
  await until(() => begun() > before, byEvents ? longestProbe : patience)

  const heard = answersSoFar(simulator)
  let slowest = 0
  for (const topic of healthyTopics) {
    const said = Date.now()
    const id = say(topic, 'hi')
    await until(async () => (await heard()).has(id), longestProbe)
    const answered = Date.now()
    if (!byEvents) await simulator.idle()
    const [probe] = saidOf(simulator, [{ id, topic }], byEvents)
    slowest = Math.max(slowest, answered - (byEvents ? said : (probe?.arrived ?? 0)))
    // One that isn't answered is enough.
    if (slowest > longestProbe / 2) break
  }
  for (const topic of slowTopics) await topics.rename(topics.add(topic))
  // So that nobody can still believe in the names before.
  await setTimeout(longestBelieved)
  writeFileSync(`${slow}.over`, '')
  await simulator.idle()
  return { said: saidOf(simulator, messages, byEvents), slowest: Math.round(slowest) }
}

/** Conversations in one lane wait for each other, so that each slow one has its own, which no healthy one shares. */
function topicsIn({ simulator, email, lanes }: Trial) {
  const { id } = simulator.realm.channel(channel)
  const laneOf = (topic: string) => {
    const conversation = JSON.stringify([email.toLowerCase(), 'topic', String(id), topic])
    return createHash('sha256').update(conversation).digest().readUInt32BE(0) % (lanes ?? Number.POSITIVE_INFINITY)
  }
  const names = (kind: string) => Array.from({ length: 10 * probes }, (_, index) => `${kind} ${index}`)
  const byLane = new Map(names('slow').map((topic) => [laneOf(topic), topic]))
  const slowLanes = [...byLane.keys()].slice(0, slots)
  return {
    slowTopics: slowLanes.map((lane) => byLane.get(lane) ?? ''),
    healthyTopics: names('healthy')
      .filter((topic) => !slowLanes.includes(laneOf(topic)))
      .slice(0, probes),
  }
}

async function until(isSo: () => boolean | Promise<boolean>, longest: number): Promise<void> {
  for (const end = Date.now() + longest; !(await isSo()) && Date.now() < end; ) await setTimeout(20)
}
