import { Bot, choices, type HandlerError, poll, todo } from 'earshot'
import { type TestBotOptions, testBot } from 'earshot/testing'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChoiceOption, TodoTask } from '../../src/bot/index.js'

async function open(bot: Bot, options?: TestBotOptions) {
  const chat = await testBot(bot, options)
  onTestFinished(() => chat.close())
  return chat
}

const menu = choices({ heading: 'What shall it be?', options: ['soup', { label: 'Bread', reply: 'order bread' }] })

describe('buttons', () => {
  const bot = () =>
    new Bot()
      .hears('menu', () => menu)
      .onMention(({ text }) => `You said: ${text}`)
      .onDirectMessage(({ text }) => `You wrote: ${text}`)

  it('say their reply to the bot, which a channel has to be told', async () => {
    const chat = await open(bot())
    const [sent] = await chat.as('hamlet').say('@**Echo** menu')
    expect(sent?.content).toBe('What shall it be?\n\n* soup\n* Bread: `order bread`')
    const [answer] = await chat.as('hamlet').press('Bread')
    expect(answer?.content).toBe('You said: order bread')
    expect((await chat.as('iago').press('1', sent))[0]?.content).toBe('You said: soup')
    expect(chat.conversation({ channel: 'general', topic: 'tests' }).map(({ content }) => content)).toContain(
      '@**Echo** order bread',
    )
  })

  it('need no mention in a direct message', async () => {
    const chat = await open(bot())
    await chat.as('hamlet').dm('menu')
    expect((await chat.as('hamlet').press('soup'))[0]?.content).toBe('You wrote: soup')
  })

  it('go with any message of the bot, and ask the server for its name where nobody said it', async () => {
    const elsewhere = new Bot()
      .hears('elsewhere', (ctx) => ctx.send({ channel: 'kitchen', topic: 'lunch' }, menu))
      .hears('later', async (ctx) => void (await ctx.reply(menu)))
    elsewhere.every('every hour', {}, (ctx) => ctx.send({ channel: 'kitchen', topic: 'hourly' }, menu).then(() => {}))
    const chat = await open(elsewhere)
    const presses = () =>
      chat
        .conversation({ channel: 'kitchen', topic: 'lunch' })
        .concat(chat.conversation({ channel: 'kitchen', topic: 'hourly' }))
        .flatMap(({ submessages }) => submessages.map(({ content }) => JSON.parse(content).extra_data.choices[0].reply))
    await chat.as('hamlet').dm('elsewhere')
    expect(presses()).toEqual(['@**Echo** soup'])
    await chat.as('hamlet').dm('later')
    await chat.advance('1h')
    expect(presses()).toEqual(['@**Echo** soup', '@**Echo** soup'])
  })

  it('show the choices of a question, unless it is told not to', async () => {
    const asking = (buttons?: boolean) =>
      new Bot().hears('close', async (ctx) => {
        const answer = await ctx.ask('Really close? yes / no', {
          choices: ['yes', 'no'],
          ...(buttons === undefined ? {} : { buttons }),
        })
        return `It was ${answer}.`
      })
    const chat = await open(asking())
    const [question] = await chat.as('hamlet').say('@**Echo** close')
    expect(question?.content).toBe('Really close? yes / no')
    expect((await chat.as('hamlet').press('no'))[0]?.content).toBe('It was no.')
    await chat.as('hamlet').dm('close')
    expect((await chat.as('hamlet').press('yes'))[0]?.content).toBe('It was yes.')
    const plain = await open(asking(false))
    await plain.as('hamlet').say('@**Echo** close')
    await expect(plain.as('hamlet').press('no')).rejects.toThrow('The bot has sent no widget where')
  })

  it('of a question that takes several messages stand below the last, and repeat none of the others', async () => {
    const chat = await open(
      new Bot().hears('close', async (ctx) => ctx.ask(`${'a '.repeat(8_000)}\n\nClose?`, { choices: ['yes', 'no'] })),
    )
    const said = await chat.as('hamlet').dm('close')
    expect(said).toHaveLength(2)
    const [first, second] = said.map(({ submessages }) =>
      submessages?.map(({ content }) => JSON.parse(String(content))),
    )
    expect(first).toEqual([])
    expect(second).toMatchObject([{ widget_type: 'zform', extra_data: { heading: said[1]?.content } }])
    expect((await chat.as('hamlet').press('yes'))[0]?.content).toBe('yes')
  })

  it('of a question survive the end of the process', async () => {
    const bot = new Bot().hears(
      'close',
      async (ctx) => `It was ${await ctx.ask('Close?', { choices: ['yes', 'no'] })}.`,
    )
    const chat = await open(bot)
    await chat.as('hamlet').say('@**Echo** close')
    await chat.restart()
    expect((await chat.as('hamlet').press('yes'))[0]?.content).toBe('It was yes.')
  })
})

