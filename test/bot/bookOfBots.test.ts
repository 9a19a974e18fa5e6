import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testBot } from 'earshot/testing'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import type { Bot } from '../../src/bot/index.js'
import { virtualClock } from '../../src/simulator/index.js'
import { memoryStorage } from '../../src/storage/index.js'
import { account, replyTo, type Said } from './fixture.js'

/** The bot that the first example under a heading exports. */
async function botUnder(page: string, heading: string): Promise<Bot> {
  const book = readFileSync(new URL(`../../docs/guides/${page}.md`, import.meta.url), 'utf8')
  const section = book.slice(`\n${book}`.indexOf(`\n${heading}\n`))
  const code = /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'ts', resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    alias: { earshot: fileURLToPath(new URL('../../src/index.ts', import.meta.url)) },
    bundle: true,
    format: 'esm',
    write: false,
  })
  const text = Buffer.from(outputFiles[0]?.text ?? '').toString('base64')
  const { bot } = await import(/* @vite-ignore */ `data:text/javascript;base64,${text}`)
  return bot
}

const iago: Said = {
  server: {
    'GET /users/8': { user: account(8, 'Iago', 200) },
    'GET /users': { members: [account(10, 'Hamlet', 400)] },
  },
}

describe('the examples of the guides', () => {
  it('on commands behave as the page says', async () => {
    const bot = await botUnder('commands', '# Commands')
    const clock = virtualClock(0)
    const storage = memoryStorage({ clock })
    const at = (timestamp: number): Said => {
      clock.advanceTo(timestamp * 1000)
      return { ...iago, timestamp, storage, messageId: timestamp }
    }
    expect(await replyTo(bot, 'remind @**Hamlet** 2 hours the rye', at(1000))).toBe(
      'In 120 minutes I remind Hamlet: the rye',
    )
    expect(await replyTo(bot, 'poke @**Hamlet** 5m', at(1005))).toMatch(/^Not so fast: please wait 5 seconds/)
    expect(await replyTo(bot, 'remind Hamlett 5m', at(1020))).toMatch(/^`<who>`: I don't know `Hamlett`/)
  })

  it('on modules behave as the page says', async () => {
    const bot = await botUnder('commands', '## Parts of a bot')
    expect(await replyTo(bot, 'admin whoami', iago)).toBe('You are: administrator')
    expect(await replyTo(bot, 'admin whoami')).toBe('The administration is out of order.')
  })

  it('on answering behave as the page says', async () => {
    const chat = await testBot(await botUnder('answering', '# Answering: replies, long texts, Markdown'))
    await chat.as('iago').dm('order soup')
    expect(chat.conversation({ dm: ['iago', 'echo'] }).map(({ content }) => content)).toEqual([
      'order soup',
      'I ask the kitchen.',
      'soup: ordered.',
    ])
    expect(chat.conversation({ channel: 'kitchen', topic: 'orders' }).at(-1)?.content).toBe('One soup, please.')
    await chat.close()
  })

  it('on progress behave as the page says', async () => {
    const chat = await testBot(await botUnder('answering', '### Progress'))
    await chat.as('iago').dm('bake 3')
    expect(chat.conversation({ dm: ['iago', 'echo'] }).map(({ content }) => content)).toEqual([
      'bake 3',
      'All 3 loaves are done.',
    ])
    await chat.close()
  })

  it('on text behave as the page says', async () => {
    const chat = await testBot(await botUnder('answering', '## Markdown and escaping'))
    const [reply] = await chat.as('iago').dm('report @**Hamlet** "@**all** *now*" @**all** [x](y)')
    expect(reply?.content).toBe(
      [
        '@**Hamlet|10**, @_**Iago|8** reports **@&#42;&#42;all&#42;&#42; &#42;now&#42;**:',
        '```quote',
        '@_**all** [x](y)',
        '```',
        'See #**kitchen>reports**, <time:1970-01-01T00:00:00Z>.',
      ].join('\n'),
    )
    await chat.close()
  })

  it('on schedules behave as the page says', async () => {
    const chat = await testBot(await botUnder('schedules', '# Schedules: running at set times'))
    const said = await chat.advance('6h')
    expect(said.map(({ content }) => content)).toEqual(['The rent for March is due.', 'What shall we eat?'])
    await chat.close()
  })
})
