import { render } from './markdown/index.js'
import type { Mentions } from './state.js'
import type { World } from './world.js'

/** Something that looks like a mention, wherever it stands. */
export interface WrittenMention {
  readonly kind: 'account' | 'group'
  readonly silent: boolean
  readonly name: string
  /** Where it stands in the content: from an offset up to another. */
  readonly from: number
  readonly to: number
}

/** Everything in a content that looks like a mention, in order. */
export function writtenMentions(content: string): readonly WrittenMention[] {
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

/** The first of the mentions in a content that by itself, without the others, calls whom it is asked about. */
export function mentionThat(
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

/** The content with something else where the mentions begin, so that they are none. */
function without(mentions: readonly WrittenMention[], content: string): string {
  const letters = content.split('')
  for (const { from } of mentions) letters[from] = '\\'
  return letters.join('')
}
