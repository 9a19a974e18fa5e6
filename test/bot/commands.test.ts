import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type ArgsOf, Bot, BotSetupError } from '../../src/bot/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'
import { replyTo, say } from './fixture.js'

const told = { description: 'Do it' }

describe('a command', () => {
  it('parses a word as an argument', async () => {
    const bot = new Bot().command('whois <email>', told, (ctx) => `Looking for ${ctx.args.email}`)
    expect(await replyTo(bot, 'whois iago@example.com')).toBe('Looking for iago@example.com')
  })

  it('keeps line breaks and spaces of the remaining text', async () => {
    const bot = new Bot().command('echo <text...>', told, (ctx) => ctx.args.text)
    expect(await replyTo(bot, 'echo  two  spaces\n\n    and code')).toBe('two  spaces\n\n    and code')
  })

  it('leaves a missing optional argument undefined', async () => {
    const bot = new Bot().command('roll [sides] [why...]', told, ({ args }) => JSON.stringify([args.sides, args.why]))
    expect(await replyTo(bot, 'roll')).toBe('[null,null]')
    expect(await replyTo(bot, 'roll 20')).toBe('["20",null]')
    expect(await replyTo(bot, 'roll 20 to hit it')).toBe('["20","to hit it"]')
  })

  it('may have literal words between its arguments', async () => {
    const bot = new Bot().command('mute <topic> in <channel>', told, ({ args }) => `${args.channel} > ${args.topic}`)
    expect(await replyTo(bot, 'mute lunch in kitchen')).toBe('kitchen > lunch')
  })

  it('matches case-insensitively and keeps the case of its arguments', async () => {
    const bot = new Bot().command('Topic Follow <name>', told, (ctx) => ctx.args.name)
    expect(await replyTo(bot, 'topic FOLLOW Lunch')).toBe('Lunch')
  })

  it('matches before or after a mention of the bot in a channel', async () => {
    const bot = new Bot().command('ping', told, () => 'pong')
    expect(await replyTo(bot, '@**Echo** ping', { where: 'channel' })).toBe('pong')
    expect(await replyTo(bot, 'ping @**Echo**', { where: 'channel' })).toBe('pong')
  })

  it('with more leading words takes precedence, whatever the order of declaration', async () => {
    const bot = new Bot().command('topic <name>', told, () => 'one').command('topic list', told, () => 'all')
    expect(await replyTo(bot, 'topic list')).toBe('all')
    expect(await replyTo(bot, 'topic lunch')).toBe('one')
  })

  it('may share its first word with others; the first one that fits the arguments runs', async () => {
    const bot = new Bot().command('oven <name> on', told, () => 'on').command('oven <name> off', told, () => 'off')
    expect(await replyTo(bot, 'oven big off')).toBe('off')
  })

  it('takes precedence over `hears` handlers', async () => {
    const bot = new Bot().hears(/./, () => 'heard').command('ping', told, () => 'pong')
    expect(await replyTo(bot, 'ping')).toBe('pong')
    expect(await replyTo(bot, 'pong')).toBe('heard')
  })

  it("doesn't match messages that neither mention the bot nor are direct", async () => {
    const bot = new Bot().command('ping', told, () => 'pong')
    expect((await say(bot, 'ping', { trigger: 'every_message' })).replies).toEqual([])
  })

  it('accepts arguments named like members of Object.prototype', async () => {
    const bot = new Bot().command('make <constructor> [toString...]', told, ({ args }) => JSON.stringify(args))
    expect(await replyTo(bot, 'make it so')).toBe('{"constructor":"it","toString":"so"}')
  })
})

