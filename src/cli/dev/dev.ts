import { existsSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Notice } from '../../simulator/index.js'
import { BotModuleError } from '../botModule.js'
import { levels } from '../serve/readableLog.js'
import { exitCodes } from '../shared/exitCodes.js'
import { openBrowser } from '../shared/openBrowser.js'
import type { Output } from '../shared/output.js'
import { accountsFor } from './accounts.js'
import { startBotProcess } from './botProcess.js'
import { followChat } from './chat.js'
import type { DevEvent, Show } from './events.js'
import { keepTranscriptsBeside } from './keepTranscripts.js'
import { pipedLines, terminalLines } from './lines.js'
import { type DevFlags, openChat } from './open.js'
import { createReloading } from './reload.js'
import { callStorage } from './remoteStorage.js'
import { createTalk, peopleOf } from './talk.js'
import { textScreen } from './textScreen.js'
import { projectOf, watchCode } from './watch.js'

/**
 * Puts the bots of a file into a simulated chat, where they are talked to, and puts each new version of the file in
 * their place. The chat and what the bots have stored go on.
 */
export async function dev(path: string, flags: DevFlags, output: Output): Promise<number> {
  const file = resolve(path)
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new BotModuleError('BOT_FILE_NOT_FOUND', `There is no file ${file}. Give the file that exports your bot.`, {
      file,
    })
  }
  const { simulator, storage, queue } = await openChat(flags, keepTranscriptsBeside(file))
  const chat = `${Date.now()}`
  const { terminal } = output
  let leave = () => {}
  const left = new Promise<'left'>((resolve) => {
    leave = () => resolve('left')
  })
  const isTyped = terminal.out.isTerminal && process.stdin.isTTY === true && !flags.json
  const lines = isTyped
    ? terminalLines(process.stdin, process.stdout, leave)
    : pipedLines(process.stdin, process.stdout)
  const screen = flags.json ? jsonScreen(lines.write) : textScreen(lines.write, terminal.out.paint)
  const show: Show = (event) => {
    screen(event)
    const notice = noticeOf(event)
    if (notice !== undefined) simulator.notice(notice)
  }

  const reloading = createReloading({
    start: () =>
      startBotProcess({
        file,
        queue: { where: flags.queue ?? 'inline', chat },
        store: (call) => callStorage(storage, call),
        onPrinted: (text) => show({ event: 'printed', text }),
        onLog({ level, message, fields }) {
          if (levels.indexOf(level) < levels.indexOf(flags.logLevel ?? 'info')) return
          if (flags.logLevel === undefined && level === 'info' && shownOtherwise.has(message)) return
          show({ event: 'log', level, message, fields })
        },
      }),
    accountsFor: (bots) => accountsFor(simulator, bots, file),
    connect: (bot, url) => simulator.connect(bot.id, url),
    now: () => simulator.clock.now(),
    show,
  })

  let unfollow = () => {}
  let watching: { close(): void } | undefined
  try {
    const { url } = await simulator.listen({ port: flags.port })
    const ended = terminal.endSignal()
    const { name: organisation, featureLevel: level } = simulator.realm
    show({ event: 'listening', url, level, organisation, people: peopleOf(simulator) })
    unfollow = followChat(simulator, show)
    watching = watchCode(projectOf(file), () => void reloading.reload())
    await reloading.reload()
    if (flags.open && !(await openBrowser(`${url}/`))) {
      show({ event: 'said', text: `No browser could be opened here; open ${url}/ yourself.`, isProblem: true })
    }
    lines.begin(createTalk({ simulator, reloading, show, quit: leave }))
    const how = await Promise.race([left, ended])
    return how === 'SIGTERM' || how === 'SIGHUP' ? endedFromOutside : exitCodes.worked
  } finally {
    unfollow()
    watching?.close()
    lines.close()
    await reloading.close()
    await simulator.close()
    await queue?.close()
    await storage.close()
  }
}

/** Lines at info about what the screen shows by itself. */
const shownOtherwise: ReadonlySet<string> = new Set(['Listening', 'Handled', 'Closed'])

/** What a shell gives for SIGTERM. */
const endedFromOutside = 143

/** Prints what happens as JSON, one object a line. */
function jsonScreen(write: (text: string) => void): Show {
  return (event) => write(`${JSON.stringify(event)}\n`)
}

/** What whoever looks on in the playground is told of the bots' file; undefined for what shows there by itself. */
function noticeOf(event: DevEvent): Notice | undefined {
  switch (event.event) {
    case 'loaded': {
      const names = event.bots.map(({ name }) => name).join(', ')
      return about('good', event.again ? `Reloaded: ${names}` : `${names} is here`)
    }
    case 'failed': {
      const place = [event.file && relative(process.cwd(), event.file), event.line, event.column]
      const at = place.filter((part) => part !== undefined).join(':')
      const next = event.goesOn ? 'The previous bot keeps running.' : 'There is no bot until this is fixed.'
      return about('bad', `${at === '' ? '' : `${at}: `}${event.problem}\n${next}`)
    }
    case 'ended':
      return about('bad', `The bot's process ${event.how}. Save a change to start it again.`)
    case 'log':
      return event.level === 'error' ? { tone: 'bad', text: `${event.message}${causeIn(event.fields)}` } : undefined
    default:
      return undefined
  }
}

function about(tone: Notice['tone'], text: string): Notice {
  return { tone, text, about: 'the bot file' }
}

function causeIn(fields: object): string {
  const { error } = fields as { readonly error?: { readonly message?: unknown } }
  return typeof error?.message === 'string' ? `: ${error.message}` : ''
}
