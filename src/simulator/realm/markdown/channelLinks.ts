import { lazily } from '../../base/lazily.js'
import { hasCopy, mayReadChannel, sharesHistory } from '../access/visibility.js'
import { channelPath, messagesIn, topicPath } from '../conversations/messages.js'
import { displayedTopic } from '../conversations/topics.js'
import type { StoredChannel, StoredMessage } from '../world/state.js'
import { type Element, element, finished } from './element.js'
import { type Environment, namesIn } from './environment.js'
import { type InlineRule, patternRule } from './inline.js'
import { mayPrecedeMention } from './mentions.js'

const toMessage = new RegExp(`${mayPrecedeMention}#\\*\\*([^*>]+)>([^*]*)@(\\d+)\\*\\*`, 'g')
const toTopic = new RegExp(`${mayPrecedeMention}#\\*\\*(?<name>[^*>]+)>([^*]*)\\*\\*`, 'g')
const toNamedTopic = new RegExp(`${mayPrecedeMention}#\\*\\*([^*>]+)>([^*]+)\\*\\*`, 'g')
const toChannel = new RegExp(`${mayPrecedeMention}#\\*\\*(?<name>[^*]+)\\*\\*`, 'g')

/** `#**channel>topic@message**`, `#**channel>topic**` and `#**channel**`. A channel that the author can't read stays text. */
export function channelLinks(environment: Environment): readonly InlineRule[] {
  const { world } = environment
  // Only channels that the source names are linked.
  if (!environment.content.includes('#**')) return []
  const written = lazily(() => namesIn(environment.content, [toChannel, toTopic]))
  const rule = (pattern: RegExp, make: (channel: StoredChannel, match: RegExpExecArray) => Element) =>
    patternRule('#**', pattern, (match) => {
      const name = match[1] ?? ''
      const channel = written().has(name) ? linkableChannel(environment, name) : undefined
      return channel && make(channel, match)
    })
  const id = (channel: StoredChannel) => ({ 'data-stream-id': String(channel.id) })
  return [
    ...(world.has('messageLinks')
      ? [
          rule(toMessage, (channel, [, , topic = '', message]) => {
            const href = `${topicPath(world, channel, topic)}/near/${message}`
            return named(environment, { class: 'message-link', href }, channel, topic, ' @ 💬')
          }),
        ]
      : []),
    rule(world.has('emptyTopic') ? toTopic : toNamedTopic, (channel, [, , topic = '']) => {
      const href = topicPath(world, channel, topic) + linkedMessage(environment, channel, topic)
      return named(environment, { class: 'stream-topic', ...id(channel), href }, channel, topic, '')
    }),
    rule(toChannel, (channel) =>
      finished('a', { class: 'stream', ...id(channel), href: channelPath(world, channel) }, `#${channel.name}`),
    ),
  ]
}

function linkableChannel({ world, author }: Environment, name: string): StoredChannel | undefined {
  const channel = [...world.state.channels.values()].find((one) => one.name === name)
  return channel !== undefined && (author === undefined || mayReadChannel(author, channel)) ? channel : undefined
}

/** A link to a topic goes to its newest message (on older servers, its first), so that it follows the topic when it moves. */
function linkedMessage({ world, author }: Environment, channel: StoredChannel, topic: string): string {
  if (!world.has('topicLinksWithMessage')) return ''
  const place = { kind: 'channel', stream_id: channel.id, topic } as const
  const isSeen = (message: StoredMessage) =>
    sharesHistory(channel) || (author !== undefined && hasCopy(message, author.id))
  const messages = messagesIn(world.state, place)
  const linked = world.has('newestTopicLinks') ? messages.findLast(isSeen) : messages.find(isSeen)
  return linked === undefined ? '' : `/with/${linked.id}`
}

function named(
  { world }: Environment,
  attributes: Readonly<Record<string, string>>,
  channel: StoredChannel,
  topic: string,
  sign: string,
): Element {
  if (topic !== '') return finished('a', attributes, `#${channel.name} > ${topic}${sign}`)
  const link = finished('a', attributes, `#${channel.name} > `)
  const name = element('em', {}, displayedTopic(world, topic))
  name.tail = sign
  name.tailIsFinal = true
  link.children.push(name)
  return link
}
