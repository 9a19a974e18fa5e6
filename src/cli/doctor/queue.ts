import { existsSync } from 'node:fs'
import type { QueueStatus } from '../../bot/index.js'
import { type QueueAddress, storeAt } from '../../node/stores.js'
import { QueueError } from '../../queue/index.js'
import { about, type Finding } from './finding.js'

const { ok, warning, failed, skipped } = about('queue')

/** @param now UNIX milliseconds. */
export async function checkQueue(address: QueueAddress | undefined, now: number): Promise<Finding[]> {
  if (address === undefined || address.kind === 'inline') {
    return [ok('Each delivery is handled as it comes, unless the code says otherwise: a crash loses what is under way')]
  }
  const store = storeAt(address)
  if (store.kind === 'sqlite' && !existsSync(store.name)) {
    return [skipped(`There is no file ${store.name} yet; it is made when the bot starts`)]
  }
  const settings: Finding[] = []
  const ignore = () => {}
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_: object, text: string) => void settings.push(warningFrom(text)),
  }
  try {
    const queue = await store.openQueue({ log })
    try {
      const status = await queue.status()
      return [...settings, ...findingsOf(store.name, status, now)]
    } finally {
      await queue.close()
    }
  } catch (error) {
    if (error instanceof QueueError) return [failed(`The queue ${store.name} can't be used`, error.message)]
    throw error
  }
}

/** A warning that the queue logs when it is opened: the problem, and after a semicolon what to do. */
function warningFrom(text: string): Finding {
  const [problem = '', advice] = text.split('; ')
  return warning(problem, advice && `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}.`)
}

function findingsOf(name: string, { waiting, working, dead, oldest, capacity }: QueueStatus, now: number): Finding[] {
  const found: Finding[] = []
  const held = waiting + working
  const numbers = `${count(waiting, 'waits', 'wait')}, ${count(working, 'is worked on', 'are worked on')}`
  if (held >= capacity) {
    found.push(
      failed(
        `The queue ${name} is full: ${numbers}`,
        `No more than ${capacity} are taken unless the code says otherwise. Let more processes work on them, or see why they fail.`,
      ),
    )
  } else if (held >= capacity * 0.8) {
    found.push(warning(`The queue ${name} is almost full: ${numbers}`, 'Let more processes work on them.'))
  }
  const age = oldest === undefined ? 0 : now - oldest
  if (age >= longAgo) {
    found.push(
      warning(
        `The oldest delivery in the queue ${name} came ${Math.floor(age / 60_000)} minutes ago`,
        'See whether a process works on the queue, and in its log whether that delivery is tried again and again.',
      ),
    )
  }
  if (dead > 0) {
    found.push(
      warning(
        `${count(dead, 'delivery is a dead letter', 'deliveries are dead letters')}: nobody works on them any more`,
        'Look at them with `npx earshot queue list`, and put them back or take them away.',
      ),
    )
  }
  return found.length > 0 ? found : [ok(`The queue ${name} can be reached: ${numbers}`)]
}

const count = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`

/** Milliseconds; attempts that fail come again within six minutes. */
const longAgo = 10 * 60_000
