import type { Message } from '../../../protocol/index.js'
import { parseJson } from '../../../values.js'
import { type Wire, wireOf } from '../../parsed.js'

/** A poll, a list of tasks or a choice that comes with a message, with what was done to it, as text. */
export interface Widget {
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly note: string }[]
}

/** What the submessages of a message say; undefined where they say nothing that can be read. */
export function widgetOf({ submessages }: Pick<Message, 'submessages'>): Widget | undefined {
  const [first, ...others] = submessages.flatMap(({ sender_id, content }) => {
    const data = parseJson(content)
    return data === undefined ? [] : [{ senderId: sender_id, data: wireOf(data) }]
  })
  if (first === undefined) return undefined
  const { widget_type: type } = first.data
  const extra = wireOf(first.data.extra_data)
  if (type === 'poll') return poll(extra, others)
  if (type === 'todo') {
    const tasks = listOf(extra.tasks).map((task) => ({ text: text(task.task), note: text(task.desc) }))
    return { title: text(extra.task_list_title) || 'Tasks', lines: tasks }
  }
  if (type === 'zform') {
    const choices = listOf(extra.choices).map((one) => ({ text: text(one.long_name), note: text(one.short_name) }))
    return { title: text(extra.heading), lines: choices }
  }
  return undefined
}

interface Said {
  readonly senderId: number
  readonly data: Wire
}

/** Options are known as `canned,` and their number, or by who added them and a number of theirs. */
function poll(extra: Wire, others: readonly Said[]): Widget {
  let title = text(extra.question)
  const options = new Map<string, string>()
  const votes = new Map<string, Set<number>>()
  if (Array.isArray(extra.options)) {
    for (const [at, option] of extra.options.entries()) options.set(`canned,${at}`, text(option))
  }
  for (const { senderId, data } of others) {
    if (data.type === 'question') title = text(data.question)
    if (data.type === 'new_option') options.set(`${senderId},${Number(data.idx)}`, text(data.option))
    if (data.type !== 'vote') continue
    const voters = votes.get(text(data.key)) ?? new Set()
    if (Number(data.vote) > 0) voters.add(senderId)
    else voters.delete(senderId)
    votes.set(text(data.key), voters)
  }
  const lines = [...options].map(([key, option]) => {
    const count = votes.get(key)?.size ?? 0
    return { text: option, note: count === 1 ? '1 vote' : `${count} votes` }
  })
  return { title: title || 'Poll', lines }
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(wireOf) : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')
