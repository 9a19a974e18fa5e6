import { noticeText, serverTexts } from '../../../protocol/index.js'
import { Refusal, refuse } from '../refusal.js'
import { scheduledShape } from '../shapes/scheduled.js'
import type { Account, Place, Scheduled } from '../state.js'
import { accountOf } from '../users/accounts.js'
import { seconds, type World } from '../world.js'
import { directPlace } from './conversations.js'
import { checkPlace } from './recipients.js'
import { send, sendNotice } from './sending.js'

/** Waits for a message's time, and sends it then. Whatever was waited for before is forgotten. */
export function waitForTime(world: World, scheduled: Scheduled): void {
  world.wait('scheduled message', scheduled.id, scheduled.due * 1000)
}

/** Sends a message whose time has come. What can't be sent is kept as failed, and its sender is told. */
export function deliverScheduled(world: World, id: number): void {
  const scheduled = world.state.scheduled.get(id)
  if (scheduled === undefined) return
  const sender = accountOf(world, scheduled.senderId)
  try {
    sendNow(world, sender, scheduled)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    fail(world, sender, scheduled, problem.message)
  }
}

function sendNow(world: World, sender: Account, scheduled: Scheduled): void {
  if (seconds(world) - scheduled.due > world.assumptions.scheduledLateSeconds) {
    fail(world, sender, scheduled, serverTexts.scheduledTooLate)
    return
  }
  if (!sender.isActive) refuse('accountDeactivated')
  const place: Place =
    scheduled.place.kind === 'direct' ? directPlace([sender.id, ...scheduled.place.userIds]) : scheduled.place
  checkPlace(world, sender, place)
  const { content, client, readBySender } = scheduled
  send(world, { sender, place, content, client, readBySender })
  scheduled.state = 'sent'
  world.emit('scheduled_messages', [sender.id], { op: 'remove', scheduled_message_id: scheduled.id })
}

function fail(world: World, sender: Account, scheduled: Scheduled, error: string): void {
  scheduled.state = 'failed'
  world.emit('scheduled_messages', [sender.id], { op: 'update', scheduled_message: scheduledShape(scheduled) })
  if (!sender.isActive) return
  const time = new Date(scheduled.due * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  const text = noticeText(serverTexts.scheduledFailed, { time, error })
  sendNotice(world, accountOf(world, world.state.notificationBotId), sender, text)
}
