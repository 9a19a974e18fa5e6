import { isObject, parseJson } from '../../../values.js'
import { refuse } from '../refusal.js'
import type { Account, StoredMessage } from '../state.js'

/**
 * Whether data may be attached to a message: its sender may begin, others only once there is a widget; to a poll or a
 * list of tasks only what such a widget understands. An assumption.
 *
 * @throws {Refusal}
 */
export function checkSubmessage(message: StoredMessage, caller: Account, content: string): void {
  const [first] = message.submessages
  if (first === undefined && message.senderId !== caller.id) refuse('submessageNotAllowed')
  const data = read(content)
  const check = checks[widgetType(first?.content)]
  if (check === undefined) return
  if (!isObject(data)) refuse('invalidSubmessage', { reason: 'submessage data is not a dict' })
  const problem = check(data, caller.id === message.senderId)
  if (problem !== undefined) refuse('invalidSubmessage', { reason: problem })
}

type Check = (data: Readonly<Record<string, unknown>>, bySender: boolean) => string | undefined

const checks: Readonly<Record<string, Check>> = {
  poll: (data, bySender) => {
    if (data.type === 'vote') {
      if (typeof data.key !== 'string') return 'key is not a string'
      return data.vote === 1 || data.vote === -1 ? undefined : 'vote is not in the list of possible values'
    }
    if (data.type === 'new_option') return typeof data.option === 'string' ? undefined : 'option is not a string'
    if (data.type !== 'question') return 'Unknown type for poll data'
    if (!bySender) return "You can't edit a question unless you are the author."
    return typeof data.question === 'string' ? undefined : 'question is not a string'
  },
  todo: (data, bySender) => {
    if (data.type === 'strike') return typeof data.key === 'string' ? undefined : 'key is not a string'
    if (data.type === 'new_task') return typeof data.task === 'string' ? undefined : 'task is not a string'
    if (data.type !== 'new_task_list_title') return 'Unknown type for todo data'
    if (!bySender) return "You can't edit the task list title unless you are the author."
    return typeof data.title === 'string' ? undefined : 'title is not a string'
  },
}

function widgetType(content: string | undefined): string {
  const widget = content === undefined ? undefined : parseJson(content)
  return isObject(widget) && typeof widget.widget_type === 'string' ? widget.widget_type : ''
}

function read(content: string): unknown {
  return parseJson(content) ?? refuse('submessageNotJson')
}
