import { type EndpointName, endpointNamed, type Message, parametersSchema } from '../protocol/index.js'
import type { CallContext } from './realm/access/operation.js'
import type { Realm } from './realm/realm.js'

/** Makes a call like a person in a browser. @throws {RangeError} that names an invalid parameter @throws {Refusal} */
export function callAs<Name extends EndpointName>(
  realm: Realm,
  caller: ReturnType<Realm['account']>,
  name: Name,
  parameters: Readonly<Record<string, unknown>>,
  context: CallContext = {},
): ReturnType<typeof realm.call<Name>> {
  const read = parametersSchema(endpointNamed(name)).safeParse(parameters)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new RangeError(`${issue?.path.join('.') ?? 'a parameter'}: ${issue?.message ?? 'is wrong'}`)
  }
  // The endpoint's own schema has just checked them.
  return realm.call(name, caller, read.data as never, { client: 'website', ...context })
}

/** A message as an account sees it, with its Markdown and submessages. @throws {Refusal} */
export function messageAs(realm: Realm, caller: ReturnType<Realm['account']>, id: number): Message {
  const how = { apply_markdown: false, allow_empty_topic_name: true }
  return callAs(realm, caller, 'messages.get', { message_id: id, ...how }).message as Message
}

/** Takes a reaction back as apps do, by the code and type that the message shows. @throws {Refusal} */
export function unreactAs(realm: Realm, caller: ReturnType<Realm['account']>, id: number, emoji_name: string): void {
  const shown = messageAs(realm, caller, id).reactions.find((one) => one.emoji_name === emoji_name)
  const { emoji_code, reaction_type } = shown ?? {}
  callAs(realm, caller, 'reactions.remove', { message_id: id, emoji_name, emoji_code, reaction_type })
}

/** Adds a change of a widget to its message. @throws {Refusal} */
export function attachAs(realm: Realm, caller: ReturnType<Realm['account']>, id: number, data: object): void {
  const content = JSON.stringify(data)
  callAs(realm, caller, 'submessages.send', { message_id: id, msg_type: 'widget', content })
}
