import { type AttachedFile, attachmentsOf, Bot, type Context, FileTooLargeError, history } from 'earshot'
import { Client } from 'earshot/client'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'

const open: TestChat[] = []
afterEach(async () => {
  for (const chat of open.splice(0)) await chat.close()
})

async function chatWith(bot: Bot, options: Parameters<typeof testBot>[1] = {}) {
  const chat = await testBot(bot, options)
  open.push(chat)
  return chat
}

const client = new Client({ site: 'https://chat.example.com', email: 'echo@example.com', apiKey: 'a key that is long' })
const found = (markdown: string) => attachmentsOf(markdown, client).map(({ name, path }) => `${name} ${path}`)
const report = '/user_uploads/2/ab/report.pdf'

describe('attachmentsOf', () => {
  it.each([
    [`[report.pdf](${report})`, `report.pdf ${report}`],
    [`See ![the plan](${report}), please`, `the plan ${report}`],
    [`[report](https://chat.example.com${report})`, `report ${report}`],
    [`[report](<${report}> "Title")`, `report ${report}`],
    [`(https://chat.example.com${report}).`, `report.pdf ${report}`],
    [`https://chat.example.com${report}, and more`, `report.pdf ${report}`],
    [`[](${report})`, `report.pdf ${report}`],
    [`[a [b] c](${report})`, `a [b] c ${report}`],
    [`[a]b.pdf](${report})`, `report.pdf ${report}`],
    [`[a&#93;b &amp; c.pdf](${report})`, `a]b & c.pdf ${report}`],
    [`[Käse](/user_uploads/2/ab/Käse.txt)`, 'Käse /user_uploads/2/ab/K%C3%A4se.txt'],
  ])('finds the file in %s', (markdown, file) => {
    expect(found(markdown)).toEqual([file])
  })

  it.each([
    `\`[report.pdf](${report})\``,
    `\`\`\`\n[report.pdf](${report})\n\`\`\``,
    `Look:\n\n    [report.pdf](${report})`,
    `[x](https://evil.example${report})`,
    `[x](//evil.example${report})`,
    `[x](/\\evil.example${report})`,
    `[x](https://chat.example.com@evil.example${report})`,
    '[x](/user_uploads/2/../../api/v1/users)',
    '[x](/user_uploads/2/ab%2F..%2Fusers)',
    '[x](/user_uploads/2/)',
    `${report}`,
    `[x] (${report})`,
    '[x](/user_avatars/2/a.png)',
    'no link at all',
  ])('finds none in %j', (markdown) => {
    expect(found(markdown)).toEqual([])
  })

  it('lists each file once, in order', () => {
    const other = '/user_uploads/2/cd/b.txt'
    expect(found(`[b](${other}) [a](${report}) [again](${other})`)).toEqual([`b ${other}`, `a ${report}`])
  })

  it('takes no longer for hostile text', () => {
    for (const part of [
      '[',
      ']',
      '](',
      '![',
      `](${report})`,
      'https://a/user_uploads/',
      '/user_uploads/',
      '](/user_uploads/2/',
    ]) {
      const began = performance.now()
      attachmentsOf(part.repeat(20_000 / part.length) + report, client)
      expect(performance.now() - began).toBeLessThan(1_000)
    }
  })

  it('guesses the type from the extension', () => {
    const typed = (name: string) => attachmentsOf(`[x](/user_uploads/2/ab/${name})`, client)[0]?.type
    expect(['a.PNG', 'a.csv', 'a.constructor', 'a'].map(typed)).toEqual(['image/png', 'text/csv', undefined, undefined])
  })
})

/** A bot that says what it reads of each file. */
const reader = () =>
  new Bot().onMention(async (ctx) => {
    const read = await Promise.all(ctx.attachments.map(async (file) => `${file.name}: ${await textOf(file)}`))
    return read.join('\n') || 'nothing'
  })

const textOf = async (file: AttachedFile) => (await file.download()).text()

describe.each(['webhook', 'events'] as const)('ctx.attachments by %s', (by) => {
  it('downloads what the message links to', async () => {
    const chat = await chatWith(reader(), { by })
    const files = [
      { name: 'menu.csv', data: 'rye,3' },
      { name: 'no[te]s.txt', data: new TextEncoder().encode('Käse') },
      { name: 'more', data: new Blob(['Spelt']) },
    ]
    const [reply] = await chat.as('iago').say('@**Echo** read', { files })
    expect(reply?.content).toBe('menu.csv: rye,3\nnotes.txt: Käse\nmore: Spelt')
  })

  it('leaves out the quotation above', async () => {
    const chat = await chatWith(reader(), { by })
    const quoted =
      '@_**Iago|8** [said](https://chat.example.com/#narrow/near/7):\n```quote\n[x](/user_uploads/2/ab/oven-manual/oven-manual.txt)\n```'
    const [first, second] = [`@**Echo** ${quoted}\nread`, `@**Echo** read\n${quoted}`]
    expect((await chat.as('iago').say(first))[0]?.content).toBe('nothing')
    expect((await chat.as('iago').say(second))[0]?.content).toContain('Turn it on first.')
  })
})

