import { Bot, Composer, cooldown, type Duration } from 'earshot'
import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'

const told = { description: 'Do it' }

let chat: TestChat
afterEach(() => chat?.close())

const tooEarly = (wait: string) => `Not so fast: please wait ${wait} before you ask for this again.`

async function open(bot: Bot | (() => Bot)): Promise<void> {
  chat = await testBot(bot)
}

describe('a cool-down', () => {
  it('makes each person wait for the next use, whatever they call it', async () => {
    await open(new Bot().command('bake', { ...told, cooldown: '30s', aliases: ['b'] }, () => 'baked'))
    expect(await chat.as('iago').dm('bake')).toHaveReplied('baked')
    await chat.advance('10s')
    expect(await chat.as('iago').dm('bake')).toHaveReplied(tooEarly('20 seconds'))
    expect(await chat.as('hamlet').dm('bake')).toHaveReplied('baked')
    await chat.advance('19s')
    expect(await chat.as('iago').dm('b')).toHaveReplied(tooEarly('1 second'))
    await chat.advance('1s')
    expect(await chat.as('iago').dm('b')).toHaveReplied('baked')
    expect(await chat.as('iago').dm('bake')).toHaveReplied(tooEarly('30 seconds'))
  })

  it('does not count what was refused or mistaken', async () => {
    await open(new Bot().command('bake <n:integer>', { ...told, cooldown: 60_000 }, () => 'baked'))
    await chat.as('iago').dm('bake bread')
    expect(await chat.as('iago').dm('bake 1')).toHaveReplied('baked')
    await chat.advance('59s')
    await chat.as('iago').dm('bake 1')
    await chat.advance('1s')
    expect(await chat.as('iago').dm('bake 1')).toHaveReplied('baked')
  })

  it.each([
    [
      'a module',
      () => new Bot().use(new Composer({ cooldown: '1m' }).command('a', told, () => 'a').command('b', told, () => 'b')),
    ],
    [
      'middleware',
      () =>
        new Bot()
          .use(cooldown('1m'))
          .command('a', told, () => 'a')
          .command('b', told, () => 'b'),
    ],
  ])('is shared by the commands behind %s', async (_name, bot) => {
    await open(bot)
    expect(await chat.as('iago').dm('a')).toHaveReplied('a')
    await chat.advance('1s')
    expect(await chat.as('iago').dm('b')).toHaveReplied(tooEarly('59 seconds'))
  })

  it('is another for each command and each module, also where they are called alike further in', async () => {
    const module = (prefix: string) =>
      new Composer({ prefix, cooldown: '1m' }).command('list', { ...told, cooldown: '2m' }, () => prefix)
    await open(
      new Bot()
        .use(module('buns'))
        .use(module('rolls'))
        .command('list', { ...told, cooldown: '3m' }, () => 'all'),
    )
    expect(await chat.as('iago').dm('buns list')).toHaveReplied('buns')
    expect(await chat.as('iago').dm('rolls list')).toHaveReplied('rolls')
    expect(await chat.as('iago').dm('list')).toHaveReplied('all')
    expect(await chat.as('iago').dm('buns list')).toHaveReplied(tooEarly('1 minute'))
    await chat.advance('1m')
    expect(await chat.as('iago').dm('buns list')).toHaveReplied(tooEarly('1 minute'))
    await chat.advance('2m')
    expect(await chat.as('iago').dm('buns list')).toHaveReplied('buns')
  })

  it('can have a name, by which several are one', async () => {
    const module = (word: string, name: string) =>
      new Composer().use(cooldown('1m', { name })).command(word, told, () => word)
    await open(new Bot().use(module('a', 'x')).use(module('b', 'x')).use(module('c', 'y')))
    expect(await chat.as('iago').dm('a')).toHaveReplied('a')
    expect(await chat.as('iago').dm('b')).toHaveReplied(tooEarly('1 minute'))
    expect(await chat.as('iago').dm('c')).toHaveReplied('c')
  })

  it('can stand in another of the same span, and a message does not wait for itself', async () => {
    await open(
      new Bot()
        .use(cooldown('1m'))
        .use(cooldown('1m'))
        .hears('bake', () => 'baked'),
    )
    expect(await chat.as('iago').dm('bake')).toHaveReplied('baked')
    expect(await chat.as('iago').dm('bake')).toHaveReplied(tooEarly('1 minute'))
  })

  it('outlives a restart', async () => {
    await open(() => new Bot().command('bake', { ...told, cooldown: '1m' }, () => 'baked'))
    await chat.as('iago').dm('bake')
    await chat.restart()
    expect(await chat.as('iago').dm('bake')).toHaveReplied(tooEarly('1 minute'))
  })

  it('lets one through of two at the same time', async () => {
    await open(new Bot().command('bake', { ...told, cooldown: '1m' }, () => 'baked'))
    await Promise.all([chat.as('iago').dm('bake'), chat.as('iago').say('@**Echo** bake')])
    const said = chat.text().match(/baked|Not so fast/g)
    expect(said?.sort()).toEqual(['Not so fast', 'baked'])
  })

  it('is in the help', async () => {
    await open(new Bot().command('bake', { ...told, cooldown: '90s' }, () => ''))
    expect(await chat.as('iago').dm('help bake')).toHaveReplied(
      /Each person has to wait 1 minute 30 seconds between uses\./,
    )
  })

  it.each(['soon', '', '30', 0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, '0s', null])(
    "can't be %j",
    (span) => {
      const invalid = expect.objectContaining({ code: 'invalid_duration' })
      expect(() => cooldown(span as Duration)).toThrow(invalid)
      expect(() => new Bot().command('bake', { ...told, cooldown: span as Duration }, () => '')).toThrow(invalid)
      expect(() => new Composer({ cooldown: span as Duration })).toThrow(invalid)
    },
  )
})
