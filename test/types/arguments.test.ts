import { type ArgsOf, Bot, type CalendarDay, type GroupArgument, type TopicArgument, type UserArgument } from 'earshot'
import type { User, UserGroup } from 'earshot/protocol'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

// These are checked by the compiler, which reads the tests before they run; running them shows that the patterns are real.

const told = { description: 'Do it' }

describe("the types of a command's arguments", () => {
  it.each([[new Bot()]])('correspond to the types in the pattern', (bot) => {
    bot.command('a <word> <title:quoted> <n:integer> <who:user> <team:group>', told, ({ args }) => {
      expectTypeOf(args.word).toEqualTypeOf<string>()
      expectTypeOf(args.title).toEqualTypeOf<string>()
      expectTypeOf(args.n).toEqualTypeOf<number>()
      expectTypeOf(args.who).toEqualTypeOf<UserArgument>()
      expectTypeOf(args.team).toEqualTypeOf<GroupArgument>()
    })
    bot.command(
      'b <where:topic> <amount:number> <span:duration> <at:date> <on:day> <link:url> <text...>',
      told,
      ({ args }) => {
        expectTypeOf(args.where).toEqualTypeOf<TopicArgument>()
        expectTypeOf(args.amount).toEqualTypeOf<number>()
        expectTypeOf(args.span).toEqualTypeOf<number>()
        expectTypeOf(args.at).toEqualTypeOf<Date>()
        expectTypeOf(args.on).toEqualTypeOf<CalendarDay>()
        expectTypeOf(args.link).toEqualTypeOf<URL>()
        expectTypeOf(args.text).toEqualTypeOf<string>()
      },
    )
    expectTypeOf<UserArgument['lookUp']>().returns.resolves.toEqualTypeOf<User>()
    expectTypeOf<GroupArgument['lookUp']>().returns.resolves.toEqualTypeOf<UserGroup>()
  })

  it.each([[new Bot()]])('include undefined for optional arguments', (bot) => {
    bot.command('a [n:integer] [who:user] [rest...]', told, ({ args }) => {
      expectTypeOf(args).toEqualTypeOf<{
        readonly n: number | undefined
        readonly who: UserArgument | undefined
        readonly rest: string | undefined
      }>()
      // @ts-expect-error: it may be missing.
      const twice: () => number = () => args.n * 2
      expectTypeOf(twice).toBeFunction()
    })
  })

  it.each([[new Bot()]])('are unions for choices', (bot) => {
    bot.command('a <answer:yes|no> [size:small|medium|large]', told, ({ args }) => {
      expectTypeOf(args.answer).toEqualTypeOf<'yes' | 'no'>()
      expectTypeOf(args.size).toEqualTypeOf<'small' | 'medium' | 'large' | undefined>()
      // @ts-expect-error: it is never that.
      if (args.answer === 'maybe') return 'never'
      return undefined
    })
  })

  it.each([[new Bot()]])('contain only declared names, read-only', (bot) => {
    bot.command('greet <name>', told, (ctx) => {
      // @ts-expect-error: the pattern has no such argument.
      expectTypeOf(ctx.args.nam).toBeUndefined()
      const write = () => {
        // @ts-expect-error: what was typed was typed.
        ctx.args.name = 'another'
      }
      expectTypeOf(write).toBeFunction()
    })
    bot.command('no arguments', told, (ctx) => {
      // @ts-expect-error: the pattern has none.
      expectTypeOf(ctx.args.name).toBeUnknown()
    })
    bot.command('greet <name> [times:integer]', (ctx) => {
      expectTypeOf(ctx.args).toEqualTypeOf<{ readonly name: string; readonly times: number | undefined }>()
    })
    bot.hears('greet', (ctx) => {
      // @ts-expect-error: only commands have arguments.
      expectTypeOf(ctx.args).toBeUnknown()
    })
  })

  it('are never for an unknown type', () => {
    expectTypeOf<ArgsOf<'bake <n:float>'>['n']>().toBeNever()
    expectTypeOf<ArgsOf<string>>().toEqualTypeOf<Readonly<Record<string, string | undefined>>>()
  })

  it.each([[new Bot()]])('are accompanied by checked command details', (bot) => {
    const wrong = [
      // @ts-expect-error: there is no handler.
      () => bot.command('a', told),
      // @ts-expect-error: there is no such role.
      () => bot.command('a', { ...told, access: 'boss' }, () => ''),
      // @ts-expect-error: examples are a list.
      () => bot.command('a', { ...told, examples: 'a' }, () => ''),
      // @ts-expect-error: a reply is a text.
      () => bot.command('a', told, () => 7),
      // @ts-expect-error: a group has a name or an ID.
      () => bot.command('a', { ...told, access: { group: true } }, () => ''),
    ]
    expectTypeOf(wrong).items.toBeFunction()
  })
})
