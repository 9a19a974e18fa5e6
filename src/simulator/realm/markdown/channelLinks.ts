import type { MarkdownIt } from 'markdown-it'
import { topicShown } from '../channels/topics.js'
import { channelPath, topicPath } from '../messages/narrowLinks.js'
import type { Channel } from '../state.js'
import { type Environment, environmentOf, escapeText, html } from './environment.js'

/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. An unknown channel stays text. */
export function channelLinks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'channel_link', (state, silent) => {
    if (!state.src.startsWith('#**', state.pos)) return false
    if (state.pos > 0 && !/[\s'"(,:<]/.test(state.src.charAt(state.pos - 1))) return false
    pattern.lastIndex = state.pos
    const match = pattern.exec(state.src)
    if (match === null || pattern.lastIndex > state.posMax) return false
    const [whole, name = '', topic, message] = match
    const environment = environmentOf(state)
    const channel = channelNamed(environment, name)
    if (channel === undefined) return false
    if (!silent) state.push(html, '', 0).content = link(environment, channel, topic, message)
    state.pos += whole.length
    return true
  })
}

const pattern = /#\*\*([^*>]+)(?:>([^*]*?)(?:@(\d+))?)?\*\*/y

function channelNamed({ world }: Environment, name: string): Channel | undefined {
  const wanted = name.toLowerCase()
  return [...world.state.channels.values()].find((channel) => channel.name.toLowerCase() === wanted)
}

function link(
  { world }: Environment,
  channel: Channel,
  topic: string | undefined,
  message: string | undefined,
): string {
  const name = escapeText(channel.name)
  if (topic === undefined) {
    return `<a class="stream" data-stream-id="${channel.id}" href="${channelPath(channel)}">#${name}</a>`
  }
  const shown = topic === '' ? `<em>${escapeText(topicShown(world, topic))}</em>` : escapeText(topic)
  if (message === undefined) {
    const path = topicPath(channel, topic)
    return `<a class="stream-topic" data-stream-id="${channel.id}" href="${path}">#${name} &gt; ${shown}</a>`
  }
  const path = `${topicPath(channel, topic)}/near/${message}`
  return `<a class="message-link" href="${path}">#${name} &gt; ${shown} @ 💬</a>`
}
