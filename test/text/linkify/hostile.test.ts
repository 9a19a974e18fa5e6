import { checkLinkifier, createLinkifier } from 'earshot/linkify'
import { describe, expect, it } from 'vitest'
import { issues, linkifier } from './linkifiers.js'

// None of these looks at a clock: with an engine that backtracks, or that is quadratic, they would not end in the time
// that a test has.

const a = 'https://a.example/'

describe('a pattern with catastrophic backtracking', () => {
  it.each([
    ['(a+)+$', `${'a'.repeat(100_000)}!`],
    ['(?:a|a)*b', 'a'.repeat(100_000)],
    ['(?:a*)*b', 'a'.repeat(100_000)],
    ['(?:a|aa)+$', `${'a'.repeat(100_000)}!`],
    ['(?:.*a){20}', 'a '.repeat(5_000)],
    ['(?:\\w+\\s?)*#', 'word '.repeat(20_000)],
    ['(?:x+x+)+y', 'x'.repeat(100_000)],
  ])('is matched in linear time: %s', (pattern, text) => {
    const engine = createLinkifier([linkifier({ pattern, url_template: a }), issues])
    expect(engine.problems).toEqual([])
    expect(engine.find(`${text} #1`).at(-1)?.text).toBe('#1')
    expect(engine.topicLinks(text.slice(0, 60))).toBeInstanceOf(Array)
  })

  it.each(['a(?:.*b)?', '(?:.*b|a)', '(?:.*b)?a'])(
    'ends with at most the first matches if it scans the whole rest: %s',
    (pattern) => {
      const engine = createLinkifier([linkifier({ pattern, url_template: a })])
      const found = engine.find('a '.repeat(5_000))
      expect(found.length).toBeLessThan(5_000)
      expect(found.every(({ text }) => text === 'a')).toBe(true)
    },
  )

  it("doesn't limit a plain pattern with many matches", () => {
    const found = createLinkifier([issues]).find('#12345 and the next: '.repeat(450))
    expect(found).toHaveLength(450)
  })

  it.each([
    ['repetitions on end', '.{1000}'.repeat(10)],
    ['groups on end', '(.)'.repeat(1_000)],
    ['more than fits', '.{1000}'.repeat(10_000)],
    ['a very long text', 'a'.repeat(100_000)],
  ])('is rejected if it is too large: %s', (_, pattern) => {
    expect(checkLinkifier({ pattern, url_template: a }).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Bad regular expression: pattern too large - compile failed/),
    ])
  })

  it('is rejected if it is nested too deeply', () => {
    const pattern = `${'('.repeat(50_000)}a${')'.repeat(50_000)}`
    expect(checkLinkifier({ pattern, url_template: a })).toMatchObject([{ error: 'badRegularExpression' }])
  })
})

describe('hundreds of linkifiers', () => {
  it('work, recompiled if they exceed the cache', () => {
    const many = Array.from({ length: 500 }, (_, id) =>
      linkifier({ id, pattern: `L${id}-(?P<n>[0-9]+)`, url_template: `${a}${id}/{n}` }),
    )
    for (const engine of [createLinkifier(many), createLinkifier(many)]) {
      expect(engine.topicLinks('L499-1 and L0-2')).toEqual([
        { text: 'L499-1', url: `${a}499/1` },
        { text: 'L0-2', url: `${a}0/2` },
      ])
    }
  })
})
