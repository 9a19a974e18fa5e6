import type { Message } from '../../protocol/index.js'
import { isObject, parseJson } from '../../values.js'

/** What people voted for in a poll. */
export interface PollResult {
  readonly question: string
  /** In the order in which the poll shows them; those that people added are last. */
  readonly options: readonly {
    readonly text: string
    /** IDs of who voted for it, in the order in which they did. */
    readonly voters: readonly number[]
  }[]
}

/** Counts the votes of a message. Undefined where it is no poll; what no client would have attached to one is passed over. */
export function pollResult({ submessages }: Pick<Message, 'submessages'>): PollResult | undefined {
  const [first, ...others] = submessages.toSorted((one, other) => one.id - other.id)
  const { widget_type, extra_data: data } = fieldsOf(first?.content)
  if (widget_type !== 'poll' || !isObject(data)) return undefined
  const { question: asked, options: listed } = data
  let question = String(asked)
  const options = new Map<string, { text: string; voters: Set<number> }>()
  const add = (key: string, text: unknown) => options.set(key, { text: String(text), voters: new Set() })
  if (Array.isArray(listed)) for (const [at, text] of listed.entries()) add(`canned,${at}`, text)
  for (const { content, sender_id: sender } of others) {
    const change = fieldsOf(content)
    const { voters } = options.get(String(change.key)) ?? {}
    if (change.type === 'question' && sender === first?.sender_id) question = String(change.question)
    else if (change.type === 'new_option') add(`${sender},${change.idx}`, change.option)
    else if (change.type === 'vote' && change.vote === 1) voters?.add(sender)
    else if (change.type === 'vote') voters?.delete(sender)
  }
  return { question, options: [...options.values()].map(({ text, voters }) => ({ text, voters: [...voters] })) }
}

function fieldsOf(json: string | undefined): Readonly<Record<string, unknown>> {
  const value = parseJson(json ?? '')
  return isObject(value) ? value : {}
}
