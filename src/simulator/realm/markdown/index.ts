import Parser, { type MarkdownIt } from 'markdown-it'
import { noticeText, serverTexts } from '../../../protocol/index.js'
import { findLinks } from '../organisation/linkify.js'
import type { Mentions } from '../state.js'
import type { World } from '../world.js'
import { emoji, times } from './emoji.js'
import { type Environment, escapeText, html, newEnvironment } from './environment.js'
import { fences, math } from './fences.js'
import { channelLinks, linkifiers, links } from './links.js'
import { mentionAt, mentions } from './mentions.js'

export interface Rendered {
  readonly html: string
  readonly mentions: Mentions
}

/** Renders a message's Markdown as the server's HTML. The HTML is assumed: the spec shows none. */
export function render(world: World, content: string): Rendered {
  const plain = newEnvironment(world)
  const line = plainHtml(plain, content)
  const environment = line === undefined ? newEnvironment(world) : plain
  const text = withinBounds(world, () => line ?? parser.render(content, { environment }).trimEnd())
  const { users, groups, channelWildcard, topicWildcard } = environment
  return { html: text, mentions: { users: [...users], groups: [...groups], channelWildcard, topicWildcard } }
}

/** Renders Markdown whose mentions don't matter, such as a description. */
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

/** How many times its length limit a message may grow as HTML. */
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

/** Underscores are text: emphasis is written with asterisks. */
function onlyStars(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'underscore', (state, silent) => {
    if (state.src.charAt(state.pos) !== '_') return false
    if (!silent) state.pending += '_'
    state.pos += 1
    return true
  })
}

/**
 * The HTML of a line of plain text, with mentions in it or without, which most messages are: the same as the parser
 * makes of it, at a small part of the cost. Undefined for everything in which any other rule might find something.
 */
function plainHtml(environment: Environment, content: string): string | undefined {
  if (content.length > longest || !oneLine.test(content) || content.endsWith(' ')) return undefined
  let html = ''
  for (let at = 0; at < content.length; ) {
    const mention = content[at] === '@' ? mentionAt(environment, content, at) : undefined
    const text = mention === undefined ? textAt(content, at) : ''
    if (mention === undefined && (text === '' || findLinks(environment.world, text).length > 0)) return undefined
    mention?.count()
    html += mention?.html ?? text
    at += mention?.length ?? text.length
  }
  return `<p>${html}</p>`
}

/** Characters, more than which would be too much for `plain`; servers take no more unless they are told to. */
const longest = 10_000

/** Characters that begin lists, rules, quotes or code do so only at the start of a line. */
const oneLine = /^[A-Za-z0-9@].*$/

function textAt(content: string, at: number): string {
  plain.lastIndex = at
  return plain.exec(content)?.[0] ?? ''
}

/** Characters without a meaning in Markdown, and punctuation at the end of a word. */
const plain = /(?:[A-Za-z0-9 _%,;?'+=-]|(?<=[A-Za-z])[.:!](?= |$))+/y
