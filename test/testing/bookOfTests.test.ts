import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Bot, session } from 'earshot'
import * as testing from 'earshot/testing'
import { testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { transform } from 'esbuild'
import * as vitest from 'vitest'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const book = readFileSync(new URL('../../docs/guides/testing.md', import.meta.url), 'utf8')

/** The example, of this language, that comes first after these words. */
function exampleAfter(words: string, language = 'ts'): string {
  const at = book.indexOf(words)
  const code = at === -1 ? undefined : new RegExp(`\`\`\`${language}.*\\n([\\s\\S]*?)\`\`\``).exec(book.slice(at))?.[1]
  if (code === undefined) throw new Error(`docs/guides/testing.md has no example after "${words}".`)
  return code
}

type Given = Readonly<Record<string, unknown>>

/** Runs an example: what it imports comes from `modules`, and what it takes for granted from `given`. */
async function run(example: string, { modules = {}, given = {} }: { modules?: Given; given?: Given }): Promise<void> {
  const { code } = await transform(example, { loader: 'ts', format: 'esm', target: 'es2023' })
  const body = code.replace(/^import (?:(\{.*\}) from )?(".*");$/gm, (_, names: string | undefined, from: string) =>
    names === undefined ? `imported(${from})` : `const ${names.replaceAll(' as ', ': ')} = imported(${from})`,
  )
  const imported = (from: string) => {
    if (!(from in modules)) throw new Error(`The example imports ${from}, which this test does not have.`)
    return modules[from]
  }
  const AsyncFunction = Object.getPrototypeOf(run).constructor
  await new AsyncFunction('imported', ...Object.keys(given), body)(imported, ...Object.values(given))
}

/** Keeps the names of the tests that an example has, which are tests here, too. */
function noted(names: string[]): (name: string, test: () => Promise<void>) => void {
  return (name, test) => {
    names.push(name)
    it(name, async () => {
      await test()
      expect(names).toContain(name)
    })
  }
}

const greeter = () =>
  new Bot().on('mention', ({ text }) => `You said: ${text}`).on('direct', ({ text }) => `You told me: ${text}`)

const orders = () => {
  const kept = session({ name: 'kept', key: 'user', schema: z.string(), initial: () => '' })
  return new Bot()
    .use(kept)
    .command('order <what>', { description: 'Order' }, async (ctx) => {
      await ctx.kept.set(ctx.args.what)
    })
    .command('orders', { description: 'What was ordered' }, async (ctx) => `1 ${await ctx.kept.get()}`)
}

describe('the first example of docs/guides/testing.md', async () => {
  const names: string[] = []
  const modules = {
    'earshot/testing': testing,
    'earshot/testing/vitest': {},
    vitest: { ...vitest, it: noted(names) },
    './bot.js': { createBot: greeter },
  }
  await run(exampleAfter('# Testing a bot'), { modules })
  it('defines one test', () => expect(names).toEqual(['greets']))
})

describe('the example of docs/guides/testing.md without Vitest', async () => {
  const names: string[] = []
  const modules = {
    'earshot/testing': testing,
    'node:assert/strict': assert,
    'node:test': { it: noted(names), after: afterAll },
    './bot.js': { bot: greeter() },
  }
  await run(exampleAfter('### Without Vitest'), { modules })
  it('defines one test', () => expect(names).toEqual(['greets']))
})

describe('docs/guides/testing.md', () => {
  it('shows how to test a busy handler', async () => {
    const chat = await testBot(() =>
      new Bot().on('mention', async (ctx) => {
        await ctx.sleep('15s')
        return 'Here it is.'
      }),
    )
    const start = chat.clock.now()
    await run(exampleAfter('## Time'), { given: { chat, expect } })
    expect(chat).toHaveSaid('Here it is.')
    expect(chat.clock.now() - start).toBe(15_000)
    await chat.close()
  })

  it('shows how to restart a bot', async () => {
    const chat = await testBot(orders)
    await run(exampleAfter('## Restarts'), { given: { chat, expect } })
    expect(chat.conversation({ dm: ['iago', 'echo'] })).toHaveLength(3)
    await chat.close()
  })

  it('names only existing members of a chat, and a valid fault', async () => {
    const chat = await testBot(greeter)
    const names = [...book.matchAll(/`chat\.(\w+)/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(chat).toHaveProperty(name ?? '')
    const fault = /`chat\.faults\.add\('(.*?)'\)`/.exec(book)?.[1] ?? ''
    expect(() => chat.faults.add(fault)).not.toThrow()
    await chat.close()
  })

  it('names matchers that pass and fail as they should', async () => {
    const bot = () =>
      new Bot().on('mention', async (ctx) => {
        await ctx.react('tada')
        await ctx.client.messages.send({ type: 'stream', to: 'general', topic: 'lunch', content: 'Soup!' })
        await ctx.reply('On it.')
        return 'Done at last.'
      })
    const [chat, idle] = [await testBot(bot), await testBot(() => new Bot())]
    const replies = await chat.as('iago').say('@**Echo** go')
    // What may be left out is left out.
    const matchers = [...book.matchAll(/^\| `(expect\(.*?\))` \|/gm)].map(([, code = '']) =>
      code.replace(/, \w+\?/, ''),
    )
    expect(matchers).toHaveLength(4)
    for (const matcher of matchers) {
      await run(matcher, { given: { chat, replies, expect } })
      await expect(run(matcher, { given: { chat: idle, replies: [], expect } })).rejects.toThrow()
    }
    await Promise.all([chat.close(), idle.close()])
  })

  it('shows the actual message of a failure', async () => {
    const bot = new Bot().command('bake', { description: 'Bake' }, () => {
      throw new Error('the oven is too hot')
    })
    const chat = await testBot(bot)
    const replies = await chat.as('iago').say('@**Echo** bake')
    let message = ''
    try {
      expect(replies).toHaveReplied('Done.')
    } catch (error) {
      message = error instanceof Error ? error.message : String(error)
    }
    const anyDelivery = (text: string) => text.replaceAll(/delivery [\w-]+/g, 'delivery <id>').trim()
    expect(anyDelivery(message)).toBe(anyDelivery(exampleAfter('## Matchers', '')))
    await chat.close()
  })
})