describe('ctx.attachments', () => {
  it('costs no call until a file is downloaded', async () => {
    const chat = await chatWith(new Bot().onMention((ctx) => String(ctx.attachments.length)))
    const [reply] = await chat.as('iago').say('@**Echo** count', { files: [{ name: 'a.txt', data: 'a' }] })
    expect(reply?.content).toBe('1')
    expect(chat.calls()).toEqual([])
  })

  it('has the type and the size once the file is downloaded', async () => {
    const seen: unknown[] = []
    const bot = new Bot().onMention(async (ctx) => {
      const [file] = ctx.attachments
      seen.push(file?.type, file?.size)
      await file?.download()
      seen.push(file?.type, file?.size)
    })
    const chat = await chatWith(bot)
    const files = [{ name: 'rye.txt', data: 'Rye', type: 'text/x-bread' }]
    await chat.as('iago').say('@**Echo** look', { files })
    expect(seen).toEqual(['text/plain', undefined, 'text/x-bread', 3])
  })

  it('refuses a file of 30 MB', async () => {
    let error: unknown
    const bot = new Bot().onMention(async (ctx) => {
      error = await ctx.attachments[0]?.download().catch((caught: unknown) => caught)
    })
    const chat = await chatWith(bot)
    const files = [{ name: 'film.mp4', data: new Uint8Array(30_000_000) }]
    await chat.as('iago').say('@**Echo** look', { files })
    expect(error).toBeInstanceOf(FileTooLargeError)
    expect(error).toMatchObject({ size: 30_000_000, limit: 25_000_000 })
  })

  it('fails with a 404 for a file that was deleted meanwhile', async () => {
    let error: unknown
    const bot = new Bot().onMention(async (ctx) => {
      error = await ctx.attachments[0]?.download().catch((caught: unknown) => caught)
    })
    const chat = await chatWith(bot)
    await chat.as('iago').say('@**Echo** look\n[old](/user_uploads/2/ab/gone/gone.txt)')
    expect(error).toMatchObject({ status: 404, code: 'HTTP_404' })
  })

  it('is read from an answer too', async () => {
    const bot = new Bot().command('import', { description: 'Import' }, async (ctx) => {
      const [file] = attachmentsOf(await ctx.ask('Which file?'), ctx.client)
      return file === undefined ? 'None.' : textOf(file)
    })
    const chat = await chatWith(bot)
    await chat.as('iago').dm('import')
    const [reply] = await chat.as('iago').dm('this', { files: [{ name: 'a.txt', data: 'Rye' }] })
    expect(reply?.content).toBe('Rye')
  })
})

describe('an argument of the type attachment', () => {
  const comparing = () =>
    new Bot()
      .command(
        'import <file:attachment> [note...]',
        { description: 'Import a menu' },
        async ({ args }) => `${args.file.name}: ${await textOf(args.file)} (${args.note ?? 'no note'})`,
      )
      .command(
        'compare <old:attachment> <new:attachment>',
        { description: 'Compare' },
        ({ args }) => `${args.old.name} and ${args.new.name}`,
      )
      .command('show [picture:attachment]', { description: 'Show' }, ({ args }) => args.picture?.name ?? 'none')
  const files = (...names: string[]) => ({ files: names.map((name) => ({ name, data: `in ${name}` })) })

  it.each([
    ['@**Echo** import', files('a.csv'), 'a.csv: in a.csv (no note)'],
    ['@**Echo** import for today', files('a.csv'), 'a.csv: in a.csv (for today)'],
    ['@**Echo** IMPORT', files('a.csv'), 'a.csv: in a.csv (no note)'],
    ['@**Echo** compare', files('a.csv', 'b.csv'), 'a.csv and b.csv'],
    ['@**Echo** show', {}, 'none'],
    ['@**Echo** show', files('a.png'), 'a.png'],
  ])('is read for %s', async (text, attached, expected) => {
    const chat = await chatWith(comparing())
    expect((await chat.as('iago').say(text, attached))[0]?.content).toBe(expected)
  })

  it.each([
    ['before the command', (link: string) => `@**Echo** ${link}\nimport for today`],
    ['inside it', (link: string) => `@**Echo** import ${link} for today`],
  ])('is found %s', async (_, textWith) => {
    const chat = await chatWith(comparing())
    const manual = '[manual](/user_uploads/2/ab/oven-manual/oven-manual.txt)'
    const [reply] = await chat.as('iago').say(textWith(manual))
    expect(reply?.content).toBe('manual: Turn it on first.\n (for today)')
  })

  it.each([
    ['import', {}, '`<file>` is missing. It should be an attached file.'],
    ['import `[x](/user_uploads/2/ab/x.txt)`', {}, '`<file>` is missing'],
    ['import [x](https://evil.example/user_uploads/2/ab/x.txt)', {}, '`<file>` is missing'],
    ['compare', files('a.csv'), '`<new>` is missing'],
    ['compare', files('a', 'b', 'c'), "I don't know what to do with `[c]("],
    ['show rye', files('a.png'), "I don't know what to do with `rye`"],
  ])('tells the sender what is wrong with %s', async (text, attached, expected) => {
    const chat = await chatWith(comparing())
    expect((await chat.as('iago').dm(text, attached))[0]?.content).toContain(expected)
  })

  it('is described by help', async () => {
    const chat = await chatWith(comparing())
    const [reply] = await chat.as('iago').dm('help import')
    expect(reply?.content).toContain('`<file>` is an attached file.')
  })
})

describe('the attachments of a history', () => {
  it('are those of each message', async () => {
    const seen: string[] = []
    const bot = new Bot().onMention(async (ctx: Context) => {
      for (const { name, attachments } of await history(ctx)) {
        for (const file of attachments) seen.push(`${name}: ${await textOf(file)}`)
      }
    })
    const chat = await chatWith(bot)
    const where = { channel: 'kitchen', topic: 'menus' }
    await chat.as('iago').say('Yesterday', { ...where, files: [{ name: 'a.txt', data: 'Rye' }] })
    await chat.as('hamlet').say('@**Echo** and today', { ...where, files: [{ name: 'b.txt', data: 'Spelt' }] })
    expect(seen).toEqual(['Iago: Rye', 'Hamlet: Spelt'])
  })
})
