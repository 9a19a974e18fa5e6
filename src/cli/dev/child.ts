import { type Log, logOf, type Queue } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { runBots } from '../../node/runBots.js'
import { jsonReplacer } from '../../receiver/log.js'
import { createActivity } from '../../simulator/time/activity.js'
import { createSimulatorClock } from '../../simulator/time/simulatorClock.js'
import { errorMessage, withoutUndefined } from '../../values.js'
import { BotModuleError, type LoadedBot, loadBotModule } from '../botModule.js'
import { queueNamed } from '../queue/openQueue.js'
import { deliveryLogs, tellSimulators } from '../shared/deliveryLogs.js'
import {
  type ChatQueue,
  type ChatTime,
  type FromBots,
  remoteStorage,
  type StorageOutcome,
  type ToBots,
} from './messages.js'

/**
 * The process that `earshot dev` starts for each version of the bots: it loads them, serves them, and ends on request.
 * The storage and the time, which must outlive it, stay in the parent process.
 */

const chatClock = createSimulatorClock({ kind: 'real', activity: createActivity(), patience: 0 })
const asked = new Map<number, (outcome: StorageOutcome) => void>()
let calls = 0
/** Incremented by everything that the bots do: whoever waits for the time does nothing. */
let progress = 0
/** The number of requests to the chat server that have no answer yet. */
let requests = 0
let idle = async () => {}
let close = async () => {}

const clock: Clock = {
  now: () => chatClock.now(),
  later(milliseconds, action, how) {
    progress += 1
    const ring = () => {
      progress += 1
      action()
    }
    return chatClock.later(milliseconds, ring, how)
  },
}

const storage = {
  ...remoteStorage(
    (call) =>
      new Promise((resolve) => {
        calls += 1
        asked.set(calls, resolve)
        tell({ kind: 'store', call: calls, ...call })
      }),
  ),
  /** While the chat moves the time, nobody else writes, so the bots needn't look every minute. */
  get isLocal() {
    return chatClock.kind === 'frozen'
  },
}

async function load(file: string): Promise<void> {
  const { bots } = await loadBotModule(file)
  process.on('message', (message: ToBots) => void handle(message, bots).catch(reportFailure))
  tell({ kind: 'loaded', bots: bots.map(({ name, bot }) => ({ name, title: bot.name })) })
}

async function handle(message: ToBots, bots: readonly LoadedBot[]): Promise<void> {
  if (message.kind === 'time') {
    await follow(message.time)
    tell({ kind: 'settled', turn: message.turn, next: chatClock.next() })
  } else if (message.kind === 'stored') {
    progress += 1
    asked.get(message.call)?.(message.outcome)
    asked.delete(message.call)
  } else if (message.kind === 'serve') {
    await follow(message.time)
    await serveBots(bots, message)
  } else {
    await close()
    process.exit()
  }
}

/** Sets the clock to the chat's time. One that stands still is moved there, and what is due on the way runs. */
async function follow({ now, passes }: ChatTime): Promise<void> {
  chatClock.change(passes ? 'real' : 'frozen')
  if (passes || now < chatClock.now()) chatClock.setTime(now)
  else await chatClock.advance(now - chatClock.now(), settle)
}

/** Waits until no handler runs, but for those that wait for the time. */
async function settle(): Promise<void> {
  let isIdle = false
  void idle().then(() => {
    isIdle = true
  })
  for (let stillFor = progress === settledAt ? stillTurns - 1 : 0; !isIdle && stillFor < stillTurns; ) {
    const seen = progress
    await new Promise((resolve) => setTimeout(resolve, turn))
    stillFor = progress === seen && asked.size === 0 && requests === 0 ? stillFor + 1 : 0
  }
  settledAt = progress
}

/** The progress after which everything had settled. */
let settledAt = -1

/** Milliseconds. */
const turn = 2
/** Turns after which a handler that waits for neither the storage nor the chat server waits for the time. */
const stillTurns = 8

async function serveBots(bots: readonly LoadedBot[], { accounts, queue }: ToBots & { kind: 'serve' }): Promise<void> {
  const served = bots.flatMap(({ name, bot }) => {
    const account = accounts.find((one) => one.name === name)
    return account === undefined ? [] : [{ bot, credentials: account.credentials }]
  })
  const opened = await openChatQueue(queue, { clock, log: parentLog })
  const logs = deliveryLogs(parentLog, tellSimulators(served.map(({ credentials }) => credentials)))
  const running = await runBots(
    served,
    {
      // Always given, since the environment may name the queue of the bots in production.
      queue: opened,
      storage,
      clock,
      fetch: counted,
      ...logs,
      port: 0,
      hostname: '127.0.0.1',
      handleSignals: false,
      closeTimeout: 2_000,
    },
    { receives: true, works: true },
  )
  idle = running.idle
  close = async () => {
    await running.close()
    if (opened !== 'inline') await opened.close()
  }
  tell({ kind: 'ready', url: running.server?.url ?? '' })
}

async function counted(...request: Parameters<typeof fetch>): Promise<Response> {
  requests += 1
  progress += 1
  try {
    return await fetch(...request)
  } finally {
    requests -= 1
    progress += 1
  }
}

const parentLog = logOf((level) => (fields, message) => {
  progress += 1
  tell({ kind: 'log', level, fields, message })
})

function tell(message: FromBots): void {
  // Fields of a log line may hold values that IPC can't send; JSON can.
  if (process.connected) process.send?.(JSON.stringify(message, jsonReplacer))
}

function reportFailure(error: unknown): void {
  const message = errorMessage(error)
  const place = error instanceof BotModuleError ? { file: error.file, line: error.line, column: error.column } : {}
  tell({ kind: 'failed', message, ...withoutUndefined(place) })
}

/**
 * Opens the queue for the bots of one chat. Every chat numbers its messages from 1, so the chat is part of each key:
 * otherwise a new message could look like one that was handled in an earlier chat.
 */
async function openChatQueue(
  { where, chat }: ChatQueue,
  options: { readonly clock: Clock; readonly log: Log },
): Promise<'inline' | Queue> {
  const store = queueNamed(where)
  if (store === 'inline') return store
  const queue = await store.openQueue(options)
  return { ...queue, put: (entry) => queue.put({ ...entry, key: `${chat} ${entry.key}` }) }
}

// A terminal sends Ctrl-C to this process too, but its parent decides when it ends.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
await load(process.argv[2] ?? '').catch(reportFailure)
