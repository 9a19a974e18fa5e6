import {
  choicesOf,
  type Message,
  newOption,
  newTask,
  pollResult,
  taskListOf,
  type WidgetChange,
} from '../protocol/index.js'

/** The reply that a button of a message sends. @throws {RangeError} if it has no such button */
export function replyOfButton(message: Message, label: string): string {
  const { buttons } = choicesOf(message) ?? without('buttons', message)
  return one('button', label, buttons, (button) => [button.label, button.name, button.reply]).reply
}

/** The submessage data of a vote for an option. @throws {RangeError} if it has no such option */
export function voteFor(message: Message, option: string): WidgetChange {
  return { type: 'vote', key: keyOfOption(message, option), vote: 1 }
}

/** The submessage data that withdraws a vote for an option. @throws {RangeError} if it has no such option */
export function withdrawnVote(message: Message, option: string): WidgetChange {
  return { type: 'vote', key: keyOfOption(message, option), vote: -1 }
}

function keyOfOption(message: Message, option: string): string {
  const { options } = pollResult(message) ?? without('poll', message)
  return one('option', option, options, ({ text }) => [text]).key
}

/**
 * The submessage data that adds an option to a poll, or a task to a list; a task can have a description after a colon.
 * @throws {RangeError} if the message has neither
 */
export function additionTo(message: Message, text: string, userId: number): WidgetChange {
  const poll = pollResult(message)
  if (poll !== undefined) return newOption(poll, userId, text)
  const list = taskListOf(message) ?? without('poll or list of tasks', message)
  const [task = '', ...description] = text.split(':')
  return newTask(list, userId, task.trim(), description.join(':').trim())
}

/** The submessage data that ticks off a task. @throws {RangeError} if there is no such task */
export function tickOf(message: Message, task: string): WidgetChange {
  const { tasks } = taskListOf(message) ?? without('list of tasks', message)
  return { type: 'strike', key: one('task', task, tasks, (known) => [known.task]).key }
}

function without(what: string, { id, content }: Message): never {
  throw new RangeError(`The message ${id} has no ${what}: ${JSON.stringify(content)}.`)
}

/** The part of a widget that has this name. */
function one<Part>(
  what: string,
  name: string,
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): Part {
  const found = parts.find((part) => namesOf(part).some((known) => isSame(known, name)))
  if (found !== undefined) return found
  const known = parts.map((part) => JSON.stringify(namesOf(part)[0]))
  throw new RangeError(`There is no ${what} ${JSON.stringify(name)}; there is ${known.join(', ') || 'none'}.`)
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
