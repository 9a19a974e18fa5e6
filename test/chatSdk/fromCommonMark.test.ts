import { Bot, type ConvertsText, stream, streamTo } from 'earshot'
import { assistant } from 'earshot/assistant'
import { fromCommonMark } from 'earshot/chat-sdk'
import { Client } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { testBot } from 'earshot/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closedSoFar, decodeEntities } from '../../src/text/index.js'
import { runs } from '../seed.js'
import { openBakery } from '../simulator/realm/bakery.js'

const bakery = openBakery()
const html = (content: string) => String(bakery.as('iago').call('messages.render', { content }).rendered)

/** Blocks whose marks all have a meaning in CommonMark. */
const block = fc.constantFrom(
  'Today\n=====',
  'And *more*\n---',
  'See [the menu][1], [prices][], ![a cake][cake] and [hours].',
  '1\\. Not a list, \\(really\\) no\\!',
  '__Rye__ is _good_, ***very*** ~~bad~~ `a * b`',
  '**Bread\nand water**',
  '1. __Mix__\n\n   ~~~sh\n   mix **all** [x][y] \\*\n   ~~~\n2. [Bake][1]',
  '- [x] done\n- [ ] [open][1]',
  '> Quoted\n> ===\n> _words_',
  '| _a_ | b |\n|---|---|\n| [c][1] | __d__ |',
  'One  \ntwo<br>three',
  'A [link](https://example.com/a_b_c "Title") and <https://example.com/d>.',
  '***',
)
const definitions =
  '[1]: https://example.com/menu "Menu"\n[prices]: <https://example.com/p>\n[hours]: https://example.com/h\n[cake]: https://example.com/c.png'
const answer = fc.array(block, { minLength: 1, maxLength: 5 }).map((blocks) => [...blocks, definitions].join('\n\n'))

/** The words that a reader sees of a text outside of code. */
const shown = (content: string) => decodeEntities(html(content).replace(/<code.*?<\/code>|<[^>]*>|:\w+:/gs, ' '))

it('shows no mark of CommonMark in any step of an answer, but in code', () => {
  fc.assert(
    fc.property(answer, fc.integer({ min: 3, max: 60 }), (text, step) => {
      const { soFar, whole } = fromCommonMark()
      // Until its definition comes, that may be a word in brackets.
      for (let end = step; end < text.length; end += step) {
        expect(shown(closedSoFar(soFar(text.slice(0, end)))).replaceAll('[hours]', '')).not.toMatch(
          /[*_~`\\[\]|=#]|---|<br/,
        )
      }
      expect(shown(whole(text))).not.toMatch(/[*_~`\\[\]|=#]|---|<br/)
      expect(html(whole(text)).split('example.com/h"').length).toBe(text.split('[hours].').length)
    }),
    { numRuns: runs(100) },
  )
})

const written = ['__Rye__ and [spelt][1]', ', \\*not\\* water\n', '---\n\n', '[1]: https://example.com/s']
const converted = '## **Rye** and [spelt](https://example.com/s), &#42;not&#42; water'

async function* pieces(...given: readonly string[]): AsyncGenerator<string> {
  yield* given
}

it('converts what a handler streams, and returns the text of the source', async () => {
  const bot = new Bot().onMention(async (ctx) => {
    const { text } = await stream(ctx, pieces(...written), { convert: fromCommonMark })
    expect(text).toBe(written.join(''))
  })
  await using chat = await testBot(bot)
  const [reply] = await chat.as('iago').say('@**Echo** go', { channel: 'kitchen', topic: 'lunch' })
  expect(reply?.content).toBe(converted)
})

it('converts what is streamed without a handler', async () => {
  const simulator = createSimulator({ randomSeed: 1 })
  const { token: _, ...credentials } = simulator.credentials('echo')
  const client = new Client({ ...credentials, fetch: simulator.fetch })
  await streamTo(client, { channel: 'kitchen', topic: 'a stream' }, pieces(...written), { convert: fromCommonMark })
  expect(simulator.messages({ channel: 'kitchen', topic: 'a stream' }).map(({ content }) => content)).toEqual([
    converted,
  ])
  await simulator.close()
})

it.each([undefined, fromCommonMark])('mentions nobody by an assistant (%o)', async (convert) => {
  const model = () => pieces('@__Iago__, @', '**Ia', 'go**, @*bakers* and @**all**')
  const answering = assistant({ model, ...(convert && { convert }) })
  await using chat = await testBot(new Bot().onMention(answering))
  const [reply] = await chat.as('iago').say('@**Echo** go', { channel: 'kitchen', topic: 'lunch' })
  expect(reply?.content).toContain('@_**Iago**')
  expect(html(reply?.content ?? '')).not.toMatch(/class="user-(?:group-)?mention"/)
})

it('refuses what is no function', async () => {
  const convert = 'CommonMark' as unknown as ConvertsText
  let problem = ''
  const bot = new Bot().onMention(async (ctx) => {
    problem = await stream(ctx, pieces('a'), { convert }).then(String, String)
  })
  await using chat = await testBot(bot)
  await chat.as('iago').say('@**Echo** go', { channel: 'kitchen', topic: 'lunch' })
  expect(problem).toContain('has `convert` ')
  expect(problem).toContain('Give a function, such as fromCommonMark')
})
