import { audienceOf } from '../audience.js'
import { hasInFeed } from '../flags.js'
import { historyOf } from '../history.js'
import { renderPlainly } from '../markdown/index.js'
import { storedMessages } from '../messages.js'
import { readNarrow } from '../narrow.js'
import { byAccount, type Operation } from '../operation.js'
import { refuse } from '../refusal.js'
import { searchMatch, wordsSearched } from '../searchMatches.js'
import { checkSubmessage } from '../submessages.js'
import { nextId } from '../world.js'
import { readable } from './messages.js'

type Names =
  | 'messages.render'
  | 'messages.history'
  | 'messages.matchesNarrow'
  | 'messages.readReceipts'
  | 'submessages.send'

export const messageViewOperations: { readonly [Name in Names]: Operation<Name> } = {
  'messages.render': byAccount(({ world, params }) => {
    if (params.content.includes('\u0000')) refuse('messageMustNotContainNull')
    return { rendered: renderPlainly(world, params.content) }
  }),

  'messages.history': byAccount(({ world, caller, params }) => {
    const message = readable(world, caller, params.message_id)
    return { message_history: historyOf(world, message, params.allow_empty_topic_name) }
  }),

  'messages.matchesNarrow': byAccount(({ world, caller, params }) => {
    const narrow = readNarrow(world, caller, params.narrow)
    const words = wordsSearched(params.narrow)
    const fitting = storedMessages(world.state, params.msg_ids).filter(
      (message) => hasInFeed(caller, message) && narrow.fits(message),
    )
    return { messages: Object.fromEntries(fitting.map((message) => [message.id, searchMatch(world, message, words)])) }
  }),

  'messages.readReceipts': byAccount(({ world, caller, params }) => {
    const { senderId, readers } = readable(world, caller, params.message_id)
    if (!world.assumptions.readReceipts) refuse('readReceiptsDisabled')
    const shown = (id: number) =>
      id !== senderId &&
      world.state.accounts.get(id)?.isActive === true &&
      !caller.muted.has(id) &&
      !caller.mutedBy.has(id)
    return { user_ids: readers.filter(shown) }
  }),

  'submessages.send': byAccount(({ world, caller, params }) => {
    const { msg_type: type, content } = params
    const message = readable(world, caller, params.message_id)
    checkSubmessage(message, caller, content)
    const part = { id: nextId(world, 'submessage'), senderId: caller.id, type, content }
    message.submessages = [...message.submessages, part]
    world.emit('submessage', audienceOf(world, message.place), {
      msg_type: type,
      content,
      message_id: message.id,
      sender_id: caller.id,
      submessage_id: part.id,
    })
    return {}
  }),
}
