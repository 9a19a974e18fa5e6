import { Bot, NoAnswer, NotApproved } from '../../../src/bot/index.js'
import { Client } from '../../../src/client/index.js'
import { english, type Sentences } from '../../../src/sentences.js'
import { type TestChat, testBot } from '../../../src/testing/index.js'

/** What is typed, and what it may mean: the call of a handler, `refused`, or another of these outcomes. */
export type Row = readonly [typed: string, meaning: string, ...others: string[]]

/** The sender is told that the bot doesn't understand, and no handler runs. */
export const refused = 'refused'
/** The bot says nothing, and no handler runs. */
export const nothing = 'nothing'

export interface Kind {
  readonly kind: string
  readonly rows: readonly Row[]
  /** The bot's language. */
  readonly sentences?: Sentences
  readonly by?: 'events'
  /**
   * Where Iago types: in a topic, or there after he (or Hamlet) has given a command; then the bot's mention stands before what he types,
   * unless `mention` is false; or he edits what stood there. (default: in a direct message)
   */
  readonly where?:
    | 'topic'
    | { readonly edited: string; readonly isDirect?: true }
    | { readonly after: string; readonly from?: 'hamlet'; readonly mention?: false }
}

/** Rows of one command: the word stands before what is typed and before what the handler gets. */
export function of(command: string, rows: readonly Row[]): readonly Row[] {
  return rows.map(([typed, ...meanings]) => {
    const [meaning = refused, ...others] = meanings.map((one) =>
      one === refused || one === nothing ? one : `${command} ${one}`,
    )
    return [`${command} ${typed}`, meaning, ...others]
  })
}

/** What came of each row: its own meaning, `refused`, or something that nobody meant. */
export async function outcomes(kind: Kind): Promise<string[]> {
  // A direct conversation gets slower with its length.
  const parts = Array.from({ length: Math.ceil(kind.rows.length / 40) }, (_, at) =>
    kind.rows.slice(40 * at, 40 * (at + 1)),
  )
  return (await Promise.all(parts.map((rows) => outcomesInOneChat({ ...kind, rows })))).flat()
}

async function outcomesInOneChat({ rows, sentences, by, where }: Kind): Promise<string[]> {
  const ran: string[] = []
  await using chat = await testBot(typedBot(ran, sentences ?? english), by === undefined ? {} : { by })
  if (by === 'events') {
    const { simulator } = chat
    const owner = new Client({ ...simulator.credentials('desdemona'), fetch: simulator.fetch })
    const principals = [simulator.realm.account(chat.botName).id]
    await owner.subscriptions.add({ subscriptions: [{ name: 'kitchen' }], principals })
    await chat.advance('1s')
  }
  const came: string[] = []
  for (const [at, [typed]] of rows.entries()) {
    const topic = { channel: 'kitchen', topic: `row ${at}` }
    if (typeof where === 'object' && 'edited' in where)
      await chat.as('iago').say(where.edited, where.isDirect ? { dm: ['Echo'] } : topic)
    else if (typeof where === 'object') await chat.as(where.from ?? 'iago').say(`@**Echo** ${where.after}`, topic)
    ran.length = 0
    const replies = await type(chat, typed, where, topic)
    came.push(ran.join(' & ') || told(typed, replies.map(({ content }) => content).join('\n'), sentences ?? english))
  }
  return came
}

function type(chat: TestChat, typed: string, where: Kind['where'], topic: { channel: string; topic: string }) {
  if (where === undefined) return chat.as('iago').dm(typed)
  if (typeof where === 'object' && 'edited' in where) return chat.as('iago').edit(typed)
  const isBare = where === 'topic' || where.mention === false
  return chat.as('iago').say(isBare ? typed : `@**Echo** ${typed}`, topic)
}

