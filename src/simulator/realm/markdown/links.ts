import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { displayedTopic } from '../channels/topics.js'
import { channelPath, topicPath } from '../messages/messages.js'
import { findLinks } from '../organisation/linkify.js'
import type { Channel } from '../state.js'
import { type Environment, environmentOf, escapeText, html, replaceInText } from './environment.js'

/** A link without text shows its URL, links into the organisation are relative, and images get a preview. */
export function links(md: MarkdownIt): void {
  md.core.ruler.push('links', (state) => {
    state.tokens = state.tokens.flatMap((token, at) => {
      if (token.type === 'inline' && token.children !== null) {
        token.children = token.children.flatMap((child, place, all) => fixedLink(state, child, all[place + 1]))
      }
      const before = state.tokens[at - 1]
      return token.type === 'paragraph_close' && before?.type === 'inline'
        ? [token, ...previews(state, before)]
        : [token]
    })
  })
  md.renderer.rules.image = (tokens, at) => {
    const token = tokens[at]
    const source = String(token?.attrGet('src') ?? '')
    const { escapeHtml } = md.utils
    const text = escapeHtml(token?.content ?? '')
    return source.startsWith('/user_uploads/')
      ? `<img alt="${text}" class="inline-image" src="${escapeHtml(source)}">`
      : `<a href="${escapeHtml(source)}">${escapeText(token?.content || source)}</a>`
  }
}

function fixedLink(state: StateCore, token: Token, next: Token | undefined): Token[] {
  if (token.type !== 'link_open') return [token]
  const address = String(token.attrGet('href') ?? '')
  const own = `${environmentOf(state).world.url()}/`
  if (address.startsWith(`${own}#narrow`)) token.attrSet('href', `/${address.slice(own.length)}`)
  if (next?.type !== 'link_close') return [token]
  const text = new state.Token('text', '', 0)
  text.content = address
  return [token, text]
}

/** A preview of every linked image. */
function previews(state: StateCore, paragraph: Token): Token[] {
  const { escapeHtml } = state.md.utils
  return (paragraph.children ?? []).flatMap((child) => {
    const address = child.type === 'link_open' ? String(child.attrGet('href') ?? '') : ''
    if (!/^[^?#]+\.(?:bmp|gif|jpe?g|png|webp)(?:[?#].*)?$/i.test(address)) return []
    const source = escapeHtml(address)
    const token = new state.Token(html, '', 0)
    token.block = true
    token.content = `<div class="message_inline_image"><a href="${source}"><img src="${source}"></a></div>\n`
    return [token]
  })
}

/** Turns text that a linkifier matches into a link. */
export function linkifiers(md: MarkdownIt): void {
  const { escapeHtml } = md.utils
  md.core.ruler.push('linkifiers', (state) =>
    replaceInText(state, (text) =>
      findLinks(environmentOf(state).world, text).map((link) => ({
        start: link.start,
        end: link.end,
        html: `<a href="${escapeHtml(link.url)}">${escapeText(link.text)}</a>`,
      })),
    ),
  )
}

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
  const shown = topic === '' ? `<em>${escapeText(displayedTopic(world, topic))}</em>` : escapeText(topic)
  if (message === undefined) {
    const path = topicPath(channel, topic)
    return `<a class="stream-topic" data-stream-id="${channel.id}" href="${path}">#${name} &gt; ${shown}</a>`
  }
  const path = `${topicPath(channel, topic)}/near/${message}`
  return `<a class="message-link" href="${path}">#${name} &gt; ${shown} @ 💬</a>`
}
