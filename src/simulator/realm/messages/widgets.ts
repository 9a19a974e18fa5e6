import { changeFieldChecks, choiceFields, type WidgetContent, widgetChanges } from '../../../protocol/index.js'
import { isObject, own, parseForeignJson, parseJson } from '../../../values.js'
import { refuse } from '../world/refusal.js'
import type { Account, StoredMessage } from '../world/state.js'

/**
 * The widget of a message: the caller's `widget_content`, or the one that `/poll` or `/todo` creates. All of it is
 * assumed.
 *
 * @throws {Refusal} if the caller's is not a valid widget
 */
export function widgetOf(content: string, widgetContent: string | undefined): WidgetContent | undefined {
  if (widgetContent !== undefined) return readWidget(widgetContent)
  return content.startsWith('/') ? (pollOf(content) ?? todoOf(content)) : undefined
}

function readWidget(text: string): WidgetContent {
  const widget = parseForeignJson(text)
  if (widget === undefined) invalid('API programmer sent invalid JSON content')
  if (!isObject(widget)) invalid('widget_content is not a dict')
  const { widget_type: type, extra_data: data } = widget
  if (type === undefined) invalid('widget_type is not in widget_content')
  if (data === undefined) invalid('extra_data is not in widget_content')
  if (!isObject(data)) invalid('extra_data is not a dict')
  if (type !== 'zform') invalid(`unknown widget type: ${String(type)}`)
  if (data.type === undefined) invalid('zform is missing type field')
  if (data.type !== 'choices') invalid(`unknown zform type: ${String(data.type)}`)
  checkText(data, 'heading', 'extra_data')
  if (data.choices === undefined) invalid('choices key is missing from extra_data')
  if (!Array.isArray(data.choices)) invalid('extra_data["choices"] is not a list')
  data.choices.forEach((choice: unknown, at) => {
    const place = `extra_data["choices"][${at}]`
    if (!isObject(choice)) invalid(`${place} is not a dict`)
    for (const field of choiceFields) checkText(choice, field, place)
  })
  // The fields were checked above.
  return { widget_type: type, extra_data: data } as unknown as WidgetContent
}

function checkText(object: Readonly<Record<string, unknown>>, field: string, place: string): void {
  if (object[field] === undefined) invalid(`${field} key is missing from ${place}`)
  if (typeof object[field] !== 'string') invalid(`${place}["${field}"] is not a string`)
}

function invalid(reason: string): never {
  refuse('invalidWidget', { reason })
}

/** A question, and one option per line, with or without a bullet. */
function pollOf(content: string): WidgetContent | undefined {
  const poll = commandIn(content, 'poll')
  return poll && { widget_type: 'poll', extra_data: { question: poll.title, options: poll.lines } }
}

function commandIn(content: string, name: string) {
  const match = new RegExp(`^/${name}(?:[ \\t]+([^\\n]*))?(?:\\n([^]*))?$`).exec(content)
  if (match === null) return undefined
  const [, title = '', lines = ''] = match
  const written = lines.split('\n').map((line) => line.replace(/^\s*[-*]?\s*/, '').trim())
  return { title: title.trim(), lines: written.filter((line) => line !== '') }
}

/** A title, and one task per line, with a description after a colon. */
function todoOf(content: string): WidgetContent | undefined {
  const todo = commandIn(content, 'todo')
  if (todo === undefined) return undefined
  const tasks = todo.lines.map((line) => {
    const [task = '', ...description] = line.split(':')
    return { task: task.trim(), desc: description.join(':').trim() }
  })
  return { widget_type: 'todo', extra_data: { task_list_title: todo.title, tasks } }
}

/**
 * Checks data to attach to a message. Only its sender can attach the first; a poll or a task list accepts only the
 * changes that it understands. An assumption.
 *
 * @throws {Refusal}
 */
export function checkSubmessage(message: StoredMessage, caller: Account, content: string): void {
  const [first] = message.submessages
  if (first === undefined && message.sender_id !== caller.id) refuse('submessageNotAllowed')
  const data = parseForeignJson(content) ?? refuse('submessageNotJson')
  const type = widgetType(first?.content)
  if (type !== 'poll' && type !== 'todo') return
  const problem = problemOf(type, data, caller.id === message.sender_id)
  if (problem !== undefined) refuse('invalidSubmessage', { reason: problem })
}

function problemOf(widget: keyof typeof widgetChanges, data: unknown, isAuthor: boolean): string | undefined {
  const where = `${widget} data`
  if (!isObject(data)) return `${where} is not a dict`
  if (data.type === undefined) return `type key is missing from ${where}`
  if (typeof data.type !== 'string') return `${where}["type"] is not a string`
  const changes: Readonly<Record<string, Readonly<Record<string, keyof typeof changeFieldChecks>>>> =
    widgetChanges[widget]
  const fields = own(changes, data.type)
  if (fields === undefined) return `Unknown type for ${where}: ${data.type}`
  if (!isAuthor && data.type === 'question') return "You can't edit a question unless you are the author."
  if (!isAuthor && data.type === 'new_task_list_title')
    return "You can't edit the task list title unless you are the author."
  for (const [name, kind] of Object.entries(fields)) {
    if (data[name] === undefined) return `${name} key is missing from ${where}`
    const place = `${where}["${name}"]`
    if (!changeFieldChecks[kind](data[name])) return problems[kind](place)
    const number = kind === 'integer' ? Number(data[name]) : 0
    if (number < 0 || number > mostAdditions) return `${place} is too ${number < 0 ? 'small' : 'large'}`
  }
  const others = Object.keys(data).filter((name) => name !== 'type' && !Object.hasOwn(fields, name))
  return others.length > 0 ? `Unexpected arguments: ${others.join(', ')}` : undefined
}

/** The largest number of an option or a task that somebody adds. */
const mostAdditions = 1000

const problems = {
  string: (place) => `${place} is not a string`,
  integer: (place) => `${place} is not an integer`,
  boolean: (place) => `${place} is not a boolean`,
  vote: (place) => `Invalid ${place}`,
} satisfies Readonly<Record<keyof typeof changeFieldChecks, (place: string) => string>>

function widgetType(content: string | undefined): string {
  const widget = content === undefined ? undefined : parseJson(content)
  return isObject(widget) && typeof widget.widget_type === 'string' ? widget.widget_type : ''
}
