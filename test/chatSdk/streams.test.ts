import { type StreamChunk, StreamingPlan, type Thread } from 'chat'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCommonMark, throwErrorParts } from '../../src/chatSdk/index.js'
import { convertMarkdown } from '../../src/chatSdk/markdown/growing.js'
import { createSimulator } from '../../src/simulator/index.js'
import { closedSoFar, decodeEntities } from '../../src/text/index.js'
import { runs } from '../seed.js'
import { openBakery } from '../simulator/realm/bakery.js'
import { connect, contents } from './kit.js'

const bakery = openBakery()
const html = (content: string) => String(bakery.as('iago').call('messages.render', { content }).rendered)
/** What a reader sees, without white space. */
const shownIn = (markup: string) => decodeEntities(markup.replace(/<[^>]*>/g, '')).replace(/\s+/g, '')

/** What language models write. */
const block = fc.constantFrom(
  'Bread with **rye and _water_**, *salt* and `yeast`, ~~no sugar~~. Really!',
  '{{emoji:wave}} hello <@8>, see [the menu](https://example.com/menu "Menu") and ![a cake](https://example.com/cake.png).',
  'Call @**all** at 2 * 3 = 6, snake_case_name, \\*stars\\* and C:\\\\dir & more &amp; less',
  '1. Mix\n\n   ```js\n   const a = [1, 2]\n   ```\n\n   then wait\n2. Bake **well**',
  '- one\n  - two `x`\n    - three\n- [ ] four\n- [x] five',
  '| Bread | Price |\n|---|---:|\n| **rye** | 2 |\n| `spelt` | 3 |',
  '```ts\nlet x = "{{ name }}"\n// **no** [link](\n```',
  'A heading\n===\n\n## Another **one**',
  '> Quoted *words*\n> and more\n\n> One\n>\n> ```\n> code\n> ```',
  '<details><summary>More</summary>\n\nIt is `here`.\n\n</details>',
  'A line  \nand another  \nand https://example.com/a_b_c',
  '---',
  '***Both*** and __strong__ {{emoji:thumbs_up}}{{emoji:fire}} 🥐🥖',
)
const answer = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('\n\n'))
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })

describe('a text that grows', () => {
  it('only ever shows the beginning of what it will be, without half a construct', () => {
    fc.assert(
      fc.property(answer, cuts, (text, places) => {
        const growing = fromCommonMark()
        const whole = shownIn(html(convertMarkdown(text)))
        for (const place of places.sort((a, b) => a - b)) {
          const shown = closedSoFar(growing.soFar(text.slice(0, Math.floor(place * text.length))))
          const markup = html(`${shown}\n\nEND`)
          expect(markup).toMatch(/(^|\n|<\/div>)<p>END<\/p>$/)
          const seen = shownIn(html(shown))
          expect(whole.slice(0, seen.length)).toBe(seen)
        }
      }),
      { numRuns: runs(500) },
    )
  })
})

/** The parts of long lists and tables. */
const longBlocks = {
  'a list': (at: number) => `- ${at} is **good**, [linked](https://example.com/${at}) and [named][1]\n`,
  'a list from 7 on': (at: number) => `${at + 7}. ${at} is **good**\n\n   and _more_\n   - inside\n\n`,
  'a list of ones': (at: number) => `1. ${at} is **good** and cheap\n`,
  'a table': (at: number) =>
    at === 0 ? '| a | b |\n|---|:-:|\n' : `| ${at} **good** | [named][1]${at % 3 === 0 ? '' : ' | c'} |\n`,
}

it.each(Object.entries(longBlocks))('writes %s that grows as if it came at once', (_, part) => {
  const { soFar } = fromCommonMark()
  const text = (count: number) => `See:\n\n${Array.from({ length: count }, (_, at) => part(at)).join('')}`
  const end = 'Then **this**.\n\n[1]: https://example.com/one\n'
  for (let count = 20; count <= 220; count += 20) {
    expect(convertMarkdown(`${text(count)}\n[1]: undefined:\n`)).toContain(soFar(text(count)))
  }
  const whole = text(220)
  expect(whole.length).toBeGreaterThan(4_500)
  const { soFar: atOnce } = fromCommonMark()
  expect(atOnce(`${whole}\n${end}`)).toBe(convertMarkdown(`${whole}\n${end}`))
})

