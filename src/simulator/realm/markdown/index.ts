import Parser, { type MarkdownIt } from 'markdown-it'
import { noticeText, serverTexts } from '../../../protocol/index.js'
import type { Mentions } from '../state.js'
import type { World } from '../world.js'
import { channelLinks } from './channelLinks.js'
import { emoji } from './emoji.js'
import { escapeText, html, newEnvironment } from './environment.js'
import { fences } from './fences.js'
import { linkifiers } from './linkifiers.js'
import { links } from './links.js'
import { math } from './math.js'
import { mentions } from './mentions.js'
import { plainHtml } from './plain.js'
import { times } from './times.js'

/** Content as HTML, and whom it calls. */
export interface Rendered {
  readonly html: string
  readonly mentions: Mentions
}

/** Turns a message's Markdown into the server's HTML. The shapes are assumed: the spec shows none. */
export function render(world: World, content: string): Rendered {
  const plain = newEnvironment(world)
  const line = plainHtml(plain, content)
  const environment = line === undefined ? newEnvironment(world) : plain
  const text = withinBounds(world, () => line ?? parser.render(content, { environment }).trimEnd())
  const { users, groups, channelWildcard, topicWildcard } = environment
  if (users.length + groups.length === 0 && !channelWildcard && !topicWildcard) return { html: text, mentions: nobody }
  return { html: text, mentions: { users, groups, channelWildcard, topicWildcard } }
}

/** One for all messages that call nobody. */
const nobody: Mentions = { users: [], groups: [], channelWildcard: false, topicWildcard: false }

/** Turns Markdown of which only the look matters, such as a description, into HTML. */
export function renderPlainly(world: World, content: string): string {
  return content === '' ? '' : render(world, content).html
}

function withinBounds(world: World, make: () => string): string {
  try {
    const text = make()
    if (text.length <= world.assumptions.messageLength * largestGrowth) return text
  } catch (problem) {
    // Markdown that the parser can't take is the sender's affair; anything else is ours.
    if (!(problem instanceof RangeError)) throw problem
  }
  return noticeText(serverTexts.unrenderable, { brand: world.words.brand })
}

/** How many times its limit a message may grow when it becomes HTML. */
const largestGrowth = 100

const parser = makeParser()

function makeParser(): MarkdownIt {
  const md = new Parser({ html: false, breaks: true, linkify: true })
  md.linkify.set({ fuzzyLink: true })
  md.disable(['reference', 'lheading', 'entity', 'html_block', 'html_inline'])
  md.use(onlyStars)
    .use(mentions)
    .use(channelLinks)
    .use(emoji)
    .use(times)
    .use(math)
    .use(fences)
    .use(linkifiers)
    .use(links)
  md.renderer.rules.text = (tokens, at) => escapeText(tokens[at]?.content ?? '')
  md.renderer.rules.code_inline = (tokens, at) => `<code>${escapeText(tokens[at]?.content ?? '')}</code>`
  md.renderer.rules[html] = (tokens, at) => tokens[at]?.content ?? ''
  md.renderer.rules.s_open = () => '<del>'
  md.renderer.rules.s_close = () => '</del>'
  return md
}

/** Underscores are text: emphasis is written with stars. */
function onlyStars(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'underscore', (state, silent) => {
    if (state.src.charAt(state.pos) !== '_') return false
    if (!silent) state.pending += '_'
    state.pos += 1
    return true
  })
}
