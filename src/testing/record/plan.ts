import { isObject } from '../../values.js'
import type { Alias, Aliases } from './aliases.js'
import { type FoundMessage, type RecordingContents, recordedMessage } from './found.js'
import { jsonOf, type RecordedCall, type Traffic } from './recording.js'

/** The part of a recording that is replayed. */
export interface ReplayPlan {
  /** The message of each delivery that the bot answered, by the number of the entry. */
  readonly deliveries: ReadonlyMap<number, FoundMessage>
  readonly replies: ReadonlyMap<number, Traffic & { kind: 'reply' }>
  readonly answers: ReadonlyMap<number, Traffic & { kind: 'answer' }>
  /** The IDs of messages that were sent during the recording. */
  readonly said: ReadonlySet<number>
  readonly callers: readonly Alias[]
  readonly notes: readonly string[]
}

export function planOf(traffic: readonly Traffic[], { messages }: RecordingContents, aliases: Aliases): ReplayPlan {
  const replies = new Map(traffic.flatMap((entry) => (entry.kind === 'reply' ? [[entry.id, entry]] : [])))
  const answers = new Map(traffic.flatMap((entry) => (entry.kind === 'answer' ? [[entry.id, entry]] : [])))
  const deliveries = new Map<number, FoundMessage>()
  const said = new Set<number>()
  const failed = new Set<number>()
  for (const entry of traffic) {
    const json = jsonOf(entry)
    if (entry.kind === 'delivery') {
      const message = isObject(json) ? recordedMessage(json.message) : undefined
      const status = replies.get(entry.id)?.status ?? 0
      if (message === undefined) continue
      if (status >= 300 || status < 200) failed.add(message.id)
      // The server repeats only deliveries that weren't answered.
      else if (!said.has(message.id)) deliveries.set(entry.id, message)
      if (deliveries.has(entry.id)) said.add(message.id)
    }
    // Events and the messages that the bot itself sent.
    if (entry.kind !== 'answer' || !isObject(json)) continue
    for (const event of Array.isArray(json.events) ? json.events : []) {
      if (isObject(event) && isObject(event.message) && typeof event.message.id === 'number') said.add(event.message.id)
    }
  }
  const sent = traffic.flatMap((entry) =>
    entry.kind === 'call' && isSending(entry) ? [jsonOfAnswer(answers, entry)] : [],
  )
  for (const answer of sent) if (isObject(answer) && typeof answer.id === 'number') said.add(answer.id)
  // The bot's replies have IDs only where they are read later: any message after the first was sent during the recording.
  const [first = Number.POSITIVE_INFINITY] = [...said].sort((one, other) => one - other)
  for (const id of messages.keys()) if (id > first) said.add(id)
  const left = [...failed].filter((id) => ![...deliveries.values()].some((message) => message.id === id)).length
  const callers = new Set(traffic.flatMap((entry) => (entry.kind === 'call' ? [entry.caller] : [])))
  return {
    ...{ deliveries, replies, answers, said },
    callers: [...callers].flatMap((email) => (email === undefined ? [] : (aliases.accountOf(email) ?? []))),
    notes:
      left === 0 ? [] : [`${left} ${left === 1 ? 'message is' : 'messages are'} left out: the bot failed or was down.`],
  }
}

const isSending = ({ method, path }: RecordedCall) => method === 'POST' && /\/messages$/.test(path)

function jsonOfAnswer(answers: ReplayPlan['answers'], { id }: RecordedCall): unknown {
  const answer = answers.get(id)
  return answer === undefined ? undefined : jsonOf(answer)
}
