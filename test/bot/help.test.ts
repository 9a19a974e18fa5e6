import { describe, expect, it } from 'vitest'
import { Bot, Composer } from '../../src/bot/index.js'
import { account, replyTo, say } from './fixture.js'

const bot = new Bot()
  .command('whois <email>', { description: 'Look a person up', examples: ['whois iago@example.com'] }, () => '')
  .command('topics follow <name...>', { description: 'Follow a topic' }, () => '')
  .command('topics mute <name...>', { description: 'Mute a topic' }, () => '')

describe('help', () => {
  it('lists the commands with their descriptions', async () => {
    expect(await replyTo(bot, 'help')).toBe(
      [
        'I can do this:',
        '* `whois <email>`: Look a person up',
        '* `topics follow <name...>`: Follow a topic',
        '* `topics mute <name...>`: Mute a topic',
        '',
        'Say `help whois` to learn more about one of them.',
      ].join('\n'),
    )
  })

  it('lists the usage alone of a command without a description', async () => {
    const plain = new Bot().command('ping [times:integer]', (ctx) => 'pong '.repeat(ctx.args.times ?? 1))
    expect(await replyTo(plain, 'ping 2')).toBe('pong pong ')
    expect(await replyTo(plain, 'help')).toContain('* `ping [times]`\n')
    expect(await replyTo(plain, 'help ping')).toMatch(/^Usage: `ping \[times\]`\n/)
  })

  it("shows commands with the bot's mention in a channel", async () => {
    expect(await replyTo(bot, '@**Echo** HELP', { where: 'channel' })).toContain('Say `@**Echo** help whois` to learn')
  })

  it("omits the mention if the server didn't send the bot's name", async () => {
    const reply = await replyTo(bot, 'help', { where: 'channel', botName: null })
    expect(reply).toContain('Say `help whois` to learn')
  })

  it.each(['whois', 'WhoIs', 'whois hamlet@example.com'])('explains the command of "%s"', async (topic) => {
    expect(await replyTo(bot, `help ${topic}`)).toBe(
      'Look a person up\nUsage: `whois <email>`\nFor example: `whois iago@example.com`',
    )
  })

  it('explains all commands with the same first word', async () => {
    expect(await replyTo(bot, 'help topics')).toBe(
      'Follow a topic\nUsage: `topics follow <name...>`\n\nMute a topic\nUsage: `topics mute <name...>`',
    )
    expect(await replyTo(bot, 'help topics mute')).toBe('Mute a topic\nUsage: `topics mute <name...>`')
  })

  it('suggests the nearest command after a typo', async () => {
    expect(await replyTo(bot, 'help whios')).toBe("I don't know `whios`. Did you mean `help whois`?")
  })

  it('lists all commands if the topic resembles none', async () => {
    expect(await replyTo(bot, 'help me, please')).toMatch(/^I can do this:/)
  })

  it('takes precedence over fallback handlers, but not over `hears`', async () => {
    const other = new Bot().command('ping', { description: 'Ping' }, () => 'pong').onDirectMessage(() => 'left')
    expect(await replyTo(other, 'help')).toMatch(/^I can do this:/)
    expect(await replyTo(other, 'hello')).toBe('left')
    other.hears('help', () => 'my own help')
    expect(await replyTo(other, 'help')).toBe('my own help')
  })

  it('can be replaced by a command named help', async () => {
    const other = new Bot().command('help [topic]', { description: 'Help' }, ({ args }) => `about ${args.topic}`)
    expect(await replyTo(other, 'help bread')).toBe('about bread')
  })

  it("doesn't exist in a bot without commands", async () => {
    expect((await say(new Bot(), 'help')).replies).toEqual([])
    expect(
      await replyTo(
        new Bot().onDirectMessage((ctx) => ctx.text),
        'help',
      ),
    ).toBe('help')
  })
})

describe('help on commands with restricted access', () => {
  const other = new Bot()
    .command('order', { description: 'Order' }, () => '')
    .command('burn', { description: 'Burn', access: 'administrator' }, () => '')
    .command('close', { description: 'Close', access: ['owner', { group: 'bakers' }] }, () => '')
    .use(
      new Composer({ prefix: 'admin', access: 'moderator' }).command(
        'count',
        { description: 'Count', access: { group: 'bakers' } },
        () => '',
      ),
    )
  const helpFor = async (role: number) => {
    const { replies, calls } = await say(other, 'help', {
      server: { 'GET /users/8': { user: account(8, 'Iago', role) } },
    })
    const [, ...lines] = replies.join('\n').split('\n')
    return { listed: lines.slice(0, lines.indexOf('')), calls }
  }
  const ofBakers = '(Only for organization owners and members of the group `bakers`.)'

  it.each([
    [
      100,
      [
        '* `order`: Order',
        '* `burn`: Burn',
        '* `close`: Close',
        '* `admin count`: Count (Only for members of the group `bakers`.)',
      ],
    ],
    [
      200,
      [
        '* `order`: Order',
        '* `burn`: Burn',
        `* \`close\`: Close ${ofBakers}`,
        '* `admin count`: Count (Only for members of the group `bakers`.)',
      ],
    ],
    [400, ['* `order`: Order', `* \`close\`: Close ${ofBakers}`]],
  ])(
    'lists for the role %i what it permits, with group restrictions marked, and hides the rest',
    async (role, lines) => {
      expect(await helpFor(role)).toEqual({ listed: lines, calls: ['GET /users/8'] })
    },
  )

  it("lists all commands with their restrictions if the role can't be looked up", async () => {
    const { replies } = await say(other, 'help')
    expect(replies.join()).toContain('* `burn`: Burn (Only for organization administrators.)')
    expect(replies.join()).toContain('* `admin count`: Count (Only for organization moderators.) (Only for members')
  })

  it('lists all commands with their restrictions to a user who may use none', async () => {
    const strict = new Bot().command('burn', { description: 'Burn', access: 'owner' }, () => '')
    const server = { 'GET /users/8': { user: account(8, 'Iago', 600) } }
    expect(await replyTo(strict, 'help', { server })).toContain('* `burn`: Burn (Only for organization owners.)')
  })

  it('explains a restricted command to anybody, without an API call', async () => {
    const { replies, calls } = await say(other, 'help burn')
    expect([replies.join(), calls]).toEqual(['Burn\nUsage: `burn`\nOnly for organization administrators.', []])
  })
})

