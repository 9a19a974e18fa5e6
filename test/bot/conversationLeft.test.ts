import { Bot, type Storage } from 'earshot'
import { memoryStorage } from 'earshot/storage'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

describe('a question in middleware', () => {
  const gate = (before: boolean) => () =>
    new Bot()
      .use(async (ctx, next) => {
        if (!before) await next()
        const word = await ctx.ask('The password?')
        if (word !== 'flour') return 'No.'
        if (before) await next()
        return 'Goodbye.'
      })
      .command('open', { description: 'Open' }, () => 'Open!')

  it('asked before next() runs the handler after the answer, also after a restart', async () => {
    const chat = await testBot(gate(true))
    const iago = chat.as('iago')
    expect(contents(await iago.dm('open'))).toEqual(['The password?'])
    await chat.restart()
    expect(contents(await iago.dm('flour'))).toEqual(['Open!', 'Goodbye.'])
    expect(contents(await iago.dm('open'))).toEqual(['The password?'])
    expect(contents(await iago.dm('salt'))).toEqual(['No.'])
    await chat.close()
  })

  it("asked after next() doesn't send the handler's reply again", async () => {
    const chat = await testBot(gate(false))
    const iago = chat.as('iago')
    expect(contents(await iago.dm('open'))).toEqual(['Open!', 'The password?'])
    await chat.restart()
    expect(contents(await iago.dm('flour'))).toEqual(['Goodbye.'])
    await chat.close()
  })

  it('and a question in its handler are answered one after the other', async () => {
    const chat = await testBot(() =>
      new Bot()
        .use(async (ctx, next) => {
          await ctx.once('seen', () => ctx.message.id)
          if ((await ctx.ask('The password?')) === 'flour') await next()
        })
        .command('open', { description: 'Open' }, async (ctx) => `Open: ${await ctx.ask('Which?')}`),
    )
    const iago = chat.as('iago')
    await iago.dm('open')
    expect(contents(await iago.dm('flour'))).toEqual(['Which?'])
    await chat.restart()
    expect(contents(await iago.dm('oven'))).toEqual(['Open: oven'])
    await chat.close()
  })
})

describe('a handler that asks a question while another send is pending', () => {
  /** Storage that says when the record of a question that waits is written, before it is. */
  function watched(onWaiting: () => Promise<void>): Storage {
    const storage = memoryStorage()
    return {
      ...storage,
      async set(key, value, how) {
        if (value.includes('"state":"waiting"')) await onWaiting()
        return storage.set(key, value, how)
      },
    }
  }

  it.each(['send', 'reply', 'call', 'progress'] as const)(
    'by %s is suspended and continues with the answer',
    async (how) => {
      let stray = () => {}
      const out: string[] = []
      const storage = watched(async () => {
        stray()
        stray = () => {}
        // What was begun gets to where it saves the journal.
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      })
      const chat = await testBot(
        () =>
          new Bot()
            .use(async (_ctx, next) => {
              await next()
              out.push('out')
            })
            .command('go', { description: 'Go' }, async (ctx) => {
              if (!ctx.resumed) {
                stray = () => {
                  if (how === 'send') void ctx.send('stray')
                  if (how === 'reply') void ctx.reply('stray')
                  if (how === 'call') void ctx.client.messages.send({ type: 'direct', to: [8], content: 'stray' })
                  if (how === 'progress') void ctx.progress('stray')
                }
              }
              return `Got ${await ctx.ask('Well?')}.`
            }),
        { storage },
      )
      const iago = chat.as('iago')
      expect(contents(await iago.dm('go'))).toEqual(['Well?'])
      expect(out).toEqual(['out'])
      expect(contents(await iago.dm('so'))).toEqual(['Got so.'])
      expect(out).toEqual(['out', 'out'])
      await chat.close()
    },
  )
})
