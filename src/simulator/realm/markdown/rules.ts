import { findLinks } from '../organisation/linkify.js'
import { channelLinks } from './channelLinks.js'
import { nextCodeSpan } from './codeSpans.js'
import { append, element, escapeCode, finished, white } from './element.js'
import { emojiCharacters, namedEmoji } from './emoji.js'
import type { Environment } from './environment.js'
import { formula } from './fences.js'
import { type InlineRule, patternRule, tagRule } from './inline.js'
import { bareLink, bareLinks, markdownLinks } from './links.js'
import { groupMentions, userMentions } from './mentions.js'
import type { Stash } from './stash.js'
import { times } from './times.js'

/** All rules for what stands within a line, in the server's order. */
export function inlineRules(environment: Environment, stash: Stash): readonly InlineRule[] {
  const { world } = environment
  const site = world.url()
  return [
    escapedBackslashes,
    code,
    boldItalics,
    userMentions(environment),
    patternRule('$$', inlineMath, ([, tex = '']) => stash.keep(formula(tex))),
    ...channelLinks(environment),
    times(environment),
    groupMentions(environment),
    markdownLinks({ site, hasImages: world.has('inlineImages') }),
    bareLinks(site),
    linkified(environment, site),
    patternRule('&', /&(?:#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);/g, ([entity]) => entity),
    tagRule('strong', '**', /\*\*([^\n]+?)\*\*/g),
    tagRule('em', '*', new RegExp(`\\*(?![${white}])([^*^\\n]+)(?<![${white}])\\*`, 'g')),
    tagRule('del', '~~', /(?<!~)~~([^~\n]+?)~~(?!~)/g),
    namedEmoji(environment),
    patternRule('\n', /\n/g, () => element('br')),
    emojiCharacters(environment),
  ]
}

/** Two backslashes before code are one; everywhere else a backslash is a backslash. */
const escapedBackslashes = patternRule('\\\\', /(?<!\\)(?:\\\\)+(?=`)/g, ([pairs]) => pairs.slice(pairs.length / 2))

const code: InlineRule = {
  sign: '`',
  find(text, from) {
    const span = nextCodeSpan(text, from)
    return span && { ...span, made: finished('code', {}, escapeCode(span.code)) }
  },
}

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

const word = '[\\p{L}\\p{N}_]'
const inlineMath = new RegExp(`(?<!${word}|\\$)\\$\\$([^\\n_$](?:\\\\\\$|[^$\\n])*)\\$\\$(?!\\$|${word})`, 'gu')

/** What the organisation's linkifiers match. */
function linkified({ world }: Environment, site: string): InlineRule {
  return {
    sign: '',
    find(text, from) {
      const found = findLinks(world, text).find(({ start }) => start >= from)
      return found && { start: found.start, end: found.end, made: bareLink(site, found.url, found.text) }
    },
  }
}
