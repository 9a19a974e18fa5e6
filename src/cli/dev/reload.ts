import type { ChatBot } from './accounts.js'
import { type BotProcess, LoadFailure } from './botProcess.js'
import type { Show } from './events.js'
import type { FoundBot } from './messages.js'

/** The bots of a file, in their newest version that can be loaded. */
export interface Reloading {
  /** Loads the file anew. The bots before go on until the new ones can take over. */
  reload(): Promise<void>
  /** Ends the bots as `kill -9` does, and loads the file anew. */
  restart(): Promise<void>
  /** The accounts of those that are there. */
  readonly bots: readonly ChatBot[]
  setTime(time: number): void
  close(): Promise<void>
}

export interface ReloadingOptions {
  start(): BotProcess
  accountsFor(bots: readonly FoundBot[]): readonly ChatBot[]
  /** Lets deliveries go to an address from now on. */
  connect(bot: ChatBot, url: string): void
  now(): number
  readonly show: Show
}

export function createReloading({ start, accountsFor, connect, now, show }: ReloadingOptions): Reloading {
  let current: BotProcess | undefined
  let loading: BotProcess | undefined
  let bots: readonly ChatBot[] = []
  let times = 0
  let isClosed = false

  async function reload(): Promise<void> {
    void loading?.kill()
    const next = start()
    loading = next
    try {
      const accounts = accountsFor(await next.loaded)
      const url = await next.serve(accounts, now())
      if (loading !== next) return
      const before = current
      current = next
      loading = undefined
      bots = accounts
      for (const bot of bots) connect(bot, url)
      const shown = bots.map(({ fullName: name, credentials: { email } }) => ({ name, email }))
      show({ event: 'loaded', bots: shown, url, again: times > 0 })
      times += 1
      void next.ended.then((how) => hasEnded(next, how))
      await before?.stop()
    } catch (error) {
      void next.kill()
      // Another change came, and that version tells of itself.
      if (loading !== next) return
      loading = undefined
      show({ event: 'failed', ...problemOf(error), goesOn: current !== undefined })
    }
  }

  function hasEnded(one: BotProcess, how: string): void {
    if (one !== current || isClosed) return
    current = undefined
    show({ event: 'ended', how })
  }

  return {
    reload,
    async restart() {
      const killed = current
      current = undefined
      await killed?.kill()
      await reload()
    },
    get bots() {
      return bots
    },
    setTime: (time) => current?.setTime(time),
    async close() {
      isClosed = true
      const closing = [current?.stop(), loading?.kill()]
      loading = undefined
      await Promise.all(closing)
    },
  }
}

function problemOf(error: unknown) {
  if (!(error instanceof Error)) return { problem: String(error) }
  if (!(error instanceof LoadFailure)) return { problem: error.message }
  const { file, line, column } = error.place
  return {
    // The place is told apart from it.
    problem: error.message.replace(/^The bot can't be loaded\. \S+: /, ''),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}
