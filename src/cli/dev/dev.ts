import { join } from 'node:path'
import { sqliteStorage } from '../../node/index.js'
import type { LogLevel } from '../../receiver/index.js'
import type { Notice, TranscriptKeeper } from '../../simulator/index.js'
import { memoryStorage, type Storage } from '../../storage/index.js'
import { deferred, withoutUndefined } from '../../values.js'
import { botFile } from '../botModule.js'
import { levels } from '../serve/readableLog.js'
import { exitCodes } from '../shared/failure.js'
import { openBrowser } from '../shared/openBrowser.js'
import type { Output } from '../shared/output.js'
import { exitCodeAfter } from '../shared/terminal.js'
import { openFrom, showQueue } from '../simulate/options.js'
import { accountsFor } from './accounts.js'
import { startBotProcess } from './botProcess.js'
import { followChat } from './chat.js'
import { type DevEvent, failurePlace, type Show } from './events.js'
import { keepTranscriptsBeside } from './keepTranscripts.js'
import { pipedLines, terminalLines } from './lines.js'
import { callStorage } from './messages.js'
import { createReloader } from './reload.js'
import { shareTime } from './sharedTime.js'
import { createTalk, speakersIn } from './talk.js'
import { textScreen } from './textScreen.js'
import { projectOf, watchCode } from './watch.js'

export async function dev(path: string, flags: DevFlags, output: Output): Promise<number> {
  const file = botFile(path)
  const { simulator, storage, queue } = await openChat(flags, keepTranscriptsBeside(file))
  const chat = `${Date.now()}`
  const { terminal } = output
  const left = deferred<'left'>()
  const leave = () => left.resolve('left')
  const isTyped = terminal.out.canRewrite && process.stdin.isTTY === true && !flags.json
  const lines = isTyped
    ? terminalLines(process.stdin, process.stdout, leave)
    : pipedLines(process.stdin, process.stdout)
  const screen: Show = flags.json
    ? (event) => lines.write(`${JSON.stringify(event)}\n`)
    : textScreen(lines.write, terminal.out)
  const show: Show = (event) => {
    screen(event)
    const notice = noticeOf(event)
    if (notice !== undefined) simulator.notice(notice)
  }

  const ran = new Map<string, number>()
  const reloader = createReloader({
    start: () =>
      startBotProcess({
        file,
        queue: { where: flags.queue ?? 'inline', chat },
        store: (call) => callStorage(storage, call),
        onPrinted: (text) => show({ event: 'printed', text }),
        onLog({ level, message, fields }) {
          const { schedule } = fields as { readonly schedule?: string }
          if (message === 'Ran a schedule' && schedule) ran.set(schedule, (ran.get(schedule) ?? 0) + 1)
          if (levels.indexOf(level) < levels.indexOf(flags.logLevel ?? 'info')) return
          if (flags.logLevel === undefined && level === 'info' && shownOtherwise.has(message)) return
          show({ event: 'log', level, message, fields })
        },
      }),
    accountsFor: (bots) => accountsFor(simulator, bots, file),
    connect: (bot, url) => simulator.connect(bot.id, url),
    time: () => ({ now: simulator.clock.now(), passes: simulator.clock.kind === 'real' }),
    show,
  })
  const stopSharing = shareTime(simulator, reloader)

  let unfollow = () => {}
  let watching: { close(): void } | undefined
  try {
    const { url } = await simulator.serve({ port: flags.port })
    const ended = terminal.endSignal()
    const { name: organisation, featureLevel: level } = simulator.realm
    show({ event: 'listening', url, level, organisation, people: speakersIn(simulator) })
    unfollow = followChat(simulator, show)
    watching = watchCode(projectOf(file), () => void reloader.reload())
    await reloader.reload()
    if (flags.open && !(await openBrowser(`${url}/`))) {
      show({ event: 'said', text: `No browser could be opened here; open ${url}/ yourself.`, isProblem: true })
    }
    void lines.begin(createTalk({ simulator, reloader, show, ran }, leave))
    const how = await Promise.race([left.promise, ended])
    return how === 'left' ? exitCodes.worked : exitCodeAfter(how)
  } finally {
    stopSharing()
    unfollow()
    watching?.close()
    lines.close()
    await reloader.close()
    await simulator.close()
    await queue?.close()
    await storage.close()
  }
}

/** Log lines at level info about things the screen shows anyway. */
const shownOtherwise: ReadonlySet<string> = new Set(['Serving', 'Listening', 'Handled', 'Closed'])

function noticeOf(event: DevEvent): Notice | undefined {
  switch (event.event) {
    case 'loaded': {
      const names = event.bots.map(({ name }) => name).join(', ')
      return about('good', event.again ? `Reloaded: ${names}` : `Loaded: ${names}`)
    }
    case 'failed': {
      const at = failurePlace(event)
      const next = event.stillRunning ? 'The previous bot keeps running.' : 'There is no bot until this is fixed.'
      return about('bad', `${at === '' ? '' : `${at}: `}${event.problem}\n${next}`)
    }
    case 'ended':
      return about('bad', `The bot's process ${event.how}. Save a change to start it again.`)
    case 'log':
      return event.level === 'error' ? errorNotice(event) : undefined
    default:
      return undefined
  }
}

function about(tone: Notice['tone'], text: string): Notice {
  return { tone, text, about: 'the bot file' }
}

/** About the message, whose delivery a reader may be looking at. */
function errorNotice({ message: said, fields }: Extract<DevEvent, { event: 'log' }>): Notice {
  const { error, message } = fields as { readonly error?: { readonly message?: unknown }; readonly message?: unknown }
  const text = typeof error?.message === 'string' ? `${said}: ${error.message}` : said
  return { tone: 'bad', text, ...(message !== undefined && { about: `message ${message}` }) }
}

interface DevFlags {
  readonly port: number
  readonly level?: number
  readonly seedFile?: string
  readonly data?: string
  readonly queue?: string
  readonly logLevel?: LogLevel
  readonly json?: boolean
  readonly open?: true
}

async function openChat(flags: DevFlags, transcripts: TranscriptKeeper) {
  const { level, seedFile, data } = flags
  const simulator = await openFrom(withoutUndefined({ level, seedFile, data }), { transcripts })
  const { clock } = simulator
  let storage: Storage | undefined
  try {
    storage = data === undefined ? memoryStorage({ clock }) : await sqliteStorage(join(data, 'bots.db'), { clock })
    return { simulator, storage, queue: await showQueue(flags.queue, simulator, clock) }
  } catch (error) {
    await storage?.close()
    await simulator.close()
    throw error
  }
}