describe('a hidden command', () => {
  const other = new Bot()
    .command('order <dish:soup|pasta>', { description: 'Order' }, () => 'Ordered.')
    .command('order everything', { description: 'Order it all', hidden: true }, () => 'Everything.')
    .command('reset', { description: 'Reset the till', hidden: true, aliases: ['restart'] }, () => 'Done.')

  it('can be run', async () => {
    expect(await replyTo(other, 'reset')).toBe('Done.')
    expect(await replyTo(other, 'restart')).toBe('Done.')
    expect(await replyTo(other, 'order everything')).toBe('Everything.')
  })

  it.each(['help', 'help reset', 'help order', 'resett', 'order evrything', 'ordr everything', 'order'])(
    'isn\'t shown in reply to "%s"',
    async (text) => {
      expect(await replyTo(other, text)).not.toMatch(/`(reset|restart|order everything)/)
    },
  )

  it('on its own creates neither help nor hints', async () => {
    const secret = new Bot().command('reset', { description: 'Reset', hidden: true }, () => '')
    expect((await say(secret, 'help')).replies).toEqual([])
    expect((await say(secret, 'hello')).replies).toEqual([])
  })
})

describe('the choices of an argument', () => {
  it('are shown in the list, the help and the usage', async () => {
    const tickets = new Bot().command('ticket <priority:low|high> <n:integer>', { description: 'Open one' }, () => '')
    const usage = '`ticket <priority:low|high> <n>`'
    expect(await replyTo(tickets, 'help')).toContain(`* ${usage}: Open one`)
    expect(await replyTo(tickets, 'help ticket')).toContain(`Usage: ${usage}`)
    expect(await replyTo(tickets, 'ticket some 5')).toBe(
      `\`<priority>\` can't be \`some\`. It should be one of \`low\`, \`high\`.\nUsage: ${usage}`,
    )
  })
})

describe('the first word of several commands', () => {
  const tickets = new Bot()
    .command('ticket open <title...>', { description: 'Open a ticket' }, () => '')
    .command('ticket close <n:integer>', { description: 'Close a ticket', aliases: ['ticket done'] }, () => '')
    .command('ticket list all', { description: 'List tickets' }, () => '')
    .command('ticket burn', { description: 'Burn them', hidden: true }, () => '')
    .command('other', { description: 'Do something else' }, () => '')

  it('gets a list of these commands, each once', async () => {
    expect(await replyTo(tickets, 'Ticket')).toBe(
      [
        'These begin with `Ticket`:',
        '* `ticket open <title...>`: Open a ticket',
        '* `ticket close <n>`: Close a ticket',
        '* `ticket list all`: List tickets',
        '',
        'Say `help Ticket` to learn more about them.',
      ].join('\n'),
    )
  })

  it('gets a list even for a single command', async () => {
    expect(await replyTo(tickets, 'ticket list')).toContain('* `ticket list all`: List tickets')
  })

  it('goes to a fallback handler if there is one', async () => {
    const other = new Bot().command('ticket open', { description: 'Open' }, () => '').onDirectMessage(() => 'left')
    expect(await replyTo(other, 'ticket')).toBe('left')
  })
})

describe('a text that is no command', () => {
  it.each([
    ['whios iago@example.com', '`whios`', '`whois iago@example.com`'],
    ['Topics folow lunch', '`Topics folow`', '`topics follow lunch`'],
    ['hepl', '`hepl`', '`help`'],
    ['hepl whois', '`hepl`', '`help whois`'],
    ['👋 hepl', '`hepl`', '`help`'],
    ['Whios!!', '`Whios`', '`whois iago@example.com`'],
    ['topicsfollow lunch', '`topicsfollow`', '`topics follow lunch`'],
    ['who is iago@example.com', '`who is`', '`whois iago@example.com`'],
  ])('gets a suggestion for "%s"', async (text, said, meant) => {
    expect(await replyTo(bot, text)).toBe(`I don't know ${said}. Did you mean ${meant}?`)
  })

  it('never runs the command that is suggested', async () => {
    let ran = false
    const other = new Bot().command('delete', { description: 'Delete it' }, () => {
      ran = true
    })
    await say(other, 'delet')
    expect(ran).toBe(false)
  })

  it.each(['hello there', '', '`', '42'])('gets a short hint when it resembles no command: "%s"', async (text) => {
    expect(await replyTo(bot, text)).toBe("I don't understand that. Say `help` to see what I can do.")
  })

  it('gets a hint with the mention in a channel', async () => {
    expect(await replyTo(bot, '@**Echo**', { where: 'channel' })).toContain('Say `@**Echo** help` to see')
  })

  it("gets no hint if it isn't addressed to the bot, or the bot has no commands", async () => {
    expect((await say(bot, 'hello', { trigger: 'every_message' })).replies).toEqual([])
    expect(
      (
        await say(
          new Bot().hears('hi', () => 'hi'),
          'hello',
        )
      ).replies,
    ).toEqual([])
  })
})
