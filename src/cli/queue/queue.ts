import type { DeadLetter, DeadReason, Queue } from '../../bot/index.js'
import { exitCodes, failureLine } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'
import { letterDetails, letterSummary, letterText, listText, statusText } from './deadLetters.js'
import { openQueueFor, type QueuePlace } from './openQueue.js'

export type QueueAction = 'status' | 'list' | 'show' | 'replay' | 'purge'

export interface QueueFlags extends QueuePlace {
  readonly reason?: DeadReason
  readonly limit: number
  readonly after?: string
  readonly all?: boolean
  readonly json?: boolean
}

export async function queue(
  action: QueueAction,
  deliveries: readonly string[],
  flags: QueueFlags,
  output: Output,
): Promise<number> {
  checkUsage(action, deliveries, flags)
  const { queue, name } = await openQueueFor(flags, output.terminal.environment)
  try {
    return await actions[action]({ queue, name, deliveries, flags, output })
  } finally {
    await queue.close()
  }
}

interface ActionContext {
  readonly queue: Queue
  readonly name: string
  readonly deliveries: readonly string[]
  readonly flags: QueueFlags
  readonly output: Output
}

const actions: Readonly<Record<QueueAction, (asked: ActionContext) => Promise<number>>> = {
  async status({ queue, name, output }) {
    // Each process that adds deliveries may have its own capacity.
    const { capacity: _, ...status } = await queue.status()
    output.result({ queue: name, ...status }, (paint) => statusText(name, status, Date.now(), paint))
    return exitCodes.worked
  },

  async list({ queue, flags, output }) {
    const letters: DeadLetter[] = []
    for await (const letter of dead(queue, flags)) {
      if (letters.length >= flags.limit) break
      letters.push(letter)
    }
    output.result(letters.map(letterSummary), (paint) => listText(letters, paint))
    return exitCodes.worked
  },

  async show({ queue, deliveries, output }) {
    const [id = ''] = deliveries
    const letter = await queue.dead.get(id)
    if (letter === undefined) {
      const msg = notThere([id], output)
      if (output.json) output.terminal.out.write(failureLine({ result: 'error', msg, code: 'no_dead_letter' }))
      return exitCodes.failed
    }
    output.result(letterDetails(letter), (paint) => letterText(letter, paint))
    return exitCodes.worked
  },

  replay: (asked) => each(asked, 'replayed', (id) => asked.queue.dead.replay(id)),
  purge: (asked) => each(asked, 'purged', (id) => asked.queue.dead.purge(id)),
}

async function each(
  { queue, deliveries, flags, output }: ActionContext,
  what: 'replayed' | 'purged',
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  const { ids, left } = flags.all ? await all(queue, what, flags) : { ids: deliveries, left: 0 }
  const done: string[] = []
  for (const id of ids) if (await work(id)) done.push(id)
  output.result({ [what]: done, left }, () => `${done.length} ${what}`)
  if (left > 0) {
    output.note(
      `${left} uncertain left out, since they may be answered twice. Look at them, then give their IDs or --reason uncertain.`,
    )
  }
  // With --all, one that is gone by now was handled elsewhere.
  const missing = flags.all ? [] : ids.filter((id) => !done.includes(id))
  if (missing.length === 0) return exitCodes.worked
  notThere(missing, output)
  return exitCodes.failed
}

/** Reads all of them first: otherwise a replayed letter that dies again would come up endlessly. */
async function all(queue: Queue, what: 'replayed' | 'purged', flags: QueueFlags) {
  const ids: string[] = []
  let left = 0
  for await (const { entry, reason } of dead(queue, flags)) {
    if (what === 'replayed' && reason === 'uncertain' && flags.reason === undefined) left += 1
    else ids.push(entry.id)
  }
  return { ids, left }
}

async function* dead(queue: Queue, { reason, after: first }: QueueFlags): AsyncGenerator<DeadLetter> {
  for (let after = first; ; ) {
    const page = await queue.dead.list({ ...(after !== undefined && { after }), limit: 100 })
    for (const letter of page) if (reason === undefined || letter.reason === reason) yield letter
    after = page.at(-1)?.entry.id
    if (after === undefined) return
  }
}

/** Reports dead letters that don't exist. Returns the message. */
function notThere(ids: readonly string[], { note, terminal }: Output): string {
  const msg = `There is no dead letter ${ids.join(', ')}. \`earshot queue list\` prints them.`
  note(`${terminal.err.paint('bad', 'earshot queue:')} ${msg}`)
  return msg
}

function checkUsage(action: QueueAction, deliveries: readonly string[], { all, reason }: QueueFlags): void {
  const isForEach = action === 'replay' || action === 'purge'
  if (reason !== undefined && !(action === 'list' || (isForEach && all))) {
    throw new UsageError(`--reason doesn't apply to ${action}. It is for list, and for --all.`)
  }
  if (isForEach) {
    if (all === true && deliveries.length > 0) {
      throw new UsageError(`--all can't be combined with delivery IDs. Give one or the other.`)
    }
    if (all === true || deliveries.length > 0) return
    throw new UsageError(`Nothing to ${action}. Give the IDs of dead letters, or --all.`)
  }
  const wanted = action === 'show' ? 1 : 0
  if (deliveries.length === wanted) return
  throw new UsageError(
    `\`earshot queue ${action}\` takes ${wanted === 1 ? 'the ID of one dead letter' : 'no delivery IDs'}, but got ${deliveries.length}.`,
  )
}
