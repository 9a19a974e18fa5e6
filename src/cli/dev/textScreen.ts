import { factsText } from '../serve/readableLog.js'
import { fitted, padded, wrapped } from '../shared/layout.js'
import { framesIn, ownPlace } from '../shared/stack.js'
import { type Paint, type Side, usualWidth } from '../shared/terminal.js'
import { facts } from '../simulate/overview.js'
import { type DevEvent, failurePlace, type Show } from './events.js'

/** Shows events as a chat log that fits the terminal. */
export function textScreen(write: (text: string) => void, side: Pick<Side, 'paint' | 'columns'>): Show {
  const { paint } = side
  let open: string | undefined
  const say = ({ conversation, sender, text, isBot, took }: Said) => {
    if (conversation !== open) write(`\n  ${paint('strong', conversation)}\n`)
    open = conversation
    const name = paint(isBot ? 'good' : 'name', `${sender.padEnd(nameWidth - 1)} `)
    const column = 4 + nameWidth
    const textWidth = Math.max(Math.min(side.columns ?? usualWidth, widest) - column - timeWidth, narrowest)
    const lines = wrapped(text, textWidth).split('\n')
    const last = lines.pop() ?? ''
    const time = took === undefined ? '' : paint('faint', `${took} ms`.padStart(timeWidth))
    lines.push(time === '' ? last : padded(last, textWidth) + time)
    write(`    ${name}${lines.join(`\n${' '.repeat(column)}`)}\n`)
  }
  const note = (style: Parameters<Paint>[0], text: string) => {
    const width = side.columns === undefined ? undefined : side.columns - 2
    for (const line of fitted(text, width).split('\n')) write(`  ${paint(style, line)}\n`)
  }

  return (event) => {
    switch (event.event) {
      case 'message':
        return say(event)
      case 'edited':
        return say({ ...event, text: `(edited) ${event.text}` })
      case 'listening':
        return write(fitted(greeting(event, side), side.columns))
      case 'said':
        return note(event.isProblem ? 'warning' : 'faint', event.text)
      default:
        return note(styleOf(event), sentenceFor(event))
    }
  }
}

interface Said extends Omit<Extract<DevEvent, { event: 'edited' }>, 'event'> {
  readonly isBot?: boolean
  readonly took?: number
}

/** Columns. */
const nameWidth = 10
const timeWidth = 10
const widest = 100
const narrowest = 16

type Noted = Exclude<DevEvent, { event: 'message' | 'edited' | 'listening' | 'said' }>

function sentenceFor(event: Noted): string {
  switch (event.event) {
    case 'loaded': {
      const bots = event.bots.map(({ name, email }) => `${name} (${email})`).join(', ')
      return event.again ? `↻ Reloaded: ${bots}` : `Loaded: ${bots} at ${event.url}`
    }
    case 'failed': {
      const at = failurePlace(event)
      const next = event.stillRunning ? 'The previous bot keeps running' : 'There is no bot until this is fixed'
      return `✗ ${at === '' ? '' : `${at}  `}${event.problem}\n  ${next}; save a change to try again.`
    }
    case 'ended':
      return `✗ The bot's process ${event.how}. Save a change, or type /restart.`
    case 'deleted':
      return `${event.ids.length === 1 ? 'A message was' : `${event.ids.length} messages were`} deleted`
    case 'reacted':
      return `${event.who} ${event.op === 'add' ? 'reacts with' : 'takes back'} :${event.emoji}:`
    case 'delivery':
      return event.outcome === 'quiet'
        ? `${event.bot} didn't answer right away`
        : `✗ Delivery ${event.delivery} to ${event.bot}: ${event.outcome}`
    case 'printed':
      return `│ ${event.text}`
    case 'log':
      return `${event.level === 'error' ? '✗ ' : ''}${event.message}${ownFacts(event.fields)}${stackIn(event.fields)}`
  }
}

function styleOf(event: Noted) {
  if (event.event === 'failed' || event.event === 'ended') return 'bad'
  if (event.event === 'loaded') return 'good'
  if (event.event === 'log') return event.level === 'error' ? 'bad' : event.level === 'warn' ? 'warning' : 'faint'
  return event.event === 'delivery' && event.outcome !== 'quiet' ? 'bad' : 'faint'
}

function ownFacts(fields: object): string {
  const facts = Object.entries(fields).filter(([name]) => !ofEveryLine.has(name))
  const text = factsText(Object.fromEntries(facts))
  return text === '' ? '' : `  ${text}`
}

const ofEveryLine: ReadonlySet<string> = new Set(['error', 'delivery', 'bot', 'trigger', 'message'])

function stackIn(fields: object): string {
  const { error } = fields as { readonly error?: { readonly stack?: unknown } }
  if (typeof error?.stack !== 'string') return ''
  const frames = framesIn(error.stack)
  const shown = frames.find((frame) => ownPlace(frame)) ?? frames[0]
  const [said] = error.stack.split(/\n\s+at /)
  return `\n${said}${shown === undefined ? '' : `\n    at ${shown}`}`
}

function greeting(
  { url, level, organisation, people }: Extract<DevEvent, { event: 'listening' }>,
  side: Pick<Side, 'paint' | 'columns'>,
): string {
  const { paint } = side
  const [first = '', ...others] = people
  const rows = [
    ['Server', `${url} (API: /openapi.json, control: /sim)`],
    ['You are', others.length === 0 ? first : `${first}, or by /as: ${others.join(', ')}`],
  ] as const
  return `
  Open ${paint('name', `${url}/`)} in a browser: a playground with your bot in it

  ${paint('strong', organisation)}, a simulated team chat at feature level ${level}

${facts(rows, side)}
  Type a message to the bot, /help for the commands, /quit to stop.

`
}
