import type { Client } from '../../client/index.js'
import { type Log, silent } from '../base/log.js'
import type { SentMessage } from '../context/actions.js'
import { Widget } from '../context/widgets.js'
import { messageParts } from '../delivery/messageParts.js'
import type { Outgoing } from '../delivery/outgoing.js'
import { addressOf, type Destination } from '../delivery/place.js'
import { replyOf } from './reply.js'
import { emptyMessage, sentMessage } from './sentMessage.js'

/**
 * Sends a text or a widget without a handler, to a topic or to people, and returns it, so that it can be edited and deleted. A
 * text that is too long for one message is several. Inside a handler use `ctx.send`.
 *
 * @param log Gets a line for a text that had to be changed. (default: none) @param botName For buttons in a channel, whose
 *   presses mention the bot. (default: asks the server)
 * @throws {HandlerError} `invalid_destination`, `invalid_reply` or `empty_message`.
 * @throws {ApiError} if the server refuses a message.
 * @example const sent = await sendTo(client, { channel: 'kitchen', topic: 'lunch' }, 'The soup is ready.')
 */
export async function sendTo(
  client: Client,
  where: Destination,
  given: string | Widget,
  log: Log = silent,
  botName?: string,
): Promise<SentMessage> {
  const address = addressOf(where)
  const message = replyOf(given, 'A message to send')
  const ids: number[] = []
  for (const outgoing of message instanceof Widget ? [await drawn(message)] : textParts(message)) {
    const { id } = await client.messages.send({ ...address, ...outgoing })
    ids.push(id)
  }
  if (ids.length === 0) throw emptyMessage('A message to send', 'Give some text, or do not send it.')
  return sentMessage(client, log, ids, address.type === 'private' ? 'people' : 'channel')

  function textParts(text: string): Outgoing[] {
    return messageParts(text, log).map((content) => ({ content }))
  }
  async function drawn(widget: Widget): Promise<Outgoing> {
    const widget_content = await widget.drawn(address.type === 'private', client, botName)
    return { content: widget.text, ...(widget_content !== undefined && { widget_content }) }
  }
}
