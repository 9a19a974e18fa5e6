import { endpointNamed, endpoints, parametersSchema } from '../../protocol/index.js'
import type { Simulator } from '../../simulator/index.js'
import type { ChatLog, Logged } from '../../simulator/transcript/chatLog.js'
import { idOf } from '../../simulator/transcript/who.js'
import { type Bindings, filledIn } from '../../transcript/placeholders.js'
import type { Deed, Parameters, Text, TranscriptPlace } from '../../transcript/transcript.js'
import { textAsKept } from '../../transcript/write.js'

/** Something that a person of a transcript can't do, and why. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
}

/** What people do with. */
export interface Hands {
  readonly simulator: Simulator
  readonly log: ChatLog
  readonly bindings: Bindings
}

/**
 * Does what a person of a transcript does. Gives what the deed lets names stand for from then on.
 *
 * @throws {CannotDo} when it can't be done @throws {Refusal} when the service says no
 */
export function act(deed: Deed, place: TranscriptPlace, hands: Hands): Bindings {
  const { simulator, bindings } = hands
  if (deed.kind === 'effect') return bindings
  const { realm } = simulator
  const caller = realm.account(deed.who)
  const asBrowser = { client: 'website' }
  switch (deed.kind) {
    case 'message': {
      const others = 'people' in place ? place.people.filter((name) => idOf(realm, name) !== caller.id) : []
      const where = 'people' in place ? { to: others.length > 0 ? others : [caller.id] } : place
      simulator.say(caller.id, where, said(deed.text, bindings))
      return bindings
    }
    case 'edit': {
      const { id } = aimed(deed, place, caller.id, hands)
      const content = said(deed.text, bindings)
      realm.call('messages.edit', caller, { ...edit, message_id: id, content }, asBrowser)
      return bindings
    }
    case 'move': {
      const { id } = aimed(deed, place, undefined, hands)
      if (!('channel' in deed.to)) throw new CannotDo('messages can only be moved to a topic of a channel')
      const { channel, topic } = deed.to
      const isElsewhere = !('channel' in place) || realm.channel(channel).id !== realm.channel(place.channel).id
      const to = { topic, ...(isElsewhere && { stream_id: realm.channel(channel).id }) }
      const propagate_mode = ({ one: 'change_one', later: 'change_later', topic: 'change_all' } as const)[deed.scope]
      realm.call('messages.edit', caller, { ...edit, message_id: id, ...to, propagate_mode }, asBrowser)
      return bindings
    }
    case 'delete':
      realm.call('messages.delete', caller, { message_id: aimed(deed, place, caller.id, hands).id }, asBrowser)
      return bindings
    case 'react':
    case 'unreact': {
      const { id } = aimed(deed, place, undefined, hands)
      const name = deed.kind === 'react' ? 'reactions.add' : 'reactions.remove'
      realm.call(name, caller, { message_id: id, emoji_name: deed.emoji }, asBrowser)
      return bindings
    }
    case 'upload': {
      const file = new File([`${said(deed.text, bindings)}\n`], deed.name, { type: 'text/plain' })
      const { url, uri } = realm.call('files.upload', caller, { file }, asBrowser)
      return new Map([...bindings, [deed.name, String(url ?? uri)]])
    }
    case 'call': {
      const name = endpoints.find((endpoint) => endpoint.name === deed.endpoint)?.name ?? 'users.me'
      const params = parametersSchema(endpointNamed(name)).safeParse(valuesOf(deed.parameters, bindings))
      if (!params.success) {
        const [issue] = params.error.issues
        throw new CannotDo(`${issue?.path.join('.') ?? 'a parameter'}: ${issue?.message ?? 'is wrong'}`)
      }
      // The schema of the endpoint has just read them.
      realm.call(name, caller, params.data as never, asBrowser)
      return bindings
    }
  }
}

/** What an edit says where nobody says otherwise. */
const edit = {
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: true,
} as const

function said(text: Text, bindings: Bindings): string {
  const filled = filledIn(textAsKept(text), bindings)
  if (filled !== undefined) return filled
  throw new CannotDo('a name in it stands for nothing, since the words above that give it did not fit')
}

/** The message that is meant; where none is said, the newest there, of somebody's where it is theirs that counts. */
function aimed(
  deed: { readonly which?: Text },
  place: TranscriptPlace,
  sender: number | undefined,
  hands: Hands,
): Logged {
  const { log, bindings } = hands
  const found = deed.which === undefined ? log.newest(place, sender) : log.meant(place, deed.which, bindings)
  if (found !== undefined) return found
  throw new CannotDo(
    deed.which === undefined ? 'there is no message there yet' : `there is no message there that is "${deed.which}"`,
  )
}

function valuesOf(parameters: Parameters, bindings: Bindings): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parameters).map(([name, value]) => {
    if ('json' in value) return [name, value.json]
    const text = said(value.text, bindings)
    // What a name stands for is text, and may be meant as a number.
    return [name, text !== value.text && /^\d+$/.test(text) ? Number(text) : text]
  })
  return Object.fromEntries(entries)
}