describe('the error reply for invalid arguments', () => {
  const bot = new Bot()
    .command('whois <email>', { description: 'Look up', examples: ['whois iago@example.com'] }, () => 'found')
    .command('mute <topic> in <channel>', told, () => 'muted')
    .command('topics', told, () => 'listed')
    .command('topics follow <name...>', told, () => 'followed')

  it('names the missing argument and shows the usage', async () => {
    expect(await replyTo(bot, 'whois')).toBe(
      '`<email>` is missing.\nUsage: `whois <email>`\nFor example: `whois iago@example.com`',
    )
    expect(await replyTo(bot, 'mute lunch in')).toBe('`<channel>` is missing.\nUsage: `mute <topic> in <channel>`')
  })

  it('shows the usage with the mention in a channel', async () => {
    expect(await replyTo(bot, '@**Echo** topics follow', { where: 'channel' })).toBe(
      '`<name...>` is missing.\nUsage: `@**Echo** topics follow <name...>`',
    )
  })

  it('names the literal word that was expected', async () => {
    expect(await replyTo(bot, 'mute lunch at kitchen')).toMatch(/^I expected `in` in place of `at`\./)
    expect(await replyTo(bot, 'mute lunch')).toMatch(/^I expected `in` at the end\./)
  })

  it('names the surplus text', async () => {
    expect(await replyTo(bot, 'whois iago hamlet')).toMatch(/^I don't know what to do with `hamlet`\.\nUsage: `whois/)
  })

  it('suggests the longer command that is nearest to the text', async () => {
    expect(await replyTo(bot, 'topics folow lunch')).toBe(
      "I don't know `topics folow`. Did you mean `topics follow lunch`?",
    )
  })

  it('shows the usage of all commands with the same first word', async () => {
    const oven = new Bot().command('oven <name> on', told, () => 'on').command('oven <name> off', told, () => 'off')
    expect(await replyTo(oven, 'oven')).toBe('`<name>` is missing.\nUsage: `oven <name> on`\nUsage: `oven <name> off`')
  })

  it('quotes only the start of a long text, and mentions nobody', async () => {
    const reply = await replyTo(bot, `whois iago @**all** ${'very '.repeat(3_000)}`)
    expect(reply).toMatch(/`@_\*\*all\*\* .{20,40}…`/)
    expect(reply.length).toBeLessThan(200)
  })
})

describe('a command pattern', () => {
  it.each([
    ['', 'it is empty'],
    ['<name>', 'it begins with <name>'],
    ['[name]', 'it begins with [name]'],
    ['echo <text', "'<text' is neither"],
    ['echo <text]', "'<text]' is neither"],
    ['echo text>', "'text>' is neither"],
    ['echo <2nd>', "'<2nd>' is neither"],
    ['echo <who:users>', "'<who:users>' has the type 'users', which doesn't exist. Did you mean 'user'?"],
    ['echo <who:constructor>', "the type 'constructor', which doesn't exist"],
    ['echo <who:>', "'<who:>' is neither"],
    ['echo <who:user...>', 'has a type and takes all of the remaining text'],
    ['echo <answer:yes|>', 'has an empty or repeated choice'],
    ['echo <answer:yes|no|YES>', 'an empty or repeated choice'],
    ['echo <answer:yes,|no>', 'ends in a comma'],
    ['echo <__proto__>', "'<__proto__>' is neither"],
    ['echo <>', "'<>' is neither"],
    ['@**Echo** echo', "'@**Echo**' is neither"],
    ['echo <text...> [more]', '<text...> takes all of the remaining text'],
    ['echo [times] <text>', '<text> comes after an optional argument'],
    ['echo [times] now', 'now comes after an optional argument'],
    ['echo <a> <b> <a>', '<a> has the name of an earlier argument'],
  ])('%j is rejected: %s', (pattern, problem) => {
    const declare = () => new Bot().command(pattern, told, () => {})
    expect(declare).toThrow(BotSetupError)
    expect(declare).toThrow(problem)
    expect(declare).toThrow(expect.objectContaining({ code: 'invalid_pattern' }))
  })

  it("that differs only in spaces from another command's is a duplicate", () => {
    const bot = new Bot().command('echo <text>', told, () => {})
    expect(() => bot.command(' echo   <text> ', told, () => {})).toThrow(
      expect.objectContaining({ code: 'duplicate_command' }),
    )
  })

  it('either parses or throws a BotSetupError, whatever it is', () => {
    const parts = fc.constantFrom('echo', '<', '>', '[', ']', '...', ' ', 'a', 'b', '_', '\n', '*', '@', '😀')
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 12 }).map((parts) => parts.join('')),
        (pattern) => {
          try {
            new Bot().command(pattern, told, () => {})
          } catch (error) {
            expect(error).toBeInstanceOf(BotSetupError)
          }
        },
      ),
    )
  })

  it('determines the types of the arguments', () => {
    checkedByCompiler()
    expectTypeOf<ArgsOf<'whois <email>'>>().toEqualTypeOf<{ readonly email: string }>()
    expectTypeOf<ArgsOf<'echo [text...]'>>().toEqualTypeOf<{ readonly text: string | undefined }>()
    expectTypeOf<ArgsOf<'mute <topic> in <channel> [why...]'>>().toEqualTypeOf<{
      readonly topic: string
      readonly channel: string
      readonly why: string | undefined
    }>()
    expectTypeOf<keyof ArgsOf<'ping'>>().toEqualTypeOf<never>()
    expectTypeOf<ArgsOf<string>>().toEqualTypeOf<Readonly<Record<string, string | undefined>>>()

    new Bot().command('whois <email> [more]', told, (ctx) => {
      expectTypeOf(ctx.args.email).toEqualTypeOf<string>()
      expectTypeOf(ctx.args.more).toEqualTypeOf<string | undefined>()
      // @ts-expect-error: the pattern declares no such argument.
      ctx.args.name
    })
    // @ts-expect-error: a number is no reply.
    new Bot().command('count', told, () => 3)
  })
})

describe('any text', () => {
  const bot = new Bot()
    .command('echo [text...]', told, (ctx) => ctx.args.text ?? 'nothing')
    .command('mute <topic> in <channel>', told, () => 'muted')

  it('gets at most one reply and logs no error', async () => {
    const word = fc.constantFrom('echo', 'mute', 'in', 'help', 'ehco', '@**Echo**', '\n', '`', '😀', '    ', '\0', 'x')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 6 }))), async (words) => {
        const { replies, lines } = await say(bot, words.join(' '))
        expect(replies.length).toBeLessThanOrEqual(1)
        expect(lines.filter(({ level }) => level === 'error')).toEqual([])
      }),
    )
  })
})
