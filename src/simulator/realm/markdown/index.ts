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
    // A RangeError means Markdown that the parser can't handle; anything else is a bug of ours.
    if (!(problem instanceof RangeError)) throw problem
  }
  return noticeText(serverTexts.unrenderable, { brand: world.words.brand })
}

/** The HTML of a message can be at most this many times as long as the length limit. */
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
 * The HTML of one line of plain text, with or without mentions, which is what most messages are. The parser would return
 * the same at many times the cost. Undefined if any other rule might match.
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

/** Characters. `plain` would be too slow for longer texts; servers accept no more by default. */
const longest = 10_000

/** Lists, rules, quotes and code can only begin at the start of a line. */
const oneLine = /^[A-Za-z0-9@].*$/

function textAt(content: string, at: number): string {
  plain.lastIndex = at
  return plain.exec(content)?.[0] ?? ''
}

/** Characters that mean nothing in Markdown, and punctuation at the end of a word. */
const plain = /(?:[A-Za-z0-9 _%,;?'+=-]|(?<=[A-Za-z])[.:!](?= |$))+/y
