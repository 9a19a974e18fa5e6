import type { User, UserGroup } from '../../protocol/index.js'
import { allTyped, asCode, codeSafe, findTyped, fold, nearest, withoutEnd, withoutSigns } from '../../text/index.js'
import { percentDecoded, shortened } from '../../values.js'
import { UserError } from '../base/errors.js'
import { groupCalled, userByAddress, userWithId } from '../people/lookUp.js'
import { english } from '../sentences/english.js'
import type { Sentences } from '../sentences/sentences.js'
import { type Address, addressAt } from './links.js'
import { lookalikes } from './lookalikes.js'
import {
  type ArgumentKind,
  foundAt,
  type RefusedArgument,
  type Taken,
  type TextPosition,
  type WrittenArgument,
  wordAt,
} from './place.js'
import { quotationAt } from './quoted.js'

/** A person or bot named in a command, by mention, name, address or ID, or as `me`. */
export interface UserArgument {
  /** As it was typed. It may be a mention, so pass it through `escapeMentions` before you repeat it. */
  readonly text: string
  /**
   * Looks the account up on the server, once for all calls. A name without a mention is looked up before the handler runs.
   *
   * @throws {UserError} if no account or more than one matches; its message tells the sender which argument is wrong.
   */
  lookUp(): Promise<User>
}

export const userKind: ArgumentKind<UserArgument> = {
  expected: (sentences) => sentences.aPerson(asCode('@**Iago**')),
  take(place) {
    const named = userAt(place)
    if (!named || 'found' in named) return named
    const { end, who } = named
    const text = place.text.slice(place.at, end)
    const argument = (written: WrittenArgument) => ({ text, lookUp: lookedUp(() => findUser(who, text, written)) })
    if (who.by !== 'word') return { end, value: argument }
    return {
      end,
      isGuess: true,
      async value(written) {
        const user = argument(written)
        await user.lookUp()
        return user
      },
    }
  },
}

type Who =
  | { readonly by: 'id'; readonly id: number; readonly name: string | undefined }
  | { readonly by: 'mention'; readonly name: string }
  /** What follows it in the text may be the rest of the name. */
  | { readonly by: 'word'; readonly name: string; readonly rest: string }
  | { readonly by: 'email'; readonly email: string }

function userAt(place: TextPosition): { readonly end: number; readonly who: Who } | RefusedArgument | undefined {
  if (place.isCode(place.at)) return undefined
  const mention = foundAt(/@_?\*\*([^*]+)\*\*/y, place.text, place.at)
  if (mention) {
    const inner = mention[1] ?? ''
    const bar = inner.lastIndexOf('|')
    const id = bar === -1 ? undefined : idOf(inner.slice(bar + 1))
    const name = id === undefined ? inner : inner.slice(0, bar)
    const who: Who = id === undefined ? { by: 'mention', name } : { by: 'id', id, name: name === '' ? undefined : name }
    return { end: place.at + mention[0].length, who }
  }
  const { word, end } = wordAt(place)
  const typed = withoutEnd(word)
  const id = idOf(fold(typed))
  if (id !== undefined) return { end, who: { by: 'id', id, name: undefined } }
  const link = addressAt(place)
  const email = link?.address.replace(/^mailto:/i, '') ?? ''
  if (link && /^[^@*`<>]+@[^@*`<>]+$/.test(email)) return { end: link.end, who: { by: 'email', email } }
  const named = /^[-+.]?\d/.test(fold(typed)) ? undefined : nameAt(place)
  return named && 'name' in named ? { end: named.end, who: { by: 'word', ...named } } : named
}

