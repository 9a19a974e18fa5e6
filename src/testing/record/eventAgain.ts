import { attachAs, callAs, unreactAs } from '../../simulator/callAs.js'
import { isObject } from '../../values.js'
import { recordedMessage } from './found.js'
import { type Stage, sayAgain } from './stage.js'

/** Repeats what a person did according to an event; not what the bot did. @throws {Refusal} @throws {RangeError} */
export function doneByEvent(event: unknown, stage: Stage): void {
  if (!isObject(event)) return
  const { simulator, aliases, bot } = stage
  const said = recordedMessage(event.message)
  if (said !== undefined) {
    const isNew = aliases.idOf('message', said.id) === undefined
    if (isNew && aliases.idOf('user', said.sender) !== bot) sayAgain(stage, said)
    return
  }
  const actor = aliases.idOf('user', Number(event.user_id ?? event.sender_id))
  const message = aliases.idOf('message', Number(event.message_id))
  if (message === undefined || actor === undefined || actor === bot) return
  const account = simulator.realm.account(actor)
  const { type, op, emoji_name, content } = event
  const call = (name: Parameters<typeof callAs>[2], parameters: object) =>
    callAs(simulator.realm, account, name, { message_id: message, ...parameters })
  if (type === 'reaction' && op === 'remove') unreactAs(simulator.realm, account, message, String(emoji_name))
  else if (type === 'reaction') call('reactions.add', { emoji_name })
  else if (type === 'update_message' && typeof content === 'string')
    call('messages.edit', { content: aliases.text(content) })
  else if (type === 'submessage' && typeof content === 'string') {
    const data = JSON.parse(content) as unknown
    if (isObject(data)) attachAs(simulator.realm, account, message, data)
  }
}
