import { choicesOf, type Message, pollResult, taskListOf } from '../../protocol/index.js'
import { isEffect } from '../../testing/botCalls.js'
import type { LoggedLine, Where } from '../../testing/chat.js'
import { internalsOf, whereOf } from '../../testing/history.js'
import type { TestChat } from '../../testing/index.js'

/** A bot in its organisation, and who can talk to it. */
export interface OpenChat {
  readonly chat: TestChat
  readonly by: 'webhook' | 'events'
  /** The default speaker. */
  readonly speaker: string
}

/** Does something, and returns everything that happened in the organisation meanwhile. */
export async function happened({ chat }: OpenChat, act: () => Promise<unknown>) {
  const { history } = internalsOf(chat)
  const [before, calls, lines] = [history.last, chat.calls().length, chat.log.length]
  await act()
  const troubles = chat.log.slice(lines).filter(({ level }) => level === 'warn' || level === 'error')
  const actions = chat
    .calls()
    .slice(calls)
    .filter((call) => isEffect(call) || (call.status ?? 0) >= 400)
  return {
    messages: history
      .all()
      .filter(({ id }) => id > before)
      .map((message) => messageSummary(chat, message)),
    ...(actions.length > 0 && {
      calls: actions.map(({ endpoint, parameters, status }) => ({ endpoint, parameters, status })),
    }),
    ...(troubles.length > 0 && { log: troubles.map(logLine) }),
  }
}

/** A message as an agent needs it. */
export function messageSummary(chat: TestChat, message: Message) {
  const { id, sender_full_name: from, content, reactions } = message
  const poll = pollResult(message)
  const tasks = taskListOf(message)?.tasks
  const buttons = choicesOf(message)?.buttons
  return {
    id,
    from,
    in: placeText(chat, whereOf(message)),
    content,
    ...(message.edit_history !== undefined && { edited: true }),
    ...(reactions.length > 0 && { reactions: reactions.map(({ emoji_name: emoji }) => emoji) }),
    ...(buttons && { buttons: buttons.map(({ label }) => label) }),
    ...(poll && { poll }),
    ...(tasks && { tasks }),
  }
}

function placeText({ simulator }: TestChat, where: Where): string {
  if ('channel' in where) return `#${where.channel} > ${where.topic}`
  return `direct: ${where.dm.map((who) => simulator.realm.account(who).full_name).join(', ')}`
}

/** Includes the top of the stack if a handler threw. */
function logLine({ level, message, fields }: LoggedLine): string {
  const { error } = fields as { readonly error?: { readonly message?: string; readonly stack?: string } }
  const what = error?.stack?.split('\n').slice(0, 4).join('\n') ?? error?.message
  return `${level}: ${message}${what === undefined ? '' : `: ${what}`}`
}