/** A name without the stars of a mention: all that is left if nothing else can follow, a quotation, or else a word. */
function nameAt(
  place: TextPosition,
): { readonly end: number; readonly name: string; readonly rest: string } | RefusedArgument | undefined {
  const { text } = place
  const at = place.at + (/[@＠]/.test(text[place.at] ?? '') ? 1 : 0)
  const quotation = quotationAt({ ...place, at })
  if (quotation && 'found' in quotation) return quotation
  const { word, end } = wordAt({ ...place, at })
  const name = quotation?.inner ?? ((place.isLast && foundAt(/[^\n]{1,200}$/y, text, at)?.[0].trimEnd()) || word)
  if (/[@*`#<>]/.test(name) || !/[\p{L}\p{N}]/u.test(name)) return undefined
  if (quotation) return { end: quotation.end, name, rest: '' }
  const after = name === word ? end : at + name.length
  return { end: after, name, rest: text.slice(after, after + 200) }
}

/** At most fifteen digits, so that a number holds each ID exactly. */
const idOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

async function findUser(who: Who, text: string, written: WrittenArgument): Promise<User> {
  const { ctx, argument, sentences } = written
  if (who.by === 'mention' || who.by === 'word') return findByName(who, written)
  const user = await (who.by === 'id' ? userWithId(ctx, who.id) : userByAddress(ctx, who.email))
  // A name with somebody else's ID is no mention to the server, and people would read the wrong name.
  if (!user || (who.by === 'id' && who.name !== undefined && who.name !== user.full_name)) {
    throw new UserError(sentences.unknownPerson(asCode(argument), codeSafe(shortened(text)), undefined))
  }
  return user
}

async function findByName(
  who: Extract<Who, { readonly name: string; readonly by: 'mention' | 'word' }>,
  written: WrittenArgument,
): Promise<User> {
  const { ctx, argument, sentences } = written
  const { client, signal, sender } = ctx
  const { name } = who
  const { members } = await client.users.list({}, { signal })
  const active = members.filter(({ is_active }) => is_active)
  const inUse = allTyped(name, active, nameOf)
  const named = inUse.length > 0 ? inUse : allTyped(name, members, nameOf)
  const longer = who.by === 'word' ? active.filter((one) => goesOn(one.full_name, who)) : []
  const oneself = `${english.oneself}|${sentences.oneself}`.split('|').map(fold)
  const isSender = who.by === 'word' && oneself.includes(withoutSigns(fold(name)))
  const self = isSender ? members.filter(({ user_id }) => user_id === sender.id) : []
  const called = [...new Set([...self, ...named, ...longer])]
  const [user, another] = called
  if (another) {
    const mentions = called.slice(0, 5).map(({ full_name, user_id }) => codeSafe(`@**${full_name}|${user_id}**`))
    throw new UserError(sentences.severalPeople(asCode(argument), codeSafe(shortened(name)), mentions))
  }
  if (user && user !== longer[0]) return user
  const names = (longer.length > 0 ? longer : active).map(nameOf)
  // A word may be no name at all.
  const sentence: Sentences['unknownPerson'] = (where, typed, meant) =>
    who.by === 'mention' || meant !== undefined
      ? sentences.unknownPerson(where, typed, meant)
      : sentences.wrong(where, typed, userKind.expected(sentences), undefined)
  throw notFound(sentence, written, name, names, (meant) => `@**${meant}**`)
}

const nameOf = ({ full_name }: User): string => full_name

/** Whether a name begins with the typed word, and the text after that goes on as the name does. */
function goesOn(full: string, { name, rest }: { readonly name: string; readonly rest: string }): boolean {
  const [whole, begin] = [fold(full), withoutSigns(fold(name))]
  const text = `${begin} ${fold(rest).replace(/^[^\p{L}\p{N}]+/u, '')} `
  return (
    begin !== '' &&
    whole.startsWith(`${begin} `) &&
    text.startsWith(whole) &&
    !/[\p{L}\p{N}]/u.test(text[whole.length] ?? '')
  )
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
    if (!named || 'found' in named) return named
    const { end } = named
    const text = place.text.slice(place.at, end)
    return { end, value: (written) => ({ text, lookUp: lookedUp(() => findGroup(named, written)) }) }
  },
}

function groupAt(place: TextPosition): ReturnType<typeof nameAt> {
  if (place.isCode(place.at)) return undefined
  const [mention, name = ''] = foundAt(/@?_?\*([^*\s](?:[^*]*[^*\s])?)\*(?!\*)/y, place.text, place.at) ?? []
  return mention === undefined ? nameAt(place) : { end: place.at + mention.length, name, rest: '' }
}

async function findGroup(
  named: { readonly name: string; readonly rest: string },
  written: WrittenArgument,
): Promise<UserGroup> {
  const { client, signal } = written.ctx
  const { user_groups } = await client.userGroups.list({}, { signal })
  const own = user_groups.filter(({ is_system_group, deactivated }) => !is_system_group && deactivated !== true)
  const longer = own.filter((one) => goesOn(one.name, named))
  const group = longer.length > 0 ? undefined : groupCalled(user_groups, named.name)
  if (group) return group
  const names = (longer.length > 0 ? longer : own).map((one) => one.name)
  throw notFound(written.sentences.unknownGroup, written, named.name, names, (meant) => `@*${meant}*`)
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
  take(place) {
    const { text, at } = place
    if (place.isCode(at)) return undefined
    const [linked, channel = '', topic = ''] = foundAt(/#\*\*([^*>]+)>([^*]*)\*\*/y, text, at) ?? []
    // A link to one message of the topic ends in the message's ID.
    if (linked !== undefined) return topicTaken(linked, at, channel, topic.replace(/@\d{1,15}$/, ''))
    const link = addressAt(place)
    if (link && /^(?:https?:|\/?#narrow\/)/i.test(link.address))
      return narrowLink.test(link.address) ? narrowTaken(link, place) : undefined
    const bare = place.isLast
      ? /#?([^\n#*`<>]{1,100}?)\s*>\s*([^\n*`<>]{1,100})$/y
      : /#?([^\s#*`<>]{1,100})>([^\s*`<>]{1,100})/y
    const [whole, before = '', after = ''] = foundAt(bare, text, at) ?? []
    if (whole === undefined) return undefined
    // Where a topic of several words ends is unknown if anything may follow.
    return place.isLast
      ? topicTaken(whole, at, before, after.trim())
      : { found: whole, meant: [`#**${before}>${after}**`] }
  },
}

function topicTaken(text: string, at: number, channel: string, topic: string): Taken<TopicArgument> {
  return {
    end: at + text.length,
    value: (written) => ({
      text,
      channel,
      topic,
      lookUp: lookedUp(async () => ({ stream_id: await findChannel(channel, topic, written), topic })),
    }),
  }
}

const narrowLink = /#narrow\/(?:channel|stream)\/(\d+)[^/]*\/(?:topic|subject)\/([^/?]*)/

/** The link to a topic or message that apps copy. Names in it have dots in place of percent signs. */
function narrowTaken({ address, end }: Address, place: TextPosition): Taken<TopicArgument> {
  const text = place.text.slice(place.at, end)
  return {
    end,
    async value({ ctx, argument, sentences }) {
      const { client, signal } = ctx
      const site = new URL(`${client.site}/`)
      const url = URL.canParse(address, site.href) ? new URL(address, site) : undefined
      const [, id = '', encoded = ''] = narrowLink.exec(url?.hash ?? '') ?? []
      const topic = percentDecoded(encoded.replaceAll('.', '%'))
      if (`${url?.origin}${url?.pathname}` !== `${site.origin}${site.pathname}` || topic === undefined) {
        const expected = topicKind.expected(sentences)
        throw new UserError(sentences.wrong(asCode(argument), codeSafe(shortened(text)), expected, undefined))
      }
      const { streams } = await client.streams.list({}, { signal })
      const channel = streams.find(({ stream_id }) => String(stream_id) === id)
      if (!channel)
        throw new UserError(sentences.unknownChannel(asCode(argument), codeSafe(shortened(text)), undefined))
      const { stream_id } = channel
      return { text, channel: channel.name, topic, lookUp: async () => ({ stream_id, topic }) }
    },
  }
}

async function findChannel(name: string, topic: string, written: WrittenArgument): Promise<number> {
  const { client, signal, message } = written.ctx
  // The bot may be unable to list the channel that the message is in.
  if (message.type === 'stream' && fold(message.display_recipient) === fold(name)) return message.stream_id
  const { streams } = await client.streams.list({}, { signal })
  const channel = findTyped(name, streams, (stream) => stream.name)
  if (channel) return channel.stream_id
  // Names of private channels aren't suggested.
  const open = streams.filter(({ invite_only }) => !invite_only).map((stream) => stream.name)
  throw notFound(written.sentences.unknownChannel, written, name, open, (meant) => `#**${meant}>${topic}**`)
}

function notFound(
  sentence: Sentences['unknownPerson'],
  { argument, sentences }: WrittenArgument,
  name: string,
  known: readonly string[],
  written: (name: string) => string,
): UserError {
  const begun = known.filter((one) => fold(one).startsWith(`${withoutSigns(fold(name))} `))
  const meant = begun.length === 1 ? begun[0] : nearest(name, known)
  const asked = meant === undefined ? undefined : codeSafe(written(meant))
  const unknown = sentence(asCode(argument), codeSafe(shortened(name)), asked)
  return new UserError(unknown + lookalikes(name, meant ?? name, sentences))
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