/** A thread on a server whose clock stands still but for `done`; `calls` are the texts that were sent and edited. */
async function inKitchen() {
  const simulator = createSimulator({ clock: 'frozen', randomSeed: 1 })
  const { clock } = simulator
  const calls: string[] = []
  const connected = await connect({
    on: simulator,
    adapter: {
      clock,
      fetch(url, init) {
        const content = new URLSearchParams(String(init.body)).get('content')
        if (content !== null) calls.push(content)
        return simulator.fetch(url, init)
      },
    },
  })
  const channelId = simulator.realm.channel('kitchen').id
  const thread: Thread = connected.chat.thread(
    connected.zulip.encodeThreadId({ kind: 'topic', channelId, topic: 'orders' }),
  )
  return {
    ...connected,
    thread,
    calls,
    texts: () => contents(simulator),
    /** Gives pieces, so many milliseconds apart. */
    async *slowly<Piece>(apart: number, ...pieces: Piece[]): AsyncGenerator<Piece> {
      for (const piece of pieces) {
        yield piece
        await new Promise<void>((resolve) => clock.later(apart, resolve))
      }
    },
    /** Lets time pass until it has ended. */
    async done<T>(work: Promise<T>): Promise<T> {
      let isDone = false
      const noted = work.finally(() => {
        isDone = true
      })
      noted.catch(() => {})
      while (!isDone) {
        await clock.advance(200)
        for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
      }
      return noted
    },
    async [Symbol.asyncDispose]() {
      await connected[Symbol.asyncDispose]()
      await simulator.close()
    },
  }
}

async function* pieces<Piece>(...given: readonly Piece[]): AsyncGenerator<Piece> {
  yield* given
}

async function* failing(...before: string[]): AsyncGenerator<string> {
  yield* before
  throw new Error('The model is gone')
}

const late = `[late] ${'bread '.repeat(1_400)}\n\n${'water '.repeat(1_800)}\n\n[late]: https://example.com/late`

