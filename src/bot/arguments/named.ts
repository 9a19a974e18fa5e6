import type { User, UserGroup } from '../../protocol/index.js'
import { asCode, codeSafe, nearest } from '../../text/index.js'
import { shortened } from '../../values.js'
import { UserError } from '../base/errors.js'
import { groupCalled, userByAddress, userWithId } from '../people/lookUp.js'
import type { Sentences } from '../sentences/sentences.js'
import { type ArgumentKind, foundAt, type TextPosition, type WrittenArgument, wordAt } from './place.js'

/** A person or bot named in a command, by mention, address or ID. */
export interface UserArgument {
  /** As it was typed. It may be a mention, so pass it through `escapeMentions` before you repeat it. */
  readonly text: string
  /**
   * Looks the account up on the server, once for all calls.
   *
   * @throws {UserError} if no account or more than one matches; its message tells the sender which argument is wrong.
   */
  lookUp(): Promise<User>
}

export const userKind: ArgumentKind<UserArgument> = {
  expected: (sentences) => sentences.aPerson(asCode('@**Iago**')),
  take(place) {
    const named = userAt(place)
    if (!named) return undefined
    const { end, who } = named
    const text = place.text.slice(place.at, end)
    return {
      end,
      value: (written) => ({ text, lookUp: lookedUp(() => findUser(who, text, written)) }),
    }
  },
}

type Who =
  | { readonly by: 'id'; readonly id: number; readonly name: string | undefined }
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'email'; readonly email: string }

function userAt(place: TextPosition): { readonly end: number; readonly who: Who } | undefined {
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

/** At most fifteen digits, so that a number holds each ID exactly. */
const idOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

async function findUser(who: Who, text: string, written: WrittenArgument): Promise<User> {
  const { ctx, argument, sentences } = written
  if (who.by === 'name') return findByName(who.name, written)
  const user = await (who.by === 'id' ? userWithId(ctx, who.id) : userByAddress(ctx, who.email))
  // A name with somebody else's ID is no mention to the server, and people would read the wrong name.
  if (!user || (who.by === 'id' && who.name !== undefined && who.name !== user.full_name)) {
    throw new UserError(sentences.unknownPerson(asCode(argument), codeSafe(shortened(text)), undefined))
  }
  return user
}

async function findByName(name: string, { ctx, argument, sentences }: WrittenArgument): Promise<User> {
  const { client, signal } = ctx
  const { members } = await client.users.list({}, { signal })
  const called = members.filter(({ full_name }) => full_name.toLowerCase() === name.toLowerCase())
  const active = called.filter(({ is_active }) => is_active)
  const [user, another] = active.length > 0 ? active : called
  if (another) {
    const mentions = called.slice(0, 5).map(({ full_name, user_id }) => codeSafe(`@**${full_name}|${user_id}**`))
    throw new UserError(sentences.severalPeople(asCode(argument), codeSafe(shortened(name)), mentions))
  }
  if (user) return user
  const names = members.filter(({ is_active }) => is_active).map(({ full_name }) => full_name)
  throw notFound(sentences.unknownPerson, argument, name, names, (meant) => `@**${meant}**`)
}

/** A group of users named in a command, by mention, name or ID. */
export interface GroupArgument {
  /** As it was typed. It may mention the group, so pass it through `escapeMentions` before you repeat it. */
  readonly text: string
  /**
   * Looks the group up on the server, once for all calls.
   *
   * @throws {UserError} if there is no such group; its message tells the sender which argument is wrong.
   */
  lookUp(): Promise<UserGroup>
}

export const groupKind: ArgumentKind<GroupArgument> = {
  expected: (sentences) => sentences.aGroup(asCode('@*bakers*')),
  take(place) {
    const named = groupAt(place)
    if (!named) return undefined
    const { end, name } = named
    const text = place.text.slice(place.at, end)
    return { end, value: (written) => ({ text, lookUp: lookedUp(() => findGroup(name, written)) }) }
  },
}

function groupAt(place: TextPosition): { readonly end: number; readonly name: string } | undefined {
  if (place.isCode(place.at)) return undefined
  const mention = foundAt(/@_?\*([^*]+)\*(?!\*)/y, place.text, place.at)
  if (mention) return { end: place.at + mention[0].length, name: mention[1] ?? '' }
  const { word, end } = wordAt(place)
  return word === '' || /[@*`#<>]/.test(word) ? undefined : { end, name: word }
}

async function findGroup(name: string, { ctx, argument, sentences }: WrittenArgument): Promise<UserGroup> {
  const { client, signal } = ctx
  const { user_groups } = await client.userGroups.list({}, { signal })
  const group = groupCalled(user_groups, name)
  if (group) return group
  const own = user_groups.filter(({ is_system_group, deactivated }) => !is_system_group && deactivated !== true)
  const names = own.map((one) => one.name)
  throw notFound(sentences.unknownGroup, argument, name, names, (meant) => `@*${meant}*`)
}

/** A topic linked in a command. */
export interface TopicArgument {
  /** As it was typed. */
  readonly text: string
  /** The name of the channel, as it was typed. */
  readonly channel: string
  /** May be empty. */
  readonly topic: string
  /**
   * Looks the channel up on the server, once for all calls. The topic may have no messages yet.
   *
   * @throws {UserError} if the bot can see no channel of that name; its message tells the sender which argument is wrong.
   */
  lookUp(): Promise<{ readonly stream_id: number; readonly topic: string }>
}

export const topicKind: ArgumentKind<TopicArgument> = {
  expected: (sentences) => sentences.aTopic(asCode('#**kitchen>lunch**')),
  take({ text, at, isCode }) {
    const link = isCode(at) ? undefined : foundAt(/#\*\*([^*>]+)>([^*]*)\*\*/y, text, at)
    if (!link) return undefined
    const [typed, channel = '', rest = ''] = link
    // A link to one message of the topic ends in the message's ID.
    const topic = rest.replace(/@\d{1,15}$/, '')
    return {
      end: at + typed.length,
      value: (written) => ({
        text: typed,
        channel,
        topic,
        lookUp: lookedUp(async () => ({ stream_id: await findChannel(channel, written), topic })),
      }),
    }
  },
}

async function findChannel(name: string, { ctx, argument, sentences }: WrittenArgument): Promise<number> {
  const { client, signal, message } = ctx
  const isIt = (other: string) => other.toLowerCase() === name.toLowerCase()
  // The bot may be unable to list the channel that the message is in.
  if (message.type === 'stream' && isIt(message.display_recipient)) return message.stream_id
  const { streams } = await client.streams.list({}, { signal })
  const channel = streams.find((stream) => stream.name === name) ?? streams.find((stream) => isIt(stream.name))
  if (channel) return channel.stream_id
  // Names of private channels aren't suggested.
  const open = streams.filter(({ invite_only }) => !invite_only).map((stream) => stream.name)
  throw notFound(sentences.unknownChannel, argument, name, open, (meant) => `#**${meant}**`)
}

function notFound(
  sentence: Sentences['unknownPerson'],
  argument: string,
  name: string,
  known: readonly string[],
  written: (name: string) => string,
): UserError {
  const meant = nearest(name, known)
  const asked = meant === undefined ? undefined : codeSafe(written(meant))
  return new UserError(sentence(asCode(argument), codeSafe(shortened(name)), asked))
}

/** Asks at the first call and keeps the answer. A failure isn't kept: the next call asks again. */
function lookedUp<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined
  return () => {
    if (asked) return asked
    const asking = ask()
    asked = asking
    asking.catch(() => {
      asked = undefined
    })
    return asking
  }
}
