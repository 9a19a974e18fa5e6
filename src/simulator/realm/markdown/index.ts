import { noticeText, serverTexts } from '../../../protocol/index.js'
import { withThumbnails } from '../organisation/thumbnails.js'
import type { Account, Mentions } from '../world/state.js'
import type { World } from '../world/world.js'
import { parseBlocks } from './blocks.js'
import { breakLines, type Element, element, toHtml, trim } from './element.js'
import { newEnvironment } from './environment.js'
import { codeBlockHtml } from './fences.js'
import { parseInline } from './inline.js'
import { prepareLines } from './lines.js'
import { addPreviews } from './previews.js'
import { inlineRules } from './rules.js'
import { Stash } from './stash.js'

export interface Rendered {
  readonly html: string
  readonly mentions: Mentions
}

/**
 * Renders a message's Markdown as the server does, in its steps: lines, blocks, inline markup, previews. Shares no code with
 * `text`, since the tests check that room's escaping and splitting with this renderer.
 *
 * @param author Channels that the author can't read are not linked.
 */
export function render(world: World, content: string, author?: Account): Rendered {
  const environment = newEnvironment(world, content, author)
  const html = withinBounds(world, () => {
    const stash = new Stash()
    const root = parseBlocks(prepareLines(content, stash))
    frameCode(root, stash)
    parseInline(root, inlineRules(environment, stash))
    breakLines(root)
    addPreviews(world, root)
    return withThumbnails(world, trim(stash.restored(trim(root.children.map(toHtml).join('')))))
  })
  const { users, groups, channelWildcard, topicWildcard } = environment
  return { html, mentions: { users: [...users], groups: [...groups], channelWildcard, topicWildcard } }
}

/** Shows indented code like fenced code. */
function frameCode(parent: Element, stash: Stash): void {
  parent.children = parent.children.map((child) =>
    child.tag === 'pre' ? element('p', {}, stash.keep(`${codeBlockHtml(child.text, '')}\n`)) : child,
  )
  for (const child of parent.children) frameCode(child, stash)
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
    // A RangeError means Markdown that is nested too deeply; anything else is our bug.
    if (!(problem instanceof RangeError)) throw problem
  }
  return noticeText(serverTexts.unrenderable, { brand: world.words.brand })
}

/** The HTML of a message can be at most this many times as long as the length limit. */
const largestGrowth = 100
