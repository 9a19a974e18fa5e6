import { deferred } from '../../values.js'
import type { BotModulePlace } from '../botModule.js'
import { forkChild } from '../shared/childProcess.js'
import type {
  BotAccount,
  ChatQueue,
  ChatTime,
  ExportedBot,
  FromBots,
  StorageCall,
  StorageOutcome,
  ToBots,
} from './messages.js'

/** One version of the bots, in its own process. */
export type BotProcess = ReturnType<typeof startBotProcess>

export interface BotProcessOptions {
  readonly file: string
  readonly queue: ChatQueue
  store(call: StorageCall): Promise<StorageOutcome>
  onPrinted(text: string): void
  onLog(line: Extract<FromBots, { kind: 'log' }>): void
}

export class LoadFailure extends Error {
  readonly place: Partial<BotModulePlace>
  constructor(message: string, place: Partial<BotModulePlace> = {}) {
    super(message)
    this.place = place
  }
}

export function startBotProcess({ file, queue, store, onPrinted, onLog }: BotProcessOptions) {
  const { child, ended } = forkChild(import.meta.url, [file], onPrinted)
  const loaded = deferred<readonly ExportedBot[]>()
  const ready = deferred<string>()
  // A rejection that nobody awaits must not end this process.
  for (const { promise } of [loaded, ready]) promise.catch(() => {})
  /** By turn: what waits until the bots have done what was due at a time. */
  const settling = new Map<number, (next: number | undefined) => void>()
  let turns = 0

  child.on('message', async (text: string) => {
    const message = JSON.parse(text) as FromBots
    if (message.kind === 'loaded') loaded.resolve(message.bots)
    else if (message.kind === 'ready') ready.resolve(message.url)
    else if (message.kind === 'log') onLog(message)
    else if (message.kind === 'settled') settling.get(message.turn)?.(message.next)
    else if (message.kind === 'store') {
      tell({ kind: 'stored', call: message.call, outcome: await store(message) })
    } else fail(new LoadFailure(message.message, message))
  })
  ended.then((how) => fail(new LoadFailure(`The bot's process ${how} before the bot was loaded.`)))

  function fail(failure: LoadFailure): void {
    loaded.reject(failure)
    ready.reject(failure)
  }

  function tell(message: ToBots): void {
    // The process may end at any moment.
    if (child.connected) child.send(message, () => {})
  }

  return {
    /** The bots of the file. @throws {LoadFailure} */
    loaded: loaded.promise,
    /** Resolves with how the process ended. */
    ended,
    /** Serves the bots with these accounts. Resolves with their URL. @throws {LoadFailure} */
    serve(accounts: readonly BotAccount[], time: ChatTime) {
      tell({ kind: 'serve', accounts, time, queue })
      return ready.promise
    },
    /**
     * Sets the bots' time. Resolves when they have done what is due by then, with when the next is due, in UNIX
     * milliseconds.
     */
    async setTime(time: ChatTime): Promise<number | undefined> {
      turns += 1
      const turn = turns
      const settled = new Promise<number | undefined>((resolve) => settling.set(turn, resolve))
      tell({ kind: 'time', time, turn })
      const next = await Promise.race([settled, ended.then(() => undefined)])
      settling.delete(turn)
      return next
    },
    /** Lets handlers finish, then ends the process. */
    async stop() {
      tell({ kind: 'stop' })
      // A busy process doesn't read messages.
      const late = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
      await ended
      clearTimeout(late)
    },
    /** Ends the process as `kill -9` does. */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Milliseconds. */
const stopTimeout = 5_000
