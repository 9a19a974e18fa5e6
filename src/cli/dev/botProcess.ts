import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BotModulePlace } from '../botModule.js'
import type { BotAccount, ChatQueue, FoundBot, FromBots, StorageCall, StorageOutcome, ToBots } from './messages.js'

/** One version of the bots, in a process of its own. */
export interface BotProcess {
  /** Which bots there are. @throws {LoadFailure} */
  readonly loaded: Promise<readonly FoundBot[]>
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<string>
  /** Serves the bots with these accounts, and gives the address. @throws {LoadFailure} */
  serve(accounts: readonly BotAccount[], time: number): Promise<string>
  setTime(time: number): void
  /** Lets handlers end, then the process. */
  stop(): Promise<void>
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>
}

export interface BotProcessOptions {
  readonly file: string
  readonly queue: ChatQueue
  store(call: StorageCall): Promise<StorageOutcome>
  /** Takes a line that the bots' code has printed by itself. */
  onPrinted(text: string): void
  onLog(line: Extract<FromBots, { kind: 'log' }>): void
}

/** Why the bots could not be loaded, and where the mistake is, if somebody knows. */
export class LoadFailure extends Error {
  readonly place: Partial<BotModulePlace>
  constructor(message: string, place: Partial<BotModulePlace> = {}) {
    super(message)
    this.place = place
  }
}

export function startBotProcess({ file, queue, store, onPrinted, onLog }: BotProcessOptions): BotProcess {
  // Beside this file, be it compiled or not.
  const program = fileURLToPath(import.meta.url).replace(/botProcess(\.\w+)$/, 'child$1')
  const child = fork(program, [file], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'json' })
  const ended = endOf(child)
  const loaded = promised<readonly FoundBot[]>()
  const ready = promised<string>()

  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', onPrinted)
  }
  child.on('message', async (text: string) => {
    const message = JSON.parse(text) as FromBots
    if (message.kind === 'loaded') loaded.resolve(message.bots)
    else if (message.kind === 'ready') ready.resolve(message.url)
    else if (message.kind === 'log') onLog(message)
    else if (message.kind === 'store') {
      tell({ kind: 'stored', call: message.call, outcome: await store(message) })
    } else fail(new LoadFailure(message.message, message))
  })
  ended.then((how) => fail(new LoadFailure(`The bot's process ${how} before the bot was there.`)))

  function fail(failure: LoadFailure): void {
    loaded.reject(failure)
    ready.reject(failure)
  }

  function tell(message: ToBots): void {
    // It may end at any moment, and then has no use for it.
    if (child.connected) child.send(message, () => {})
  }

  return {
    loaded: loaded.promise,
    ended,
    serve(accounts, time) {
      tell({ kind: 'serve', accounts, time, queue })
      return ready.promise
    },
    setTime: (time) => tell({ kind: 'time', time }),
    async stop() {
      tell({ kind: 'stop' })
      // A busy process doesn't read messages.
      const late = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
      await ended
      clearTimeout(late)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Milliseconds. */
const stopTimeout = 5_000

async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return signal === null ? `ended with the code ${code}` : `was ended by ${signal}`
}

function promised<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  // That nobody asks for it is no failure.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
