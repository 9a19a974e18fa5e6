import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lexemesIn } from '../../../../src/simulator/realm/search/words.js'
import { opener, type Service } from '../../ways.js'

/**
 * Texts with their lexemes, and words with their stems, by PostgreSQL 15: its parser and its English stemmer, with the stop
 * words that servers use.
 */
const fixtures = JSON.parse(readFileSync(new URL('postgresqlWords.json', import.meta.url), 'utf8')) as {
  readonly texts: readonly (readonly [text: string, lexemes: readonly string[]])[]
  readonly stems: Readonly<Record<string, string>>
}

describe('the words of a text', () => {
  it.each(fixtures.texts)('are those of PostgreSQL in %j', (text, lexemes) => {
    expect([...lexemesIn(text)].sort()).toEqual([...lexemes].sort())
  })

  it("are compared by PostgreSQL's stems", () => {
    expect(Object.keys(fixtures.stems).length).toBeGreaterThan(250)
    for (const [word, stem] of Object.entries(fixtures.stems)) expect([word, ...lexemesIn(word)]).toEqual([word, stem])
  })

  it('that are too long for words are compared as they are', () => {
    const long = 'running'.repeat(2_000)
    expect([...lexemesIn(`${long} running`)]).toEqual([long, 'run'])
  })
})

describe.each([200, 300, 387, 496])('a search at level %i', (featureLevel) => {
  const open = opener()
  const content =
    'The **bakers** were running to [the ovens](https://example.com/hot), https://example.org/menu: Fish & chips, 100% rye_bread!'

  async function said(): Promise<Service> {
    const service = await open({ featureLevel })
    service.simulator.say('iago', { channel: 'kitchen', topic: 'Sourdough orders' }, content)
    return service
  }

  async function found({ call }: Service, operand: string, more: object = {}) {
    const narrow = JSON.stringify([{ operator: 'search', operand, ...more }])
    const { body } = await call('hamlet', 'GET', '/messages', {
      anchor: 'newest',
      num_before: '1',
      num_after: '0',
      narrow,
    })
    const messages = body.messages as { match_content?: string; match_subject?: string; subject: string }[]
    return messages.filter(({ subject }) => subject === 'Sourdough orders')
  }

  it.each([
    'bakers were running',
    'runs',
    'baker',
    'OVEN',
    'oven order',
    'sourdoughs chips',
    '"were running"',
    '"WERE running" oven',
    '"sourdough ORDERS"',
    'example.org',
    '"100%"',
    '"rye_bread"',
  ])('finds the message for %j', async (operand) => {
    expect(await found(await said(), operand)).toHaveLength(1)
  })

  it.each([
    'runn',
    'bak',
    'bakers croissant',
    'the',
    'the were to',
    '"running were"',
    '"run to"',
    '"ryeXbread"',
    '"100_"',
    'href',
    'strong',
    'amp',
    'example.com',
    'example',
    'menu',
  ])('finds nothing for %j', async (operand) => {
    expect(await found(await said(), operand)).toEqual([])
  })

  it('finds the others if it is negated', async () => {
    const service = await said()
    expect(await found(service, 'baker', { negated: true })).toEqual([])
    expect(await found(service, 'croissant', { negated: true })).toHaveLength(1)
    expect(await found(service, 'the', { negated: true })).toHaveLength(1)
  })

  it('highlights whole words, in no tag', async () => {
    const service = await said()
    const word = (text: string) => `<span class="highlight">${text}</span>`
    const [message] = await found(service, 'run "bakers" hot order fish')
    expect(message).toBeUndefined()
    const [match] = await found(service, 'run "bakers" order fish')
    expect(match?.match_subject).toBe(`Sourdough ${word('orders')}`)
    expect(match?.match_content).toContain(
      `<strong>${word('bakers')}</strong> were ${word('running')} to <a href="https://`,
    )
    expect(match?.match_content).toContain(`: ${word('Fish')} &amp; chips`)
    expect(match?.match_content?.match(/highlight/g)).toHaveLength(3)
  })

  it('has the stop words of `POST /register`', async () => {
    const { call } = await open({ featureLevel })
    const { body } = await call('hamlet', 'POST', '/register', { fetch_event_types: '["stop_words"]' })
    const words = body.stop_words as string[]
    expect(words).toHaveLength(149)
    expect(words).toEqual(expect.arrayContaining(['the', 'themselves', 'z', 'don']))
    expect(words.flatMap((word) => [...lexemesIn(word)])).toEqual([])
  })
})
