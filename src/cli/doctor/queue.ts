import { existsSync } from 'node:fs'
import { type QueueStatus, silent } from '../../bot/index.js'
import { type QueueAddress, storeAt } from '../../node/stores.js'
import { QueueError } from '../../queue/index.js'
import { about, type Finding } from './finding.js'

const { ok, warning, failed, skipped } = about('queue')

/** @param now UNIX milliseconds. */
export async function checkQueue(address: QueueAddress | undefined, now: number): Promise<Finding[]> {
  if (address === undefined || address.kind === 'inline') {
    return [skipped('There is no queue, unless the code sets one: a crash loses the deliveries that are being handled')]
  }
  const store = storeAt(address)
  if (store.kind === 'sqlite' && !existsSync(store.name)) {
    return [skipped(`There is no file ${store.name} yet; the bot creates it when it starts`)]
  }
  const settings: Finding[] = []
  const log = { ...silent, warn: (_: object, text: string) => void settings.push(warningFrom(text)) }
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

/** From a warning that the queue logs when it is opened: the problem, then advice after a semicolon. */
function warningFrom(text: string): Finding {
  const [problem = '', advice] = text.split('; ')
  return warning(problem, advice && `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}.`)
}

function findingsOf(name: string, { waiting, working, dead, oldest, capacity }: QueueStatus, now: number): Finding[] {
  const found: Finding[] = []
  const held = waiting + working
  const numbers = `${count(waiting, 'waits', 'wait')}, ${count(working, 'is being handled', 'are being handled')}`
  if (held >= capacity) {
    found.push(
      failed(
        `The queue ${name} is full: ${numbers}`,
        `No more than ${capacity} are accepted, unless the code sets another limit. Start more workers, or find out why handlers fail.`,
      ),
    )
  } else if (held >= capacity * 0.8) {
    found.push(warning(`The queue ${name} is almost full: ${numbers}`, 'Start more workers.'))
  }
  const age = oldest === undefined ? 0 : now - oldest
  if (age >= longAgo) {
    found.push(
      warning(
        `The oldest delivery in the queue ${name} came ${Math.floor(age / 60_000)} minutes ago`,
        'Check that a worker is running, and whether its log shows that delivery failing again and again.',
      ),
    )
  }
  if (dead > 0) {
    found.push(
      warning(
        `${count(dead, 'delivery is a dead letter', 'deliveries are dead letters')}, which won't be tried again`,
        'Look at them with `npx earshot queue list`, then replay or purge them.',
      ),
    )
  }
  return found.length > 0 ? found : [ok(`The queue ${name} can be reached: ${numbers}`)]
}

const count = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`

/** Milliseconds; failed attempts are repeated within six minutes. */
const longAgo = 10 * 60_000