describe('a poll', () => {
  const bread = poll({ question: 'Which bread?', options: ['rye', '-5 °C spelt'] })

  it('is voted in, and counted', async () => {
    let id = 0
    const bot = new Bot()
      .hears('poll', async (ctx) => {
        id = (await ctx.send({ channel: 'kitchen', topic: 'bread' }, bread)).id
      })
      .hears('count', async (ctx) => {
        const { question, options } = await ctx.votes(id)
        return `${question} ${options.map(({ text, voters }) => `${text}: ${voters.length}`).join(', ')}`
      })
    const chat = await open(bot)
    await chat.as('hamlet').dm('poll')
    await chat.as('hamlet').vote('rye', id)
    await chat.as('iago').vote('-5 °C spelt', id)
    await chat.as('cordelia').vote('rye', id)
    expect((await chat.as('hamlet').dm('count'))[0]?.content).toBe('Which bread? rye: 2, -5 °C spelt: 1')
    await expect(chat.as('hamlet').vote('oats', id)).rejects.toThrow('There is no option "oats"; there is "rye"')
  })

  it('is none where a message has none', async () => {
    const bot = new Bot().hears('count', async (ctx) => JSON.stringify(await ctx.votes(ctx.message.id)))
    const chat = await open(bot)
    await chat.as('hamlet').say('@**Echo** count')
    expect(chat.log.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ message: expect.stringContaining('is no poll') }) }),
    )
  })

  it('says the same to clients that can’t draw it', () => {
    expect(bread.text).toBe('/poll Which bread?\n* rye\n* -5 °C spelt')
  })
})

describe('a list of tasks', () => {
  it('is ticked off', async () => {
    const list = todo({
      title: 'Before opening',
      tasks: ['light the oven', { task: 'rye', description: '12: loaves' }],
    })
    const chat = await open(new Bot().hears('list', () => list))
    const [sent] = await chat.as('hamlet').say('@**Echo** list')
    expect(sent?.content).toBe('/todo Before opening\n* light the oven\n* rye: 12: loaves')
    await chat.as('iago').tick('rye', sent)
    const [list_, ticked] = chat.conversation({ channel: 'general', topic: 'tests' }).at(-1)?.submessages ?? []
    expect(JSON.parse(list_?.content ?? '')).toMatchObject({
      extra_data: {
        tasks: [
          { task: 'light the oven', desc: '' },
          { task: 'rye', desc: '12: loaves' },
        ],
      },
    })
    expect(JSON.parse(ticked?.content ?? '')).toEqual({ type: 'strike', key: '1,canned' })
  })
})

describe('a widget', () => {
  const many = Array.from({ length: 2000 }, (_, at) => `option ${at}`)
  it.each<[string, () => unknown, string]>([
    ['no options', () => choices({ heading: 'x', options: [] }), 'are an empty list'],
    ['an option twice', () => choices({ heading: 'x', options: ['a', { label: 'a', reply: 'b' }] }), '"a" twice'],
    ['a blank option', () => poll({ question: 'x', options: [' '] }), 'is blank'],
    ['an option of two lines', () => poll({ question: 'x', options: ['a\nb'] }), 'has several lines'],
    ['a blank heading', () => choices({ heading: ' ', options: ['a'] }), 'The heading of choices is blank'],
    ['a mention of everybody', () => choices({ heading: 'x', options: ['@**all** come'] }), 'mentions somebody'],
    ['a group in a poll', () => poll({ question: 'x', options: ['@*bakers*'] }), 'mentions somebody'],
    ['more than a message may have', () => choices({ heading: 'x', options: many }), 'A message may have 10000'],
    ['a colon in a task', () => todo({ title: 'x', tasks: ['a: b'] }), 'Leave the colon out'],
    ['no question', () => poll({} as { question: string }), 'The question of a poll is undefined'],
    ['a number for an option', () => poll({ question: 'x', options: [7 as unknown as string] }), 'is the number 7'],
    ['a field that there is not', () => todo({ title: 'x', task: [] } as { title: string }), 'no field `task`'],
    ['nothing at all', () => choices(null as never), 'was given null'],
    ['no list', () => todo({ title: 'x', tasks: 'a' as unknown as TodoTask[] }), 'are the string a'],
    ['an option without a reply', () => choices({ heading: 'x', options: [{ label: 'a' } as ChoiceOption] }), 'reply'],
  ])('with %s is refused where it is made', (_, make, sentence) => {
    expect(make).toThrow(sentence)
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_widget' } satisfies Partial<HandlerError>))
  })

  it('comes to the server as it was written, whatever is in it', async () => {
    const word = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }).map((text) => text.trim())
    const line = word.filter(
      (text) => text !== '' && !/[\n\r\0]|@(?=\*)/.test(text) && !/\p{C}|\p{Z}(?<! )/u.test(text),
    )
    const parts = fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: (text) => text.toLowerCase() })
    await fc.assert(
      fc.asyncProperty(line, parts, async (question, options) => {
        const bot = new Bot().onDirectMessage(() => poll({ question, options }))
        await using chat = await testBot(bot)
        const [sent] = await chat.as('hamlet').dm('poll')
        const drawn = JSON.parse(sent?.submessages[0]?.content ?? '{}')
        expect(drawn.extra_data).toEqual({ question, options })
      }),
      { numRuns: 30 },
    )
  })
})
