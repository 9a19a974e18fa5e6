import { asCode, md } from 'earshot'
import type { Client } from 'earshot/client'
import type { ScheduledMessage } from 'earshot/protocol'
import { dueTime } from './scheduled.js'

/** What waits, in the order in which it is due, and what could not be sent. */
export async function overviewOf(owner: Client, signal: AbortSignal): Promise<string> {
  const { scheduled_messages: messages } = await owner.scheduledMessages.list({}, { signal })
  if (messages.length === 0) return 'Nothing waits to be sent.'
  const nameOf = await placeNames(owner, messages, signal)
  const lines = messages.map((message) => {
    const due = message.failed ? `**not sent**, was due ${dueTime(message)}` : dueTime(message)
    return `* ${message.scheduled_message_id}: ${due}, to ${nameOf(message)}: ${md.escape(beginning(message.content))}`
  })
  const failed = messages.find((message) => message.failed)
  if (failed !== undefined && (await owner.supports('editScheduledMessage'))) {
    lines.push('', `Say ${asCode(`rescue ${failed.scheduled_message_id} in 5 minutes`)} to send it after all.`)
  }
  return lines.join('\n')
}

/** Names what the messages are for, by lists that are asked for only where there is something to be named. */
async function placeNames(owner: Client, messages: readonly ScheduledMessage[], signal: AbortSignal) {
  const isForChannels = messages.some(({ type }) => type === 'stream')
  const isForPeople = messages.some(({ type }) => type === 'private')
  const [{ streams }, { members }] = await Promise.all([
    isForChannels ? owner.streams.list({ exclude_archived: false }, { signal }) : { streams: [] },
    isForPeople ? owner.users.list({}, { signal }) : { members: [] },
  ])
  return (message: ScheduledMessage): string => {
    if (message.type === 'stream') {
      const channel = streams.find(({ stream_id }) => stream_id === message.to)
      return channel ? md.topicLink(channel, message.topic) : `channel ${message.to}`
    }
    const people = message.to.map((id) => members.find(({ user_id }) => user_id === id) ?? { id, name: '' })
    return people.map(md.silentMention).join(', ')
  }
}

function beginning(text: string): string {
  const points = [...text]
  return points.length <= longest ? text : `${points.slice(0, longest).join('')}…`
}

const longest = 60
