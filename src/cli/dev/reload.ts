import { withoutUndefined } from '../../values.js'
import type { ChatBot } from './accounts.js'
import { type BotProcess, LoadFailure } from './botProcess.js'
import type { Show } from './events.js'
import type { ChatTime, ExportedBot } from './messages.js'

/** Runs the bots of a file, in the newest version that could be loaded. */
export type Reloader = ReturnType<typeof createReloader>

export interface ReloaderOptions {
  start(): BotProcess
  accountsFor(bots: readonly ExportedBot[]): readonly ChatBot[]
  connect(bot: ChatBot, url: string): void
  time(): ChatTime
  readonly show: Show
}

export function createReloader({ start, accountsFor, connect, time, show }: ReloaderOptions) {
  let current: BotProcess | undefined
  let loading: BotProcess | undefined
  let bots: readonly ChatBot[] = []
  let wasLoaded = false
  let isClosed = false

  /** Loads the file again. The previous bots run until the new ones can take over. */
  async function reload(): Promise<void> {
    if (isClosed) return
    void loading?.kill()
    const next = start()
    loading = next
    try {
      const accounts = accountsFor(await next.loaded)
      const url = await next.serve(accounts, time())
      if (loading !== next) return
      const previous = current
      current = next
      loading = undefined
      bots = accounts
      for (const bot of bots) connect(bot, url)
      const shown = bots.map(({ fullName: name, credentials: { email } }) => ({ name, email }))
      show({ event: 'loaded', bots: shown, url, again: wasLoaded })
      wasLoaded = true
      void next.ended.then((how) => reportEnd(next, how))
      await previous?.stop()
    } catch (error) {
      void next.kill()
      // A newer version is loading and will report itself.
      if (loading !== next) return
      loading = undefined
      show({ event: 'failed', ...problemOf(error), stillRunning: current !== undefined })
    }
  }

  function reportEnd(ended: BotProcess, how: string): void {
    if (ended !== current || isClosed) return
    current = undefined
    show({ event: 'ended', how })
  }

  return {
    reload,
    /** Kills the bots as `kill -9` does, and loads the file again. */
    async restart() {
      const killed = current
      current = undefined
      await killed?.kill()
      await reload()
    },
    get bots() {
      return bots
    },
    /** Sets the bots' clock to the chat's time. Resolves like `setTime` of their process. */
    setTime: async (): Promise<number | undefined> => current?.setTime(time()),
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
  return {
    // The event has the place in the file in separate fields.
    problem: error.message.replace(/^The bot can't be loaded\. \S+: /, ''),
    ...withoutUndefined(error.place),
  }
}
