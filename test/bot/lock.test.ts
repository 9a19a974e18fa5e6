import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot, LockError, type Storage } from 'earshot'
import { sqliteStorage } from 'earshot/node'
import { memoryStorage, withLock } from 'earshot/storage'
import { testBot } from 'earshot/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everythingToHappen, gate } from '../receiver/kit.js'
import { type Said, say } from './fixture.js'

const folder = mkdtempSync(join(tmpdir(), 'earshot-bot-lock-'))
let processes: readonly [Storage, Storage]
beforeAll(async () => {
  const file = join(folder, 'bot.sqlite')
  processes = [await sqliteStorage(file), await sqliteStorage(file)]
})
afterAll(async () => {
  for (const storage of processes) await storage.close()
  rmSync(folder, { recursive: true })
})

describe('ctx.lock', () => {
  const repliesTo = async (bot: Bot, text: string, said: Said = {}) => (await say(bot, text, said)).replies
  /** Who writes the takings down by reading and writing, which two at once must not do. */
  const till = () =>
    new Bot().command('book', { description: 'Book one' }, (ctx) =>
      ctx.lock('till', async () => {
        const next = Number((await ctx.storage.get('takings'))?.value ?? 0) + 1
        await everythingToHappen()
        await ctx.storage.set('takings', String(next))
        return `Takings: ${next}`
      }),
    )

  it('runs one handler at a time, across processes, and returns its result', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        repliesTo(till(), 'book', { storage: processes[index % 2 === 0 ? 0 : 1], messageId: 900 + index }),
      ),
    )
    expect(replies.flat().sort()).toEqual(Array.from({ length: 8 }, (_, index) => `Takings: ${index + 1}`))
  })

  it("fails with an identifiable error for a caller that doesn't wait", async () => {
    const storage = memoryStorage()
    const { opened, open } = gate()
    const bot = new Bot()
      .command('bake', { description: 'Bake' }, (ctx) => ctx.lock('oven', () => opened.then(() => 'baked')))
      .command('look', { description: 'Look' }, async (ctx) => {
        try {
          return await ctx.lock('oven', () => 'empty', { wait: ctx.message.id === 1 ? 0 : '20ms' })
        } catch (error) {
          if (error instanceof LockError && error.code === 'locked') return `The ${error.lock} is in use.`
          throw error
        }
      })
    const baking = repliesTo(bot, 'bake', { storage })
    while ((await storage.list('lock/')).length === 0) await everythingToHappen()
    expect(await repliesTo(bot, 'look', { storage, messageId: 1 })).toEqual(['The oven is in use.'])
    expect(await repliesTo(bot, 'look', { storage, messageId: 2 })).toEqual(['The oven is in use.'])
    open()
    expect(await baking).toEqual(['baked'])
    expect(await repliesTo(bot, 'look', { storage, messageId: 3 })).toEqual(['empty'])
  })

  it('has a separate namespace per bot, while withLock on the storage is shared', async () => {
    const storage = memoryStorage()
    const bot = new Bot()
      .hears('own', (ctx) => ctx.lock('oven', () => 'had', { wait: 0 }))
      .hears('shared', (ctx) => withLock(ctx.storage, 'oven', () => 'had', { wait: 0 }))
    const replies = await withLock(storage, 'oven', async () => [
      await repliesTo(bot, 'own', { storage }),
      await repliesTo(bot, 'shared', { storage }),
    ])
    expect(replies[0]).toEqual(['had'])
    expect(replies[1]).not.toEqual(['had'])
  })

  it('stops waiting when the handler is aborted', async () => {
    const storage = memoryStorage()
    const stopping = new AbortController()
    const failures: unknown[] = []
    const bot = new Bot()
      .hears('bake', (ctx) => ctx.lock('echo', () => 'baked'))
      .catch((error) => {
        failures.push(error)
        return 'Not today.'
      })
    const { opened, open } = gate()
    const holding = new Bot().hears('hold', (ctx) => ctx.lock('echo', () => opened))
    const held = repliesTo(holding, 'hold', { storage })
    while ((await storage.list('lock/')).length === 0) await everythingToHappen()
    const waiting = repliesTo(bot, 'bake', { storage, signal: stopping.signal })
    await everythingToHappen()
    stopping.abort(new Error('closing time'))
    expect(await waiting).toEqual(['Not today.'])
    expect(String(failures[0])).toContain('closing time')
    open()
    await held
  })

  it.each([
    ['no name', '', {}],
    ['a wait that is no span of time', 'oven', { wait: 'soon' }],
    ['a wait before now', 'oven', { wait: -5 }],
  ])('rejects %s', async (_, name, options) => {
    const failures: unknown[] = []
    const bot = new Bot()
      .hears('bake', (ctx) => ctx.lock(name, () => 'baked', options))
      .catch((error) => {
        failures.push(error)
      })
    await say(bot, 'bake')
    expect(failures).toMatchObject([{ name: 'HandlerError', code: 'invalid_lock' }])
  })

  it('is released while a handler waits for an answer, and taken again afterwards', async () => {
    const storage = memoryStorage()
    const bot = () =>
      new Bot()
        .command('bake', { description: 'Bake' }, (ctx) =>
          ctx.lock('oven', async () => `Baked ${await ctx.ask('What?')}.`, { wait: 0 }),
        )
        .command('look', { description: 'Look' }, (ctx) => ctx.lock('oven', () => 'The oven is free.', { wait: 0 }))
    const chat = await testBot(bot, { storage })
    const contents = async (said: Promise<readonly { content: string }[]>) => (await said).map(({ content }) => content)
    expect(await contents(chat.as('iago').dm('bake'))).toEqual(['What?'])
    expect(await contents(chat.as('cordelia').dm('look'))).toEqual(['The oven is free.'])
    expect(await contents(chat.as('iago').dm('rye'))).toEqual(['Baked rye.'])
    expect(await storage.list('lock')).toEqual([])
    await chat.close()
  })

  it('works in a schedule with the same namespace', async () => {
    const storage = memoryStorage()
    const kitchen = { channel: 'general', topic: 'lunch' }
    const tried: string[] = []
    const bot = new Bot()
      .hears('bake', (ctx) => ctx.lock('oven', () => 'baked'))
      .every('every hour', {}, (ctx) =>
        ctx.lock('oven', async () => {
          await withLock(ctx.storage, 'echo-bot@example.com oven', () => '', { wait: 0 }).catch((error: Error) => {
            tried.push(error.name)
          })
          await ctx.send(kitchen, 'The oven is clean.')
        }),
      )
    const chat = await testBot(bot, { storage })
    expect((await chat.advance('1h')).map(({ content }) => content)).toEqual(['The oven is clean.'])
    expect(tried).toEqual(['LockError'])
    expect((await chat.as('iago').dm('bake')).map(({ content }) => content)).toEqual(['baked'])
    await chat.close()
  })
})
