import { isObject, parseJson } from '../../../values.js'
import { refuse } from '../refusal.js'

/**
 * The data that comes with a message: what the caller sent as `widget_content`, or what `/poll` and `/todo` ask for.
 * All of it is assumed.
 *
 * @throws {Refusal} when what the caller sent is no widget
 */
export function widgetOf(content: string, widgetContent: string | undefined): Widget | undefined {
  if (widgetContent !== undefined) return readWidget(widgetContent)
  return content.startsWith('/') ? (pollOf(content) ?? todoOf(content)) : undefined
}

export interface Widget {
  readonly widget_type: string
  readonly extra_data: Readonly<Record<string, unknown>>
}

function readWidget(text: string): Widget {
  const widget = parseJson(text)
  if (!isObject(widget)) refuse('invalidWidget', { reason: 'API programmer sent invalid JSON content' })
  const { widget_type: type, extra_data: data } = widget
  if (typeof type !== 'string') refuse('invalidWidget', { reason: 'widget_type is not in message' })
  if (!isObject(data)) refuse('invalidWidget', { reason: 'extra_data is not in message' })
  if (type !== 'zform') refuse('invalidWidget', { reason: `unknown widget type: ${type}` })
  checkChoices(data)
  return { widget_type: type, extra_data: data }
}

function checkChoices(data: Readonly<Record<string, unknown>>): void {
  const { type, heading, choices } = data
  if (type !== 'choices') refuse('invalidWidget', { reason: `unknown zform type: ${String(type)}` })
  if (typeof heading !== 'string') refuse('invalidWidget', { reason: 'extra_data["heading"] is not a string' })
  if (!Array.isArray(choices)) refuse('invalidWidget', { reason: 'extra_data["choices"] is not a list' })
  choices.forEach((choice: unknown, place) => {
    for (const field of ['short_name', 'long_name', 'reply']) {
      if (isObject(choice) && typeof choice[field] === 'string') continue
      refuse('invalidWidget', { reason: `extra_data["choices"][${place}]["${field}"] is not a string` })
    }
  })
}

/** A question, and one option a line, with or without a sign of a list. */
function pollOf(content: string): Widget | undefined {
  const match = /^\/poll(?:[ \t]+([^\n]*))?(?:\n([\s\S]*))?$/.exec(content)
  if (match === null) return undefined
  const options = (match[2] ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-*]?\s*/, '').trim())
    .filter((line) => line !== '')
  return { widget_type: 'poll', extra_data: { question: (match[1] ?? '').trim(), options } }
}

/** A title, and one task a line, described behind a colon. */
function todoOf(content: string): Widget | undefined {
  const match = /^\/todo(?:[ \t]+([^\n]*))?(?:\n([\s\S]*))?$/.exec(content)
  if (match === null) return undefined
  const tasks = (match[2] ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-*]?\s*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [task = '', ...description] = line.split(':')
      return { task: task.trim(), desc: description.join(':').trim() }
    })
  return {
    widget_type: 'todo',
    extra_data: { task_list_title: (match[1] ?? '').trim(), tasks },
  }
}
