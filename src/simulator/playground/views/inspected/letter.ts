import { messageIn } from '../../writtenMessage.js'
import { el, factsOf, part } from '../shown.js'
import type { View } from '../view.js'
import { conversationOf } from './conversation.js'
import { aside, bdi, quote, verdict } from './inspected.js'

/** A dead letter, with what its bot got, and what was done for it. */
interface Letter {
  readonly sender: string
  readonly reason: string
  readonly says: string
  readonly error: string
  readonly ledger: readonly { readonly key: string; readonly what: string; readonly says: string }[]
  readonly notification: unknown
}

/** A dead letter with all that is known of it. */
export const letter: View = {
  changes: /^never$/,
  async show({ control, id }) {
    const one = await control<Letter>('GET', `/queue/dead/${encodeURIComponent(id)}`)
    const body = JSON.stringify(one.notification)
    return el(
      'div',
      'panel',
      verdict(one.reason, one.says, 'bad'),
      el('h3', '', 'What went wrong last'),
      el('pre', 'raw', one.error),
      factsOf([
        ['Said by', bdi(one.sender)],
        ['In', conversationOf(body)],
      ]),
      quote('The message', messageIn(body).content),
      el('h3', '', 'What was done for it'),
      one.ledger.length === 0 && aside('Nothing was sent.'),
      el(
        'ul',
        'plain-list',
        one.ledger.map(({ key, what, says }) => el('li', { key }, el('strong', '', what), ' ', says)),
      ),
      el('h3', '', 'What its bot got'),
      part('Payload', { text: body, label: 'How the notification is shown' }),
    )
  },
  deeds: {},
}
