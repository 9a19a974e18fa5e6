import type { Message } from '../../protocol/index.js'
import type { JournalEntry, Simulator } from '../../simulator/index.js'
import type { RealmEvent } from '../../simulator/realm/world/events.js'
import type { DevEvent, Show } from './events.js'

/** Shows messages, reactions and failed deliveries as they happen, until the returned function is called. */
export function followChat(simulator: Simulator, show: Show): () => void {
  const places = new Map<number, string>()
  const nameOf = (id: number) => simulator.realm.account(id).full_name
  return simulator.journal.subscribe((entry) => {
    const shown = entry.kind === 'event' ? eventShown(entry.event) : deliveryShown(entry)
    if (shown !== undefined) show(shown)
  })

  function eventShown(event: RealmEvent): DevEvent | undefined {
    switch (event.type) {
      case 'message':
        return messageShown(event.message as unknown as Message)
      case 'update_message': {
        if (typeof event.content !== 'string' || event.rendering_only === true) return undefined
        const { message_id: id, content: text } = event
        return { event: 'edited', id, conversation: places.get(id) ?? '', sender: nameOf(Number(event.user_id)), text }
      }
      case 'delete_message':
        return { event: 'deleted', ids: event.message_ids }
      case 'reaction': {
        const { op, message_id: id, user_id: who } = event
        return { event: 'reacted', id, who: nameOf(who), emoji: String(event.emoji_name), op }
      }
      default:
        return undefined
    }
  }

  function messageShown(message: Message): DevEvent {
    const { id, sender_id, sender_full_name: sender, content: text } = message
    const conversation = titleOf(message)
    places.set(id, conversation)
    const { bot_type } = simulator.realm.account(sender_id)
    const answers = simulator.deliveries.findLast(
      ({ bot, outcome }) => bot.user_id === sender_id && outcome === 'under way',
    )
    return {
      event: 'message',
      id,
      conversation,
      sender,
      isBot: bot_type !== null,
      text,
      ...(answers && { took: Math.round(simulator.clock.now() - answers.queuedAt) }),
    }
  }

  function deliveryShown(entry: JournalEntry): DevEvent | undefined {
    if (entry.kind !== 'delivery' || entry.stage !== 'ended' || entry.outcome === 'replied') return undefined
    const record = simulator.deliveries.find(({ id }) => id === entry.delivery)
    return { event: 'delivery', delivery: entry.delivery, bot: record?.bot.full_name ?? '', outcome: entry.outcome }
  }
}

function titleOf(message: Message): string {
  if (message.type === 'stream') return `#${message.display_recipient} > ${message.subject}`
  return `${message.display_recipient.map(({ full_name }) => full_name).join(', ')}, in direct messages`
}
