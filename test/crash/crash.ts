import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { redis, sqlite } from 'earshot/node'
import type { Queue } from 'earshot/queue'
import { createSimulator, type Simulator } from 'earshot/simulator'
import type { DeadReason } from '../../src/queue/index.js'
import { type RedisServer, startRedis } from '../storage/redisServer.js'
import { answeredBy, answersSoFar, channel } from './answers.js'
import { type Balancer, startBalancer } from './balancer.js'
import { type Fleet, type Role, startFleet } from './fleet.js'
import { timeHealthy } from './healthy.js'
import { overlapping, readRuns } from './runs.js'
import { seededRandom } from './seededRandom.js'
import { Topics } from './topics.js'
import { people, type Said, traffic } from './traffic.js'
import { countsOf, type Verdict } from './verdict.js'

export interface CrashOptions {
  readonly queue: 'sqlite' | 'redis'
  /** How the bot hears of messages: by its webhook unless given. */
  readonly by?: 'webhook' | 'events'
  readonly messages: number
  /** How many messages are said between two disasters, on average. */
  readonly calm: number
  readonly seed: number
  /** Whether processes are ended by SIGTERM, as by an update, rather than killed; and Redis is left alone. */
  readonly graceful?: boolean
  /** Whether processes are also stopped by SIGSTOP for a while, and handlers block theirs. */
  readonly stall?: boolean
  /** Whether wall clocks also jump by hours, forwards and backwards. */
  readonly clockJumps?: boolean
  /** Is told how it goes. */
  readonly tell?: (line: string) => void
}

const roles = {
  webhook: { sqlite: ['both', 'both'], redis: ['receiver', 'receiver', 'worker', 'worker', 'worker'] },
  events: { sqlite: ['listener', 'listener', 'worker'], redis: ['listener', 'listener', 'worker', 'worker'] },
} as const satisfies Record<string, Record<string, readonly Role[]>>

/** Milliseconds that a worker may be silent. Short, so that what a killed one had is soon taken by another. */
const lease = 1_500

/** Milliseconds for which a process may stand still: up to three leases. */
const longestStall = 3 * lease

/** Milliseconds: half of it forwards and half of it backwards. */
const longestJump = 12 * 3_600_000

/** Of a queue in Redis. */
const defaultLanes = 32

/** Milliseconds that all may take to be dealt with, after the last message. */
const patience = 120_000

/** What goes wrong between the bot and the server: a reset connection leaves a sender not knowing whether it has sent. */
const faults = [
  'every 211th call of messages.send is reset after taking effect',
  'every 307th call of messages.send is reset before taking effect',
  'every 103rd call of messages.send answers 503',
  'every 97th delivery loses the answer',
  'every 53rd call of events.get answers 503',
]

/**
 * Lets people talk to a bot whose processes are killed or restarted all the time, whose Redis is killed, and whose connections break; then
 * waits until all is dealt with, and counts what became of it.
 */
