import type { Pending } from '../clock.js'
import type { ControlContext } from './context.js'

/** What a pending timer will do, as a sentence. */
export function dueSentence({ simulator: { realm }, courier }: ControlContext, cause: Pending['cause']): string {
  switch (cause?.what) {
    case undefined:
      return 'Something that was asked of the clock itself.'
    case 'scheduled message':
      return scheduledSentence(cause.id)
    case 'unused upload':
      return `Upload ${cause.id}, which no message uses, is swept away.`
    case 'event queue':
      return `The event queue of ${nameOf(cause.user)} is forgotten, unless it is asked for events.`
    case 'heartbeat':
      return `${nameOf(cause.user)} is sent a heartbeat, since there were no events.`
    case 'delivery':
      return `Delivery ${cause.id}${toBot(cause.id)} is posted, which a fault keeps waiting.`
    case 'deadline':
      return `Delivery ${cause.id}${toBot(cause.id)} is given up, unless the bot answers.`
    case 'call':
      return `A call of ${cause.endpoint} goes on, which a fault keeps waiting.`
  }

  function scheduledSentence(id: number): string {
    const scheduled = realm.scheduledMessage(id)
    if (scheduled === undefined) return `Scheduled message ${id} is sent.`
    const { senderId: sender, place } = scheduled
    if (place.kind === 'channel')
      return `${nameOf(sender)} sends scheduled message ${id} to ${channelName(place.channelId)} > ${place.topic}.`
    const others = place.userIds.filter((user) => user !== sender)
    return `${nameOf(sender)} sends scheduled message ${id} to ${(others.length === 0 ? [sender] : others).map(nameOf).join(', ')}.`
  }

  function nameOf(user: number): string {
    return realm.account(user).fullName
  }

  function channelName(id: number): string {
    return `#${realm.channel(id).name}`
  }

  function toBot(id: number): string {
    try {
      return ` to ${courier.find(id).bot.fullName}`
    } catch {
      // Its record is no longer kept.
      return ''
    }
  }
}
