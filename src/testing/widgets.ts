import type { Message } from '../protocol/index.js'
import { isObject, parseJson } from '../values.js'

/** What a press on a button of a message says. @throws {RangeError} if it has no such button */
export function replyOfButton(message: Message, label: string): string {
  const buttons = partsOf(message, 'zform', 'choices').map(({ long_name, short_name, reply }) => ({
    names: [long_name, short_name, reply].map(String),
    reply: String(reply),
  }))
  const pressed = buttons.find(({ names }) => names.some((name) => isSame(name, label)))
  if (pressed !== undefined) return pressed.reply
  throw nothingCalled(
    'button',
    label,
    buttons.map(({ names: [name = ''] }) => name),
  )
}

/** The data by which a vote for an option is attached to a poll. @throws {RangeError} if it has no such option */
export function voteFor(message: Message, option: string): object {
  const options = partsOf(message, 'poll', 'options').map(String)
  const at = options.findIndex((one) => isSame(one, option))
  if (at !== -1) return { type: 'vote', key: `canned,${at}`, vote: 1 }
  throw nothingCalled('option', option, options)
}

/** The data by which a task is ticked off. @throws {RangeError} if there is no such task */
export function tickOf(message: Message, task: string): object {
  const tasks = partsOf(message, 'todo', 'tasks').map((one) => String(one.task))
  const at = tasks.findIndex((one) => isSame(one, task))
  if (at !== -1) return { type: 'strike', key: `${at},canned` }
  throw nothingCalled('task', task, tasks)
}

const widgetNames = { zform: 'buttons', poll: 'poll', todo: 'list of tasks' } as const

function partsOf(
  message: Message,
  type: keyof typeof widgetNames,
  field: string,
): readonly Readonly<Record<string, unknown>>[] {
  const widget = parseJson(message.submessages[0]?.content ?? '')
  const data = isObject(widget) && widget.widget_type === type && isObject(widget.extra_data) ? widget.extra_data : {}
  const parts = data[field]
  if (Array.isArray(parts)) return parts
  throw new RangeError(`The message ${message.id} has no ${widgetNames[type]}: ${JSON.stringify(message.content)}.`)
}

function nothingCalled(what: string, name: string, known: readonly string[]): RangeError {
  return new RangeError(
    `There is no ${what} ${JSON.stringify(name)}; there is ${known.map((one) => JSON.stringify(one)).join(', ')}.`,
  )
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