export async function crash(options: CrashOptions): Promise<Verdict> {
  const { queue: kind, by = 'webhook', messages, calm, seed, graceful = false, tell = () => {} } = options
  const { stall = false, clockJumps = false } = options
  const begun = Date.now()
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'earshot-crash-'))
  const server = kind === 'redis' ? await startRedis(['--appendonly', 'yes', '--appendfsync', 'always']) : undefined
  const address = server?.address ?? join(folder, 'bots.db')
  const simulator = createSimulator({ faults, deliveryTimeout: 60_000, keepDeliveries: 500, keepJournal: 100 })
  const { url: site, port } = await simulator.serve({ port: 0 })
  const byEvents = by === 'events'
  // By events the bot calls the server, so that is where connections break.
  const balancer = await startBalancer(() => (byEvents ? [port] : fleet.ports()))
  const name = byEvents ? 'Ear' : 'Echo'
  const account = byEvents
    ? { ...(await listeningBot(simulator, name)), site: balancer.url }
    : { ...simulator.credentials('echo'), site }
  const [slow, runs] = [join(folder, 'slow'), join(folder, 'runs')]
  const clock = clockJumps ? join(folder, 'clock') : undefined
  const settings = { queue: address, lease, slow, runs, bot: account }
  const fleet: Fleet = await startFleet(roles[by][kind], settings, clock)
  if (!byEvents) simulator.connect('echo', balancer.url)
  // What is said before a bot has listened for the first time is not for it; who asks for events has written down where it began.
  if (byEvents) await until(() => simulator.usage.endpoints.has('events.get'))
  const loseQueues = byEvents ? () => simulator.realm.queues.clear() : undefined
  const threatened = { fleet, balancer, restartRedis: server?.restart, loseQueues, random, graceful, stall, clock }
  const disasters = createDisasters(threatened)
  const topics = new Topics(simulator, 12, stall ? longestStall : 0)
  const said: Said[] = []
  try {
    for await (const some of traffic(simulator, name, {
      byEvents,
      messages,
      topics,
      random,
      calm,
      disaster: disasters.strike,
      longestBlock: stall ? longestStall : 0,
    })) {
      said.push(...some)
      if (said.length % 1_000 === 0) tell(`${said.length} of ${messages} messages, ${disasters.kills} processes ended`)
    }
    await disasters.over()
    const store = kind === 'redis' ? redis(address) : sqlite(address)
    const queue = await store.openQueue()
    try {
      if (byEvents) await heard(simulator, said)
      await emptied(queue)
      const lanes = kind === 'redis' ? defaultLanes : undefined
      const healthy = await timeHealthy({ simulator, topics, fleet, name, email: account.email, byEvents, lanes, slow })
      said.push(...healthy.said)
      tell(`a healthy message waited for at most ${healthy.slowest} ms after all workers were killed`)
      await emptied(queue)
      await fleet.end()
      // A listener that catches up gets older messages under the new name, which is another conversation.
      const answered = {
        answersIn: (topic: string) => topics.answersIn(topic),
        direct: () =>
          people.flatMap((person) =>
            simulator.messages({ dm: [person, name] }).flatMap((one) => answeredBy(one.content) ?? []),
          ),
        misplaced: () => topics.misplaced(),
        overlapping: () => overlapping(readRuns(runs), fleet.killed),
        isOrdered: (topic: string) => !(byEvents && topics.isRenamed(topic)),
      }
      const { counts, wrong } = countsOf(said, answered, await deadIn(queue))
      for (const what of [...wrong, ...fleet.unclean]) tell(what)
      const unclean = fleet.unclean.length
      const seconds = Math.round((Date.now() - begun) / 1_000)
      return { messages, kills: disasters.kills, ...counts, unclean, slowestHealthy: healthy.slowest, seconds }
    } finally {
      await queue.close()
    }
  } finally {
    await fleet.end()
    await balancer.close()
    await simulator.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Threatened {
  readonly fleet: Fleet
  readonly balancer: Balancer
  readonly restartRedis: RedisServer['restart'] | undefined
  /** The server forgets all event queues, as when it is restarted. */
  readonly loseQueues: (() => void) | undefined
  readonly random: () => number
  readonly graceful: boolean
  readonly stall: boolean
  /** The file with the milliseconds by which wall clocks are off. */
  readonly clock: string | undefined
}

/** What goes wrong, one thing at a time; whoever strikes goes on while it is still going wrong. */
function createDisasters(threatened: Threatened) {
  const { fleet, balancer, restartRedis, loseQueues, random, graceful, stall, clock } = threatened
  let kills = 0
  let last: Promise<unknown> = Promise.resolve()
  const stalls: Promise<void>[] = []
  return {
    get kills() {
      return kills
    },
    strike(): void {
      const chance = random()
      const index = Math.floor(random() * fleet.size)
      if (clock !== undefined && random() < 0.3)
        writeFileSync(clock, String(Math.round((random() - 0.5) * longestJump)))
      if (stall && random() < 0.4) {
        // Something else may go wrong meanwhile.
        stalls.push(fleet.stall(index, random() * longestStall))
        return
      }
      last = last.then(async () => {
        if (chance < 0.1) return balancer.cut()
        if (chance > 0.8 && loseQueues !== undefined) return loseQueues()
        kills += 1
        if (graceful) return fleet.restart(index)
        if (chance < 0.2 && restartRedis !== undefined) return restartRedis(() => setTimeout(chance * 2_000))
        return fleet.kill(index)
      })
    },
    over: () => Promise.all([last, ...stalls]),
  }
}

/** A generic bot, and its credentials, in the channel where people talk. */
async function listeningBot(simulator: Simulator, full_name: string) {
  const credentials = simulator.addBot({ full_name, type: 'generic' })
  const owner = simulator.credentials('Desdemona')
  const response = await simulator.fetch(`${simulator.url}/api/v1/users/me/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}` },
    body: new URLSearchParams({
      subscriptions: JSON.stringify([{ name: channel }]),
      principals: JSON.stringify([credentials.email]),
    }),
  })
  if (!response.ok) throw new Error(`The bot can't be subscribed: ${await response.text()}`)
  return credentials
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + patience; !isSo() && Date.now() < end; ) await setTimeout(20)
}

/** Waits until every message has an answer, or nothing more is answered: what was not heard is in no queue. */
async function heard(simulator: Simulator, said: readonly Said[]): Promise<void> {
  const answers = answersSoFar(simulator)
  for (let before = 0, end = Date.now() + quiet; before < said.length && Date.now() < end; ) {
    await setTimeout(100)
    const { size } = await answers()
    if (size > before) end = Date.now() + quiet
    before = size
  }
}

/** Milliseconds after which nothing more is expected: a listener is back from any disaster by then. */
const quiet = 20_000

/** Waits until nothing waits and nothing is worked on. */
async function emptied(queue: Queue): Promise<void> {
  for (const end = Date.now() + patience; ; ) {
    const { waiting, working } = await queue.status()
    if (waiting + working === 0) return
    if (Date.now() > end) throw new Error(`${waiting} deliveries still wait, and ${working} are worked on.`)
    await setTimeout(100)
  }
}

async function deadIn(queue: Queue): Promise<Map<number, DeadReason>> {
  const dead = new Map<number, DeadReason>()
  for (let after: string | undefined; ; ) {
    const page = await queue.dead.list({ ...(after !== undefined && { after }), limit: 500 })
    for (const { entry, reason } of page) dead.set(entry.message, reason)
    after = page.at(-1)?.entry.id
    if (after === undefined) return dead
  }
}
