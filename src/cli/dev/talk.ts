import type { MessageTarget, Simulator } from '../../simulator/index.js'
import { findTyped } from '../../text/index.js'
import { errorMessage } from '../../values.js'
import type { ChatBot } from './accounts.js'
import type { Show } from './events.js'
import type { Reloader } from './reload.js'

export type Talk = ReturnType<typeof createTalk>

interface Surroundings {
  readonly simulator: Simulator
  readonly reloader: Reloader
  readonly show: Show
  /** How often each schedule has run. */
  readonly ran: Map<string, number>
}

/** Handles typed lines: messages to the bot, and commands. */
export function createTalk({ simulator, reloader, show, ran }: Surroundings, quit: () => void) {
  const { realm, clock } = simulator
  let speaker = speakersIn(simulator)[0] ?? ''
  /** Undefined for direct messages. */
  let topic: { readonly channel: string; readonly topic: string } | undefined
  /** The name of the bot to talk to. (default: the first) */
  let chosen: string | undefined
  const listener = () => reloader.bots.find(({ fullName }) => fullName === chosen) ?? reloader.bots[0]
  const say = (text: string) => show({ event: 'said', text, isProblem: false })

  const commands: Readonly<Record<string, (argument: string) => void | Promise<void>>> = {
    as(name) {
      speaker = personCalled(simulator, name)
      say(`You are ${speaker}.`)
    },
    to(name) {
      chosen = botCalled(reloader.bots, name).fullName
      topic = undefined
      say(`You write direct messages to ${chosen}.`)
    },
    in(place) {
      const [, channel = '', name = ''] = /^#?(.+?)\s*>\s*(.+)$/.exec(place) ?? []
      if (name === '') throw new Error('Write it as /in general > lunch, or /dm for direct messages.')
      topic = { channel, topic: name }
      say(`You write in #${channel} > ${name}, and mention the bot.`)
    },
    dm() {
      topic = undefined
      say('You write direct messages.')
    },
    async level(number) {
      if (!/^\d+$/.test(number)) throw new Error('Write it as /level 176.')
      simulator.setFeatureLevel(Number(number))
      say(`The server is at feature level ${number}.`)
      // The bot has cached the server's old level.
      await reloader.reload()
    },
    async advance(span) {
      const kind = clock.kind
      clock.change('frozen')
      ran.clear()
      try {
        await clock.advance(span)
      } finally {
        clock.change(kind)
      }
      const runs = [...ran].map(([name, times]) => (times === 1 ? name : `${name} (${times} times)`))
      const time = new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ')
      say(`It is ${time} UTC.${runs.length === 0 ? '' : ` Schedules that ran: ${runs.join(', ')}.`}`)
    },
    restart: () => reloader.restart(),
    who() {
      const bots = reloader.bots.map(({ fullName }) => fullName)
      say(`People: ${speakersIn(simulator).join(', ')}\nBots: ${bots.join(', ') || 'none'}`)
    },
    help: () => say(help),
    quit,
  }

  /** Never throws: problems are shown. */
  async function take(line: string): Promise<void> {
    const text = line.trim()
    if (text === '') return
    try {
      const [, name = '', argument = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(text) ?? []
      if (name === '' || name === 'me') speak(text.replace(/^\/\//, '/'))
      else if (Object.hasOwn(commands, name)) await commands[name]?.(argument.trim())
      else throw new Error(`There is no /${name}; /help lists the commands. To send it as a message, type //${name}.`)
      await simulator.idle()
    } catch (error) {
      show({ event: 'said', text: errorMessage(error), isProblem: true })
    }
  }

  function speak(text: string): void {
    const bot = listener()
    if (bot === undefined) throw new Error("The bot is not loaded, so you can't write to it.")
    const isMentioned = /@\*\*/.test(text)
    const where: MessageTarget = topic ?? { to: [bot.id] }
    simulator.say(realm.account(speaker).id, where, topic && !isMentioned ? `@**${bot.fullName}** ${text}` : text)
  }

  return {
    take,
    get prompt() {
      const to = topic ? `#${topic.channel} > ${topic.topic}` : (listener()?.fullName ?? 'nobody')
      return `${speaker} → ${to}: `
    },
  }
}

const help = `A line is a message to the bot. Commands:
  /as iago                 write as another person
  /in general > lunch      write in a topic; the bot is mentioned
  /dm                      write direct messages again
  /to rota                 write direct messages to another bot
  /advance 5m              let time pass, with the schedules and time-outs that are due
  /level 176               change the server's feature level
  /restart                 kill the bot as kill -9 does, and start it again
  /who                     list people and bots
  /quit                    end (like Ctrl-C)`

/** The people to speak as. Iago comes first, since the examples use him. */
export function speakersIn(simulator: Simulator): string[] {
  const people = simulator.realm
    .accounts()
    .filter((one) => one.bot_type === null && one.is_active && !one.is_system_bot && !one.is_imported_stub)
    .map(({ full_name }) => full_name)
  return [...people.filter((name) => name === 'Iago'), ...people.filter((name) => name !== 'Iago')]
}

function personCalled(simulator: Simulator, name: string): string {
  const people = speakersIn(simulator)
  const found = findTyped(name, people, String)
  if (found !== undefined) return found
  throw new Error(`Nobody is called "${name}". There are ${people.join(', ')}.`)
}

function botCalled(bots: readonly ChatBot[], name: string): ChatBot {
  const found = findTyped(name, bots, ({ fullName }) => fullName) ?? findTyped(name, bots, (bot) => bot.name)
  if (found !== undefined) return found
  throw new Error(`No bot is called "${name}". There are: ${bots.map(({ fullName }) => fullName).join(', ')}.`)
}