function told(typed: string, reply: string, sentences: Sentences): string {
  if (reply === '') return nothing
  const suggested = /Did you mean `(?:@\*\*Echo\*\* )?([^`]+)`/.exec(reply)?.[1]
  if (suggested !== undefined && look(suggested) === look(typed)) return 'suggests what was typed'
  if (reply.startsWith(sentences.helpHeading)) return 'help'
  if (reply === sentences.followsNoLonger) return 'stopped'
  return /^Runs (.*)/.exec(reply)?.[1]?.replace(/^/, 'help ') ?? refused
}

function typedBot(ran: string[], sentences: Sentences): Bot {
  const run = (...parts: readonly unknown[]) => {
    const [name, ...values] = parts.filter((part) => part !== undefined)
    ran.push(values.length === 0 ? String(name) : `${name} ${values.join(' | ')}`)
    return 'Done.'
  }
  const runs = (name: string) => ({ description: `Runs ${name}` })
  const bot = new Bot({ sentences })
  for (const word of ['status', "who's on call", 'dry-run', 'größe']) bot.command(word, runs(word), () => run(word))
  return bot
    .command('remind <when:date> <text...>', runs('remind'), ({ args }) => run('remind', inRome(args.when), args.text))
    .command('off <on:day> [text...]', runs('off'), ({ args }) => run('off', args.on.replace('2026-', ''), args.text))
    .command('timer <for:duration> [text...]', runs('timer'), ({ args }) => run('timer', args.for / 1000, args.text))
    .command('poll <question:quoted> <a:quoted> <b:quoted>', runs('poll'), ({ args }) =>
      run('poll', args.question, args.a, args.b),
    )
    .command('title <title:quoted> [text...]', runs('title'), ({ args }) => run('title', args.title, args.text))
    .command('add <n:integer> <what...>', runs('add'), ({ args }) => run('add', args.n, args.what))
    .command('pay <amount:number> <who:user>', runs('pay'), async ({ args }) =>
      run('pay', args.amount, (await args.who.lookUp()).full_name),
    )
    .command('open <link:url>', runs('open'), ({ args }) => run('open', args.link.href))
    .command('assign <who:user> <task...>', runs('assign'), async ({ args }) =>
      run('assign', (await args.who.lookUp()).full_name, args.task),
    )
    .command('move <to:topic>', runs('move'), async ({ args }) => {
      const { stream_id, topic } = await args.to.lookUp()
      return run('move', stream_id, topic)
    })
    .command('notify <g:group> <text...>', runs('notify'), async ({ args }) =>
      run('notify', (await args.g.lookUp()).name, args.text),
    )
    .command('size <g:group>', runs('size'), async ({ args }) => run('size', (await args.g.lookUp()).name))
    .command("vote <x:yes|no|don't-know|größer>", runs('vote'), ({ args }) => run('vote', args.x))
    .command('order', runs('order'), async (ctx) => {
      const answer = ctx.ask('Rye?', { choices: ['yes', 'no', "don't know"] })
      return run('order', await answer.catch(codeOf))
    })
    .command('name', runs('name'), async (ctx) => run('name', await ctx.ask('Your name?').catch(codeOf)))
    .command('release', runs('release'), async (ctx) => {
      const approval = ctx.approve('Release?', { by: { users: [8] } }).then(() => 'approved')
      return run('release', await approval.catch(codeOf))
    })
    .command('seats', runs('seats'), async (ctx) => {
      return run('seats', await ctx.ask('How many?', { choices: ['2', '3', '10'] }).catch(codeOf))
    })
    .command('like', runs('like'), async (ctx) => {
      return run('like', await ctx.ask('Well?', { choices: ['👍', '👎', 'C++', 'C#'] }).catch(codeOf))
    })
    .command('roll [n:integer]', runs('roll'), ({ args }) => run('roll', args.n))
    .command('temp <t:number>', runs('temp'), ({ args }) => run('temp', args.t))
    .command('follow', runs('follow'), async (ctx) => {
      await ctx.follow()
      return 'I follow.'
    })
    .onFollowUp((ctx) => run('follow-up', ctx.text))
    .hears('good morning', () => run('good morning'))
    .hears(/^bake (\d+) rolls?$/i, (ctx) => run('rolls', ctx.match?.[1]))
}

/** What somebody sees of a text at a glance. */
const look = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/\s+|[\s.,;:!?…。]+$/g, ' ')
    .trim()
    .toLowerCase()

function codeOf(error: unknown): string {
  if (error instanceof NoAnswer || error instanceof NotApproved) return error.code
  throw error
}

/** Iago's wall time; the year only if it isn't this one. */
function inRome(date: Date): string {
  return date
    .toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })
    .replace(/^2026-/, '')
    .replace(/:00$/, '')
}