describe('a posted stream', () => {
  it.each([
    '{{emoji:wave}} hello <@8>, \\*it\\*, @**all**',
    'Title\n===\n\n1. Mix\n   ```js\n   mix()\n   ```\n2. See [this][1], ![cake](https://example.com/a.png)\n\n[1]: https://example.com',
    '| a | b |\n|---|---|\n| **1** | `2` |',
    `\`\`\`js\n${'let bread = 1\n'.repeat(1_500)}\`\`\`\n\n**done**`,
    late,
  ])('ends with the messages that the same Markdown gives: %.40s', async (markdown) => {
    await using chat = await inKitchen()
    const step = Math.ceil(markdown.length / 10)
    const parts = Array.from({ length: 10 }, (_, at) => markdown.slice(at * step, (at + 1) * step))
    await chat.done(chat.thread.post(chat.slowly(700, ...parts)))
    const text = convertMarkdown(markdown)
    const words = (all: readonly string[]) =>
      all
        .join('\n')
        .replace(/^```.*$/gm, '')
        .split(/\s+/)
    expect(words(chat.texts())).toEqual(words([text]))
    for (const one of chat.texts()) expect(html(`${one}\n\nEND`)).toContain('<p>END</p>')
    for (const one of chat.calls) expect(one).not.toMatch(/\{\{emoji|<@\d|@\*\*all/)
  })

  it('whose links are defined behind 10,000 characters is written anew with them, and deletes what it no longer needs', async () => {
    await using chat = await inKitchen()
    const sent = await chat.done(
      chat.thread.post(chat.slowly(2_000, late.slice(0, 9_500), late.slice(9_500, -50), late.slice(-50))),
    )
    expect(chat.texts()[0]).toMatch(/^\[late\]\(https:\/\/example\.com\/late\) bread/)
    expect(sent.id.split('-')).toHaveLength(chat.texts().length)
  })

  it('splits long code into messages that each close and reopen its fence', async () => {
    await using chat = await inKitchen()
    const code = Array.from({ length: 40 }, () => 'let bread = 1\n'.repeat(40))
    await chat.done(
      chat.thread.post(chat.slowly(300, 'So:\n\n- ```js\n', ...code.map((one) => one.replace(/^/gm, '  ')))),
    )
    expect(chat.texts().length).toBeGreaterThan(2)
    for (const text of chat.texts()) expect(text).toMatch(/^(?:So:\n\n\* \n)?```js\n(?:let bread = 1\s+)+```$/)
  })

  it('that has no text, or only calls of tools, says "…" and fails nothing', async () => {
    await using chat = await inKitchen()
    const task = { type: 'task_update', id: '1', title: 'Think', status: 'in_progress' } satisfies StreamChunk
    const sent = await chat.done(chat.thread.post(pieces<string | StreamChunk>(task, '', ' \n')))
    await chat.done(chat.thread.channel.post(pieces('')))
    expect(chat.texts()).toEqual(['…'])
    expect(contents(chat.simulator, '')).toEqual(['…'])
    await sent.edit('found it')
    expect(chat.texts()).toEqual(['found it'])
  })

  it('shows the placeholder of the Chat SDK until its first words, if there is one', async () => {
    await using chat = await inKitchen()
    const options = { fallbackStreamingPlaceholderText: 'Thinking...' }
    await chat.done(chat.zulip.stream(chat.thread.id, chat.slowly(3_000, '', 'Bread.'), options))
    expect(chat.calls).toEqual(['Thinking...', 'Bread.'])
  })

  it('is edited as seldom as it asks for', async () => {
    await using chat = await inKitchen()
    const words = Array.from({ length: 20 }, (_, at) => `${at} `)
    await chat.done(chat.thread.post(new StreamingPlan(chat.slowly(500, ...words), { updateIntervalMs: 5_000 })))
    expect(chat.calls.length).toBeLessThanOrEqual(4)
    expect(chat.texts()).toEqual([words.join('').trim()])
  })

  it.each([
    { what: 'at once', stream: () => failing(), said: [] },
    { what: 'half-way', stream: () => failing('Half **a', '** loaf'), said: ['Half **a** loaf'] },
  ])('that fails $what shows what it had, and fails', async ({ stream, said }) => {
    await using chat = await inKitchen()
    await expect(chat.done(chat.thread.post(stream()))).rejects.toThrow('The model is gone')
    expect(chat.texts()).toEqual(said)
  })

  it.each([
    { part: { type: 'error', error: new Error('The model is gone') }, problem: 'The model is gone' },
    { part: { type: 'error', error: 'overloaded' }, problem: 'The stream failed: overloaded' },
    { part: { type: 'RUN_ERROR', message: 'overloaded' }, problem: 'The stream failed: overloaded' },
  ])('with the error part $part fails as one that throws', async ({ part, problem }) => {
    await using chat = await inKitchen()
    const full = pieces<{ readonly type: string }>(Object.assign({ type: 'text-delta' }, { text: 'Half a' }), part, {
      type: 'finish-step',
    })
    await expect(chat.done(chat.thread.post(throwErrorParts(full)))).rejects.toThrow(problem)
    expect(chat.texts()).toEqual(['Half a'])
  })

  it.each([
    { what: 'before its first words', before: [], said: [] },
    { what: 'half-way', before: ['See [it][1]. Half **a'], said: ['See it. Half **a**'] },
  ])('that never ends, and is aborted $what, ends without an error', async ({ before, said }) => {
    await using chat = await inKitchen()
    const abort = new AbortController()
    async function* endless(): AsyncGenerator<string> {
      yield* before
      await new Promise(() => {})
    }
    const posting = chat.zulip.stream(chat.thread.id, endless(), { signal: abort.signal })
    chat.simulator.clock.later(2_000, () => abort.abort())
    const { id } = await chat.done(posting)
    expect(chat.texts()).toEqual(said)
    expect(id === '').toBe(said.length === 0)
  })

  it('leaves out what is neither text nor a part of a stream', async () => {
    await using chat = await inKitchen()
    const odd = pieces<unknown>('a', undefined, 5, null, {}, { type: 'x' }, [], { type: 'text-delta' }, 'b')
    await chat.done(chat.zulip.stream(chat.thread.id, odd as AsyncIterable<string>))
    expect(chat.texts()).toEqual(['ab'])
  })

  it('may be cut anywhere, even inside of a character', async () => {
    await using chat = await inKitchen()
    const text = '🥐 {{emoji:wave}} <@8> **🥖**'
    await chat.done(chat.thread.post(chat.slowly(400, ...text.split(''))))
    expect(chat.texts()).toEqual(['🥐 👋 @**|8** **🥖**'])
    for (const one of chat.calls) expect(one).toMatch(/^🥐( 👋( @\*\*\|8\*\*( \*\*🥖\*\*)?)?)?$/)
  })
})
