import { describe, expect, it } from 'vitest'
import { pages } from './blocks.js'

/** Words of a paragraph or of an item of a list; more is hard to find one's way in. */
const most = 80

const guides = pages().filter(({ place }) => place.startsWith('docs/guides/'))

describe('the guides', () => {
  it.each(guides.map(({ place, text }) => [place, text] as const))(
    `have no paragraph of more than ${most} words: %s`,
    (_, text) => {
      const prose = text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').split(/\n\s*\n/)
      const paragraphs = prose
        .filter((block) => !/^\s*[|#]/.test(block))
        .flatMap((block) => block.split(/\n(?=- |\d+\. )/))
      const long = paragraphs.filter((one) => wordsIn(one) > most)
      expect(long.map((one) => `${wordsIn(one)} words: ${one.slice(0, 60)}`)).toEqual([])
    },
  )
})

const wordsIn = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}'’`.@/-]+/gu)?.length ?? 0
