import { noticeText, serverTexts } from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { mayReadMessage } from '../access/visibility.js'
import { directPlace } from '../conversations/messages.js'
import { scheduledShape } from '../shapes/unsentMessages.js'
import { Refusal, refusalOn, refuse } from '../world/refusal.js'
import type { Account, Place, Scheduled } from '../world/state.js'
import { seconds, type World } from '../world/world.js'
import { reminderText } from './quoting.js'
import { checkPlace } from './recipients.js'
import { send, sendNotice } from './sending.js'

export function setSendTimer(world: World, scheduled: Scheduled): void {
  world.setTimer('scheduled message', scheduled.id, scheduled.scheduled_delivery_timestamp * 1000)
}

/** Sends a message that is due. If it can't be sent, it is marked as failed and its sender is notified. */
export function deliverScheduled(world: World, id: number): void {
  const scheduled = world.state.scheduled.get(id)
  if (scheduled === undefined) return
  const sender = accountOf(world, scheduled.sender_id)
  try {
    if (scheduled.target === undefined) sendScheduled(world, sender, scheduled)
    else remind(world, sender, scheduled)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    fail(world, sender, scheduled, refusalOn(problem, world.has).message)
  }
}

function sendScheduled(world: World, sender: Account, scheduled: Scheduled): void {
  if (seconds(world) - scheduled.scheduled_delivery_timestamp > world.assumptions.scheduledLateSeconds) {
    fail(world, sender, scheduled, serverTexts.scheduledTooLate)
    return
  }
  if (!sender.is_active) refuse('accountDeactivated')
  const place: Place =
    scheduled.place.kind === 'direct' ? directPlace([sender.id, ...scheduled.place.user_ids]) : scheduled.place
  checkPlace(world, sender, place)
  const { content, client, read_by_sender } = scheduled
  send(world, { sender, place, content, client, read_by_sender })
  scheduled.state = 'sent'
  world.emit('scheduled_messages', [sender.id], { op: 'remove', scheduled_message_id: scheduled.id })
}

/** Reminders come from the server's own bot, however late, with the message as it is then. */
function remind(world: World, user: Account, reminder: Scheduled): void {
  if (!user.is_active) refuse('accountDeactivated')
  const { target = 0, note = '', content } = reminder
  const message = world.state.messages.get(target)
  const isThere = message !== undefined && mayReadMessage(world, user, message)
  const text = isThere ? reminderText(world, message, note) : content
  sendNotice(world, user, text)
  reminder.state = 'sent'
  world.emit('reminders', [user.id], { op: 'remove', reminder_id: reminder.id })
}

function fail(world: World, sender: Account, scheduled: Scheduled, error: string): void {
  scheduled.state = 'failed'
  // Nobody is told of a reminder that failed.
  if (scheduled.target !== undefined) return
  world.emit('scheduled_messages', [sender.id], { op: 'update', scheduled_message: scheduledShape(scheduled) })
  if (!sender.is_active) return
  const due = new Date(scheduled.scheduled_delivery_timestamp * 1000)
  const time = due.toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  sendNotice(world, sender, noticeText(serverTexts.scheduledFailed, { time, error }))
}
