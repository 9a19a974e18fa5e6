import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { earshot, endAll, startEarshot } from './process.js'
import { createProject, type Project } from './project.js'

let project: Project
let folder = ''
beforeEach(() => {
  project = createProject()
  folder = project.folder
})
afterEach(() => {
  endAll()
  project.remove()
})

const write = (name: string, text: string) => project.write(name, text)

/** A bot that counts what each person has said to it, in its storage. */
const counting = (word: string) => `
import { Bot, session } from 'earshot'
import { z } from 'zod'
import { said } from './word.js'
const count = session({ name: 'count', key: 'user', schema: z.number(), initial: () => 0, expiresIn: '1h' })
const next = async (ctx: { count: { update(change: (old: number) => number): Promise<number> } }) =>
  said + ' ' + String(await ctx.count.update((old) => old + 1))
export const bot: Bot = new Bot()
bot.use(count).hears('crash', () => { setTimeout(() => process.exit(7), 10) }).on('direct', next).on('mention:channel', next)
console.log('${word}')
`

interface Shown {
  readonly event: string
  readonly [field: string]: unknown
}

const shown = (out: string): Shown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const answers = (out: string) =>
  shown(out).flatMap(({ event, isBot, text }) => (event === 'message' && isBot ? [text] : []))

describe('earshot dev', () => {
  it("prints the bot's log from the given level", async () => {
    const file = write(
      'bot.mjs',
      `
import { Bot, logging } from 'earshot'
export const bot = new Bot()
bot.use(logging()).onDirectMessage((ctx) => {
  ctx.log.debug({}, 'Looked into the oven')
  ctx.log.info({ dish: 'rye bread' }, 'Ordered')
  return 'Noted'
})`,
    )
    const [usual, all, few] = await Promise.all(
      [[], ['--log-level', 'debug'], ['--log-level', 'warn']].map((more) =>
        earshot(['dev', file, ...more], { input: 'hello\n/quit\n' }),
      ),
    )
    expect(usual?.out).toMatch(/ {2}Received a message {2}sender=\d+ .*\n {2}Ordered {2}dish="rye bread"\n/)
    expect(usual?.out).not.toMatch(/Looked|Handled|Serving|Listening/)
    expect(all?.out).toMatch(/Looked into the oven\n.*Ordered.*Handled/s)
    expect(few?.out).toContain('Noted')
    expect(few?.out).not.toMatch(/Ordered|Received a message/)
  })

  it("keeps the chat and the bot's storage when the bot is reloaded", async () => {
    write('word.ts', "export const said: string = 'one'")
    const running = startEarshot(['dev', write('bot.ts', counting('hello')), '--json'])
    running.type('first')
    await running.until('"text":"one 1"')
    expect(shown(await running.until('"event":"loaded"'))).toContainEqual({
      event: 'loaded',
      bots: [{ name: 'Tea Kettle', email: expect.stringMatching(/@/) }],
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      again: false,
    })

    write('word.ts', "export const said: string = 'two'")
    await running.until('"event":"loaded"', 2)
    running.type('second')
    await running.until('"text":"two 2"')

    write('word.ts', "\nexport const said: string = = 'three'")
    const failed = shown(await running.until('"event":"failed"')).find(({ event }) => event === 'failed')
    expect(failed).toMatchObject({ file: join(folder, 'word.ts'), line: 2, stillRunning: true })
    running.type('third')
    await running.until('"text":"two 3"')

    running.type('crash')
    await running.until('"how":"ended with code 7"')
    write('word.ts', "export const said: string = 'three'")
    await running.until('"event":"loaded"', 3)
    running.type('/as hamlet')
    running.type('/in kitchen > lunch')
    running.type('fourth')
    await running.until('"text":"three 1"')
    running.type('/as iago')
    running.type('/advance 2h')
    running.type('/restart')
    running.type('fifth')
    await running.until('"text":"three 1"', 2)
    running.type('/quit')
    const { code, out, err } = await running.ended
    expect([code, err]).toEqual([0, ''])
    expect(answers(out).slice(0, 3)).toEqual(['one 1', 'two 2', 'two 3'])
    expect(out).toContain('"text":"@**Tea Kettle** fourth"')
  })

  it('runs due schedules at their times when the time is advanced', async () => {
    const file = write(
      'bot.mjs',
      `
import { Bot } from 'earshot'
const meals = { channel: 'general', topic: 'meals' }
export const bot = new Bot()
  .every('every day at 9:00', { name: 'breakfast' }, async (ctx) => {
    await ctx.send(meals, 'Breakfast on ' + ctx.scheduledAt.toISOString().slice(0, 10))
    await ctx.sleep('1m')
    await ctx.send(meals, 'Eaten at ' + new Date(ctx.clock.now()).toISOString().slice(11, 16))
  })
  .command('order', { description: 'Order' }, async (ctx) => 'Ordered ' + (await ctx.ask('What?', { timeout: '2h' })))`,
    )
    const { code, out, err } = await earshot(['dev', file, '--json'], { input: 'order\n/advance 8d\n/quit\n' })
    expect([code, err]).toEqual([0, ''])
    const texts = answers(out).map(String)
    expect(texts.filter((text) => text.includes('the time for it is up'))).toHaveLength(1)
    const days = texts.flatMap((text) => /^Breakfast on (.*)/.exec(text)?.[1] ?? [])
    expect(days).toHaveLength(8)
    expect(days).toEqual(
      days.map((_, day) => new Date(Date.parse(days[0] ?? '') + day * 86_400_000).toISOString().slice(0, 10)),
    )
    expect(texts.filter((text) => text === 'Eaten at 09:01')).toHaveLength(8)
    expect(out).toContain('Schedules that ran: breakfast (8 times).')
  })

  it('waits for a bot that can be loaded, and shows the error until then', async () => {
    const running = startEarshot(['dev', write('bot.mjs', 'export const bot = 1'), '--level', '169'])
    const out = await running.until('save a change to try again')
    expect(out).toContain('at feature level 169')
    expect(out).toMatch(/✗ .*bot\.mjs {2}\S+bot\.mjs exports no bot, but `bot`, which is a number\./)
    expect(out).toContain('There is no bot until this is fixed')
    running.type('hello?')
    await running.until('The bot is not loaded')
    running.type('/nope')
    await running.until('There is no /nope; /help lists the commands')
    running.type('/as nobody')
    await running.until('Nobody is called "nobody"')
    running.type('/level 5000')
    await running.until('featureLevel')
    write(
      'bot.mjs',
      "import { Bot } from 'earshot'\nexport const bot = new Bot({ name: 'rye' }).on('direct', (ctx) => 'Rye! ' + ctx.text)",
    )
    await running.until('Loaded: Rye (rye-bot@example.com) at http://')
    running.type('hello')
    await running.until('Rye! hello')
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(143)
  })

  it('fails with an error for invalid arguments', async () => {
    const bot = write('bot.mjs', "import { Bot } from 'earshot'\nexport const bot = new Bot()")
    const tried = [
      [['dev'], /missing required argument/],
      [['dev', join(folder, 'nowhere.ts')], /There is no file/],
      [['dev', bot, '--level', 'old'], /Give a whole number/],
      [['dev', bot, '--seed-file', join(folder, 'none.yaml')], /The seed file .* can't be read/],
    ] as const
    const ends = await Promise.all(tried.map(([args]) => earshot(args)))
    for (const [index, { code, err }] of ends.entries()) {
      expect(err).toMatch(tried[index]?.[1] ?? /^$/)
      expect(code).not.toBe(0)
    }
  })
})
