import { codePoints, noticeText, serverTexts } from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { cutText, messageLink, silentMentionOf, topicPath } from '../conversations/messages.js'
import type { Account, DirectPlace, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { placeText } from './moving.js'

/** What a reminder of a message says. */
export function reminderText(world: World, message: StoredMessage, note: string): string {
  const { content } = message
  // Polls and lists had no words of their own at first.
  const [, widget] = (world.has('reminders.list') && /^\/(poll|todo)/.exec(content)) || []
  const sent = widget === undefined ? serverTexts.said : widget === 'poll' ? serverTexts.sentPoll : serverTexts.sentList
  const user = silentMentionOf(accountOf(world, message.sender_id))
  const head = [
    reminded(world, message) + (note === '' ? '' : noticeText(serverTexts.reminderNote, { note })),
    noticeText(sent, { user, link: messageLink(world, message) }),
  ].join('\n\n')
  if (widget !== undefined) return head
  const quoted = (text: string) => `${head}\n${fenced(head, 'quote', text)}`
  const room = world.assumptions.messageLength - codePoints(quoted(''))
  return quoted(cutText(content, room, serverTexts.truncated))
}

function reminded(world: World, { id, place }: StoredMessage): string {
  if (place.kind === 'direct') return serverTexts.reminderOfDirect
  if (world.has('reminders.list')) return noticeText(serverTexts.reminder, { link: placeText(world, place, id) })
  const { topic, stream_id } = place
  const channel = world.state.channels.get(stream_id)
  const url = channel === undefined ? world.url() : world.url() + topicPath(world, channel, topic)
  return noticeText(serverTexts.reminderOlder, { channel: channel?.name ?? '', topic, url })
}

/** What moderators read about a message that somebody reported. */
export function reportText(
  world: World,
  reporter: Account,
  message: StoredMessage,
  { reason, description }: { readonly reason: string; readonly description: string },
): string {
  const { place, sender_id: sender } = message
  const [by, user] = [silentMentionOf(reporter), silentMentionOf(accountOf(world, sender))]
  const head =
    place.kind === 'channel'
      ? noticeText(serverTexts.reported, { by, user, link: placeText(world, place, message.id) })
      : noticeText(serverTexts.reportedDirect, { by, user, recipients: recipientsNamed(world, place) })
  const content = cutText(message.content, world.assumptions.messageLength - reserved, serverTexts.truncated)
  const reasons = noticeText(serverTexts.reportReasons, { reason, description })
  const title = noticeText(serverTexts.reportedMessage, { user })
  return `${head}\n${reasons}\n${fenced(content, ` spoiler ${title}`, content)}`
}

/** Code points that the server keeps for the description of a report and the rest of its text. */
const reserved = 1500

function recipientsNamed(world: World, { user_ids: ids }: DirectPlace): string {
  const names = ids.map((id) => silentMentionOf(accountOf(world, id)))
  return names.length > 2 ? noticeText(serverTexts.reportedTo, { list: new Intl.ListFormat('en').format(names) }) : ''
}

/** A block with a fence that is longer than any in a text. */
function fenced(text: string, kind: string, content: string): string {
  const lengths = [...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, fence = '']) => fence.length + 1)
  const fence = '`'.repeat(Math.max(3, ...lengths))
  return `${fence}${kind}\n${content}\n${fence}`
}
