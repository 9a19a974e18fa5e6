import { ApiError } from '../../client/index.js'
import { handledErrors } from '../../protocol/errors/handledErrors.js'
import type { User } from '../../protocol/index.js'
import { asCode, codeSafe, nearest } from '../../text/index.js'
import { shortened } from '../../values.js'
import type { Context } from '../context.js'
import { UserError } from '../errors.js'
import { foundAt } from './foundAt.js'
import { lookedUp } from './lookedUp.js'
import { type ArgumentKind, type Place, wordAt } from './place.js'

/** A person or bot that somebody named in a command, by mention, address or ID. */
export interface UserArgument {
  /** As it was typed; it may mention somebody, so pass it through `escapeMentions` before you say it again. */
  readonly text: string
  /**
   * Asks the server who that is, once for all calls.
   *
   * @throws {UserError} when there is nobody like that, or more than one; the sender reads which argument is wrong.
   */
  lookUp(): Promise<User>
}

export const userKind: ArgumentKind<UserArgument> = {
  // No text is put together for a bot that is made without; a bundler leaves all of it out.
  get expected() {
    return `a person: a mention such as ${asCode('@**Iago**')}, an address, or an ID`
  },
  take(place) {
    const named = nameAt(place)
    if (!named) return undefined
    const { end, who } = named
    const text = place.text.slice(place.at, end)
    return {
      end,
      value: (ctx, argument) => ({ text, lookUp: lookedUp(() => findUser(ctx, who, text, argument)) }),
    }
  },
}

type Who =
  | { readonly by: 'id'; readonly id: number; readonly name: string | undefined }
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'email'; readonly email: string }

function nameAt(place: Place): { readonly end: number; readonly who: Who } | undefined {
  if (place.isCode(place.at)) return undefined
  const mention = foundAt(/@_?\*\*([^*]+)\*\*/y, place.text, place.at)
  if (mention) {
    const inner = mention[1] ?? ''
    const bar = inner.lastIndexOf('|')
    const id = bar === -1 ? undefined : idOf(inner.slice(bar + 1))
    const name = id === undefined ? inner : inner.slice(0, bar)
    const who: Who = id === undefined ? { by: 'name', name } : { by: 'id', id, name: name === '' ? undefined : name }
    return { end: place.at + mention[0].length, who }
  }
  const { word, end } = wordAt(place)
  const id = idOf(word)
  if (id !== undefined) return { end, who: { by: 'id', id, name: undefined } }
  return /^[^@*`<>]+@[^@*`<>]+$/.test(word) ? { end, who: { by: 'email', email: word } } : undefined
}

/** IDs have fifteen digits at most, so that each is a number of its own. */
const idOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

async function findUser(ctx: Context, who: Who, text: string, argument: string): Promise<User> {
  if (who.by === 'name') return findByName(ctx, who.name, argument)
  const user = await (who.by === 'id' ? findById(ctx, who.id) : findByEmail(ctx, who.email)).catch((error: unknown) => {
    if (error instanceof ApiError && error.msg === handledErrors.noSuchUser.msg) return undefined
    throw error
  })
  // The server takes a name with another's ID for no mention, and people would read the wrong name.
  if (!user || (who.by === 'id' && who.name !== undefined && who.name !== user.full_name)) {
    throw new UserError(`${asCode(argument)}: I know nobody by ${codeSafe(shortened(text))}.`)
  }
  return user
}

async function findById({ client, signal }: Context, id: number): Promise<User> {
  return (await client.users.get({ user_id: id }, { signal })).user
}

async function findByEmail({ client, signal }: Context, email: string): Promise<User | undefined> {
  if (await client.supports('getUserByEmail')) return (await client.users.getByEmail({ email }, { signal })).user
  const { members } = await client.users.list({}, { signal })
  const isIt = (address: string | null) => address?.toLowerCase() === email.toLowerCase()
  return members.find((user) => isIt(user.delivery_email) || isIt(user.email))
}

async function findByName({ client, signal }: Context, name: string, argument: string): Promise<User> {
  const { members } = await client.users.list({}, { signal })
  const called = members.filter(({ full_name }) => full_name.toLowerCase() === name.toLowerCase())
  const active = called.filter(({ is_active }) => is_active)
  const [user, another] = active.length > 0 ? active : called
  if (another) {
    const mentions = called.slice(0, 5).map(({ full_name, user_id }) => codeSafe(`@**${full_name}|${user_id}**`))
    const several = `${asCode(argument)}: more than one is called ${codeSafe(shortened(name))}.`
    throw new UserError(`${several} Say which: ${mentions.join(', ')}.`)
  }
  if (user) return user
  const names = members.filter(({ is_active }) => is_active).map(({ full_name }) => full_name)
  const meant = nearest(name, names)
  const question = meant === undefined ? '' : ` Did you mean ${codeSafe(`@**${meant}**`)}?`
  throw new UserError(`${asCode(argument)}: I know nobody called ${codeSafe(shortened(name))}.${question}`)
}
