import type { Client } from '../../client/index.js'
import { pollResult } from '../../protocol/index.js'
import { HandlerError } from '../base/errors.js'
import { errorFields } from '../base/log.js'
import type { Actions, Progress } from '../context/actions.js'
import { Widget } from '../context/widgets.js'
import { onCopy } from '../delivery/copies.js'
import type { Destination } from '../delivery/place.js'
import { startProgress } from '../outgoing/progress.js'
import { replyOf } from '../outgoing/reply.js'
import { sendTo } from '../outgoing/send.js'
import { addReaction, emptyMessage, removeReaction, sentMessage, uploadFile } from '../outgoing/sentMessage.js'
import type { Run } from './run.js'

/**
 * Functions that don't use `this`, so that each can be passed around.
 *
 * @param clientOf Returns the client whose calls aren't repeated when the handler runs again.
 */
export function createActions(run: Run, clientOf: () => Client): Actions {
  const { delivery, notification, log } = run
  const { clock } = delivery
  const { message } = notification
  const to = message.type === 'private' ? 'people' : 'channel'
  const changing = (change: Promise<void>) => (to === 'people' ? onCopy('A reaction', change) : change)

  return {
    place: async () => (await delivery.placeIfKnown()) ?? { to: [message.sender_id] },
    send(...given: [message: string | Widget] | [where: Destination, message: string | Widget]) {
      const [first, text] = given
      // A further argument after a text, such as the index that `map` passes, is ignored.
      const isElsewhere = !(first instanceof Widget) && (typeof first === 'object' || typeof text === 'string')
      const sending = isElsewhere
        ? sendTo(clientOf(), first as Destination, text as string, log, notification.bot_full_name)
        : posted(first, 'A message to send').then((ids) => sentMessage(clientOf(), log, ids, to))
      // As with a reply, a failure that isn't awaited must not end the process.
      sending.catch((error: unknown) => log.debug(errorFields(error), 'ctx.send failed'))
      return sending
    },
    react: async (emoji) => changing(addReaction(clientOf(), message.id, emoji)),
    unreact: async (emoji) => changing(removeReaction(clientOf(), message.id, emoji)),
    edit: async (sent, text) => (typeof sent === 'number' ? sentMessage(clientOf(), log, [sent]) : sent).edit(text),
    progress(text) {
      const starting = begun(text)
      starting.catch((error: unknown) => log.debug(errorFields(error), 'ctx.progress failed'))
      return starting
    },
    async votes(poll) {
      const message_id = typeof poll === 'number' ? poll : poll.id
      const result = pollResult((await clientOf().messages.get({ message_id })).message)
      if (result !== undefined) return result
      throw new HandlerError(
        'invalid_message',
        `The message ${message_id} is no poll. Give one that was sent with poll().`,
      )
    },
    upload: (name, data) => uploadFile(clientOf(), name, data),
  }

  async function begun(text: string): Promise<Progress> {
    const [id = 0] = await posted(text, 'What ctx.progress was given', 1)
    const { progress, flush } = startProgress(id, text, {
      passing: delivery.client,
      lasting: clientOf(),
      clock,
      signal: delivery.signal,
      log,
      post: (more) => run.post(more),
    })
    run.beforeEnd(flush)
    return progress
  }

  async function posted(given: unknown, whose: string, most?: number): Promise<number[]> {
    const ids = await run.post(replyOf(given, whose), most)
    if (ids.length === 0) throw emptyMessage(whose, 'Give some text.')
    return ids
  }
}
