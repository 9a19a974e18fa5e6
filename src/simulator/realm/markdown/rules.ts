import { noticeText, serverTexts } from '../../../protocol/index.js'
import { findLinks } from '../organisation/linkify.js'
import { type ImageInText, loadingPicture, thumbnailed } from '../organisation/thumbnails.js'
import { channelLinks } from './channelLinks.js'
import { findCodeSpans } from './codeSpans.js'
import { append, type Element, element, escapeCode, finished, white } from './element.js'
import { emojiCharacters, namedEmoji } from './emoji.js'
import type { Environment } from './environment.js'
import { formula } from './fences.js'
import { type InlineRule, memoizeLast, patternRule, tagRule } from './inline.js'
import { bareLink, bareLinks, markdownLinks } from './links.js'
import { groupMentions, userMentions } from './mentions.js'
import { readTime } from './readTime.js'
import type { Stash } from './stash.js'

/** The rules for inline markup, in the server's order. */
export function inlineRules(environment: Environment, stash: Stash): readonly InlineRule[] {
  const { world } = environment
  const site = world.url()
  const imageAttributes = (plain: ImageInText) => {
    const upload = thumbnailed(world, plain.src)
    return upload === undefined ? { ...plain } : loadingPicture(upload, plain)
  }
  return [
    code(),
    boldItalics,
    userMentions(environment),
    patternRule('$$', inlineMath, ([, tex = '']) => stash.keep(formula(tex))),
    ...channelLinks(environment),
    times(environment),
    groupMentions(environment),
    markdownLinks({ site, imageAttributes: world.has('inlineImages') ? imageAttributes : undefined }),
    bareLinks(site),
    linkified(environment, site),
    patternRule('&', /&(?:#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);/g, ([entity]) => stash.keep(entity)),
    ...emphasis,
    namedEmoji(environment),
    lineBreak,
    emojiCharacters(environment),
  ]
}

/** Before backticks, two backslashes become one; everywhere else, backslashes stay. */
function code(): InlineRule {
  const spansOf = memoizeLast(findCodeSpans)
  return {
    sign: '`',
    find(text, from) {
      const span = spansOf(text).find(({ start }) => start >= from)
      backslashes.lastIndex = from
      const pairs = backslashes.exec(text)
      if (pairs !== null && (span === undefined || pairs.index < span.start)) {
        const [{ length }] = pairs
        return { start: pairs.index, end: pairs.index + length, made: '\\'.repeat(length / 2) }
      }
      return span && { ...span, made: finished('code', {}, escapeCode(span.code)) }
    },
  }
}

const backslashes = /(?<!\\)(?:\\\\)+(?=`)/g

const boldItalics = patternRule(
  '***',
  new RegExp(`\\*\\*\\*(?![${white}])([^*^\\n]+)(?<![${white}])\\*\\*\\*`, 'g'),
  ([, text = '']) => {
    const bold = element('strong')
    append(bold, element('em', {}, text))
    return bold
  },
  { nests: true },
)

const emphasis: readonly InlineRule[] = [
  tagRule('strong', '**', /\*\*([^\n]+?)\*\*/g),
  tagRule('em', '*', new RegExp(`\\*(?![${white}])([^*^\\n]+)(?<![${white}])\\*`, 'g')),
  tagRule('del', '~~', /(?<!~)~~([^~\n]+?)~~(?!~)/g),
]

const lineBreak = patternRule('\n', /\n/g, () => element('br'))

const word = '[\\p{L}\\p{N}_]'
const inlineMath = new RegExp(`(?<!${word}|\\$)\\$\\$([^\\n_$](?:\\\\\\$|[^$\\n])*)\\$\\$(?!\\$|${word})`, 'gu')

/** Matches of the organisation's linkifiers. */
function linkified({ world }: Environment, site: string): InlineRule {
  const linksOf = memoizeLast((text) => findLinks(world, text))
  return {
    sign: '',
    find(text, from) {
      const found = linksOf(text).find(({ start }) => start >= from)
      return found && { start: found.start, end: found.end, made: bareLink(site, found.url, found.text) }
    },
  }
}

/** `<time:…>`: a date and time in any usual form, or UNIX seconds. Without a time zone it is UTC. */
function times({ world }: Environment): InlineRule {
  return patternRule('<time:', /<time:([^>]*)>/g, ([whole, text = '']): Element | string => {
    const time = readTime(text, world.clock.now())
    if (time !== undefined) return finished('time', { datetime: time }, text)
    if (world.has('invalidTimesAsText')) return whole
    return finished('span', { class: 'timestamp-error' }, noticeText(serverTexts.invalidTime, { text }))
  })
}
