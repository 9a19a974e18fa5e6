import { botTypes } from '../../../protocol/index.js'
import { nearest } from '../../../text/nearest.js'
import { accountNamed, accountOf, isBot } from '../access/accounts.js'
import { isInGroup } from '../access/groups.js'
import { messageOf } from '../conversations/messages.js'
import { render } from '../markdown/index.js'
import type { Account, ChannelPlace, Group, Mentions, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'

export interface Why {
  readonly triggered: boolean
  readonly because: Because
  /** The reason as a sentence, with advice if the message was not posted. */
  readonly says: string
  /** The message's current content. */
  readonly content: string
  /** Start and end of the decisive mention in the content. */
  readonly mention: { readonly from: number; readonly to: number } | null
  /** Sentences about other facts that affect what users see. */
  readonly besides: readonly string[]
}

type Verdict = Pick<Why, 'because' | 'says'> & { readonly by?: WrittenMention | undefined }

type Because = (typeof becauses)[number]

export const becauses = [
  'mention',
  'group mention',
  'direct message',
  'not an outgoing webhook',
  'sent by a bot',
  'deactivated',
  'not in the conversation',
  'mentioned by an edit',
  'silent mention',
  'mention in code',
  'wildcard mention',
  'not in the channel',
  'misspelt mention',
  'no mention',
] as const

/**
 * Why a message was or wasn't posted to a bot: the rules of 6.1, checked one by one.
 *
 * @throws {RangeError} if there is no such bot or message
 */
export function whyTriggered(world: World, which: string | number, messageId: number): Why {
  const bot = accountNamed(world, which)
  const message = messageOf(world, messageId)
  const triggered = message.triggered.some(({ botId }) => botId === bot.id)
  const { by, ...reason } = triggered ? whyReached(world, message, bot) : whyNot(world, message, bot)
  const mention = by === undefined ? null : { from: by.from, to: by.to }
  return { triggered, ...reason, content: message.content, mention, besides: besidesWhy(world, message, bot) }
}

function whyReached(world: World, { place, mentions, content }: StoredMessage, bot: Account): Verdict {
  const { id, full_name } = bot
  if (place.kind === 'direct') {
    return verdict('direct message', `${full_name} is in the conversation, and every direct message reaches it.`)
  }
  if (mentions.users.includes(id)) {
    const by = mentionThat(({ users }) => users.includes(id), world, content)
    return verdict('mention', `The message mentions ${full_name}.`, by)
  }
  return verdict(
    'group mention',
    `The message mentions a group that ${full_name} is a member of, in a channel that it is in.`,
    mentionThat((found) => groupWith(world, bot, found) !== undefined, world, content),
  )
}

function whyNot(world: World, message: StoredMessage, bot: Account): Verdict {
  const { full_name } = bot
  if (bot.bot_type !== botTypes.outgoingWebhook) {
    return verdict(
      'not an outgoing webhook',
      `${full_name} is not an outgoing-webhook bot; the server posts only to those.`,
    )
  }
  const sender = accountOf(world, message.sender_id)
  if (isBot(sender)) {
    return verdict('sent by a bot', `${sender.full_name}, who sent it, is a bot itself; no bot ever triggers one.`)
  }
  if (!bot.is_active) return verdict('deactivated', `${full_name} is deactivated; reactivate it first.`)
  const { place } = message
  if (place.kind === 'channel') return whyNotMentioned(world, message, place, bot)
  if (!place.user_ids.includes(bot.id)) {
    return verdict('not in the conversation', `${full_name} is not in this direct conversation; write to it too.`)
  }
  return verdict('deactivated', `${full_name} was not active when the message was sent; send it again.`)
}

function whyNotMentioned(world: World, message: StoredMessage, place: ChannelPlace, bot: Account): Verdict {
  const { full_name } = bot
  const { mentions, content } = message
  if (mentions.users.includes(bot.id)) {
    return verdict(
      'mentioned by an edit',
      `It mentions ${full_name} now, but did not when it was sent; edits trigger nothing.`,
      mentionThat(({ users }) => users.includes(bot.id), world, content),
    )
  }
  const written = writtenMentions(content).filter(({ kind }) => kind === 'account')
  const own = written.filter(({ name }) => means(name, bot))
  const silent = own.find((one) => one.silent)
  if (silent !== undefined) {
    const says = `It mentions ${full_name} silently, as @_**${full_name}**; write @**${full_name}**.`
    return verdict('silent mention', says, silent)
  }
  if (own.length > 0) {
    return verdict(
      'mention in code',
      `Its mention of ${full_name} notifies nobody where it stands: in code, in a quote or inside a word; move it out.`,
      own[0],
    )
  }
  if (mentions.channelWildcard || mentions.topicWildcard) {
    return verdict(
      'wildcard mention',
      `It mentions everybody, which triggers no bot; write @**${full_name}**.`,
      mentionThat((found) => found.channelWildcard || found.topicWildcard, world, content),
    )
  }
  const group = groupWith(world, bot, mentions)
  const channel = world.state.channels.get(place.stream_id)
  if (group !== undefined && channel?.subscribers.includes(bot.id) !== true) {
    return verdict(
      'not in the channel',
      `It mentions the group ${group.name}, but ${full_name} is not in the channel; subscribe it.`,
      mentionThat((found) => groupWith(world, bot, found) !== undefined, world, content),
    )
  }
  const near = written.find(({ name }) => nearest(name, [full_name]) !== undefined)
  if (near !== undefined) {
    return verdict(
      'misspelt mention',
      `It mentions "${near.name}", and not ${full_name}; write @**${full_name}**.`,
      near,
    )
  }
  return verdict('no mention', `It does not mention ${full_name}; write @**${full_name}** anywhere in it.`)
}

function groupWith(world: World, bot: Account, { groups }: StoredMessage['mentions']): Group | undefined {
  return groups.flatMap((id) => world.state.groups.get(id) ?? []).find((one) => isInGroup(world, one, bot, true))
}

/** By name, ignoring case, by `name|id` or by `|id`. */
function means(written: string, { id, full_name }: Account): boolean {
  const [name = '', withId] = written.split('|')
  if (withId === undefined) return name.toLowerCase() === full_name.toLowerCase()
  return withId === String(id) && (name === '' || name === full_name)
}

function verdict(because: Because, says: string, by?: WrittenMention): Verdict {
  return { because, says, by }
}

/** Facts that weren't decisive but affect what users see. */
function besidesWhy(world: World, { sender_id, place }: StoredMessage, bot: Account): readonly string[] {
  const sender = accountOf(world, sender_id)
  const { full_name } = bot
  const sentences: string[] = []
  if (sender.muted.has(bot.id)) {
    sentences.push(
      `${sender.full_name} has muted ${full_name}: muting stops no delivery, but hides the reply from them.`,
    )
  }
  if (bot.muted.has(sender_id)) sentences.push(`${full_name} has muted ${sender.full_name}, which stops no delivery.`)
  if (!sender.is_active) sentences.push(`${sender.full_name} is deactivated by now.`)
  if (!bot.is_active) sentences.push(`${full_name} is deactivated by now.`)
  const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
  if (channel !== undefined && !channel.subscribers.includes(bot.id)) {
    sentences.push(
      `${full_name} is not in #${channel.name}: a mention reaches it all the same, and it may answer there.`,
    )
  }
  return sentences
}

/** Text that looks like a mention. */
interface WrittenMention {
  readonly kind: 'account' | 'group'
  readonly silent: boolean
  readonly name: string
  /** Start and end in the content. */
  readonly from: number
  readonly to: number
}

function writtenMentions(content: string): readonly WrittenMention[] {
  return [...content.matchAll(/@(_?)(?:\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/g)].map(
    ({ 0: whole, 1: silent, 2: account, 3: group, index }) => ({
      kind: account === undefined ? 'group' : 'account',
      silent: silent !== '',
      name: account ?? group ?? '',
      from: index,
      to: index + whole.length,
    }),
  )
}

/** The first mention that has an effect on its own, without the others. */
function mentionThat(
  calls: (mentions: Mentions) => boolean,
  world: World,
  content: string,
): WrittenMention | undefined {
  const written = writtenMentions(content)
  return written.find((one) => {
    const others = written.filter((other) => other !== one)
    return calls(render(world, without(others, content)).mentions)
  })
}

/** The content with all these mentions disabled. */
function without(mentions: readonly WrittenMention[], content: string): string {
  const letters = content.split('')
  for (const { from } of mentions) letters[from] = '\\'
  return letters.join('')
}
