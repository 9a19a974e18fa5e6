import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type ArgsOf, Bot, BotSetupError } from '../../src/bot/index.js'
import { replyTo, say } from './fixture.js'

const told = { description: 'Do it' }

describe('a command', () => {
  it('takes a word as its argument', async () => {
    const bot = new Bot().command('whois <email>', told, (ctx) => `Looking for ${ctx.args.email}`)
    expect(await replyTo(bot, 'whois iago@example.com')).toBe('Looking for iago@example.com')
  })

  it('takes the remaining text as it was written', async () => {
    const bot = new Bot().command('echo <text...>', told, (ctx) => ctx.args.text)
    expect(await replyTo(bot, 'echo  two  spaces\n\n    and code')).toBe('two  spaces\n\n    and code')
  })

  it('leaves an argument undefined that may be missing', async () => {
    const bot = new Bot().command('roll [sides] [why...]', told, ({ args }) => JSON.stringify([args.sides, args.why]))
    expect(await replyTo(bot, 'roll')).toBe('[null,null]')
    expect(await replyTo(bot, 'roll 20')).toBe('["20",null]')
    expect(await replyTo(bot, 'roll 20 to hit it')).toBe('["20","to hit it"]')
  })

  it('may have further words to be typed, among its arguments too', async () => {
    const bot = new Bot().command('mute <topic> in <channel>', told, ({ args }) => `${args.channel} > ${args.topic}`)
    expect(await replyTo(bot, 'mute lunch in kitchen')).toBe('kitchen > lunch')
  })

  it('is known whatever the case, while arguments keep theirs', async () => {
    const bot = new Bot().command('Topic Follow <name>', told, (ctx) => ctx.args.name)
    expect(await replyTo(bot, 'topic FOLLOW Lunch')).toBe('Lunch')
  })

  it('is known after the mention of the bot in a channel', async () => {
    const bot = new Bot().command('ping', told, () => 'pong')
    expect(await replyTo(bot, '@**Echo** ping', { where: 'channel' })).toBe('pong')
    expect(await replyTo(bot, 'ping @**Echo**', { where: 'channel' })).toBe('pong')
  })

  it('wins by the number of words that it begins with, not by the order', async () => {
    const bot = new Bot().command('topic <name>', told, () => 'one').command('topic list', told, () => 'all')
    expect(await replyTo(bot, 'topic list')).toBe('all')
    expect(await replyTo(bot, 'topic lunch')).toBe('one')
  })

  it('shares its words with others, of which the first takes what fits', async () => {
    const bot = new Bot().command('oven <name> on', told, () => 'on').command('oven <name> off', told, () => 'off')
    expect(await replyTo(bot, 'oven big off')).toBe('off')
  })

  it('goes before what the bot hears', async () => {
    const bot = new Bot().hears(/./, () => 'heard').command('ping', told, () => 'pong')
    expect(await replyTo(bot, 'ping')).toBe('pong')
    expect(await replyTo(bot, 'pong')).toBe('heard')
  })

  it('is not for messages that came unasked', async () => {
    const bot = new Bot().command('ping', told, () => 'pong')
    expect((await say(bot, 'ping', { trigger: 'every_message' })).replies).toEqual([])
  })

  it('keeps an argument that is named like something of every object', async () => {
    const bot = new Bot().command('make <constructor> [toString...]', told, ({ args }) => JSON.stringify(args))
    expect(await replyTo(bot, 'make it so')).toBe('{"constructor":"it","toString":"so"}')
  })
})

describe('a mistake in the arguments', () => {
  const bot = new Bot()
    .command('whois <email>', { description: 'Look up', examples: ['whois iago@example.com'] }, () => 'found')
    .command('mute <topic> in <channel>', told, () => 'muted')
    .command('topics', told, () => 'listed')
    .command('topics follow <name...>', told, () => 'followed')

  it('names the argument that is missing, and shows the usage', async () => {
    expect(await replyTo(bot, 'whois')).toBe(
      '`<email>` is missing.\nUsage: `whois <email>`\nFor example: `whois iago@example.com`',
    )
    expect(await replyTo(bot, 'mute lunch in')).toBe('`<channel>` is missing.\nUsage: `mute <topic> in <channel>`')
  })

  it('shows the usage with the mention where that is needed', async () => {
    expect(await replyTo(bot, '@**Echo** topics follow', { where: 'channel' })).toBe(
      '`<name...>` is missing.\nUsage: `@**Echo** topics follow <name...>`',
    )
  })

  it('names the word that was expected', async () => {
    expect(await replyTo(bot, 'mute lunch at kitchen')).toMatch(/^I expected `in` in place of `at`\./)
    expect(await replyTo(bot, 'mute lunch')).toMatch(/^I expected `in` at the end\./)
  })

  it('names what was too much', async () => {
    expect(await replyTo(bot, 'whois iago hamlet')).toMatch(/^I don't know what to do with `hamlet`\.\nUsage: `whois/)
  })

  it('shows a longer command that was meant, where that is near', async () => {
    expect(await replyTo(bot, 'topics folow lunch')).toBe(
      "I don't know `topics folow`. Did you mean `topics follow <name...>`?",
    )
  })

  it('shows all commands that begin alike', async () => {
    const oven = new Bot().command('oven <name> on', told, () => 'on').command('oven <name> off', told, () => 'off')
    expect(await replyTo(oven, 'oven')).toBe('`<name>` is missing.\nUsage: `oven <name> on`\nUsage: `oven <name> off`')
  })

  it('repeats little of what was said, and mentions nobody', async () => {
    const reply = await replyTo(bot, `whois iago @**all** ${'very '.repeat(3_000)}`)
    expect(reply).toMatch(/`@_\*\*all\*\* .{20,40}…`/)
    expect(reply.length).toBeLessThan(200)
  })
})

describe('a pattern', () => {
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
  ])("can't be %j: %s", (pattern, problem) => {
    const declare = () => new Bot().command(pattern, told, () => {})
    expect(declare).toThrow(BotSetupError)
    expect(declare).toThrow(problem)
    expect(declare).toThrow(expect.objectContaining({ code: 'invalid_pattern' }))
  })

  it("can't be that of another command, spaces and all", () => {
    const bot = new Bot().command('echo <text>', told, () => {})
    expect(() => bot.command(' echo   <text> ', told, () => {})).toThrow(
      expect.objectContaining({ code: 'duplicate_command' }),
    )
  })

  it('is read or refused, never worse', () => {
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

  it('tells the types of its arguments', () => {
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

  it('gets one reply from a bot with commands, whatever is in it', async () => {
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
