import { Readable } from 'node:stream'
import { Bot, stream } from 'earshot'
import { english, type Sentences } from 'earshot/sentences'
import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'

const words = new Set(['dateWords', 'oneself', 'helpWord', 'cancelWord', 'approveWord', 'rejectWord', 'stopWord'])

/** Each sentence between marks that name it, so that a reader sees what comes from the catalogue. */
const marked = Object.fromEntries(
  Object.entries(english).map(([name, sentence]) => {
    if (typeof sentence === 'object') return [name, sentence]
    const mark = (text: string) => (words.has(name) ? text : `‹${name}|${text}›`)
    const say: (...values: unknown[]) => string = typeof sentence === 'function' ? sentence : () => sentence
    return [name, typeof sentence === 'function' ? (...values: unknown[]) => mark(say(...values)) : mark(sentence)]
  }),
) as unknown as Sentences

/** What no catalogue has: texts of the author. */
const own = (text: string) => `«${text}»`

function handy(): Bot {
  const bot = new Bot({ sentences: marked })
  const says = (text: string) => () => own(text)
  bot
    .command(
      'bake <n:integer> [rest:quoted]',
      { description: own('Bake'), examples: ['bake 2'], aliases: ['b'] },
      says('ok'),
    )
    .command('say <w:word>', { description: own('Say') }, says('ok'))
    .command('weigh <g:number>', { description: own('Weigh') }, says('ok'))
    .command('open <url:url>', { description: own('Open') }, says('ok'))
    .command('wait <t:duration>', { description: own('Wait'), cooldown: '1h' }, says('ok'))
    .command('at <d:date>', { description: own('At') }, says('ok'))
    .command('off <d:day>', { description: own('Off') }, says('ok'))
    .command('which <bread:rye|spelt>', { description: own('Which') }, says('ok'))
    .command('go to <word>', { description: own('Go') }, says('ok'))
    .command('move <what> into <where>', { description: own('Move') }, says('ok'))
    .command('who <u:user>', { description: own('Who') }, async (ctx) => own((await ctx.args.u.lookUp()).full_name))
    .command('group <g:group>', { description: own('Group') }, async (ctx) => own((await ctx.args.g.lookUp()).name))
    .command('load <f:attachment>', { description: own('Load') }, says('ok'))
    .command('topic <t:topic>', { description: own('Topic') }, async (ctx) =>
      own(String((await ctx.args.t.lookUp()).stream_id)),
    )
    .command('burn', { description: own('Burn'), access: 'owner' }, says('ok'))
    .command(
      'clean',
      { description: own('Clean'), access: ['administrator', 'moderator', 'member', 'guest', { group: 'bakers' }] },
      says('ok'),
    )
    .command('admin', { description: own('Admin') }, async (ctx) => ctx.requireAdministrator())
    .command('ask', { description: own('Ask') }, async (ctx) => own(await ctx.ask(own('Well?'), { timeout: '5m' })))
    .command('choose', { description: own('Choose') }, async (ctx) =>
      own(await ctx.ask(own('Which?'), { choices: ['a', 'b'] })),
    )
    .command('others', { description: own('Others') }, async (ctx) =>
      own(await ctx.ask(own('Who?'), { from: { group: 'drivers' } })),
    )
    .command('named', { description: own('Named') }, async (ctx) =>
      own(await ctx.ask(own('Who?'), { from: { users: [9] } })),
    )
    .command('release', { description: own('Release') }, async (ctx) => {
      await ctx.approve(own('Release?'), { by: { group: 'bakers' }, quorum: 2, timeout: '5m' })
      return own('Released.')
    })
    .command('nobody', { description: own('Nobody') }, async (ctx) => {
      await ctx.approve(own('Release?'), { by: { group: 'butchers' } })
    })
    .command('few', { description: own('Few') }, async (ctx) => {
      await ctx.approve(own('Release?'), { by: { group: 'keyholders' }, quorum: 3 })
    })
    .command('write', { description: own('Write') }, (ctx) =>
      stream(ctx, () => Readable.from([own('one two'), ' '.repeat(100)]), { maxLength: 50 }),
    )
    .command('fail', { description: own('Fail') }, () => Promise.reject(new Error('as it should')))
    .command('never', { description: own('Never') }, (ctx) => ctx.sleep('1d'))
  return bot
}

/** What people say, and who. What the bot answers has to be its author's or the catalogue's. */
const chats: readonly (readonly [who: string, ...texts: string[]])[] = [
  ['hamlet', 'help', 'help bake', 'help wait', 'help clean', 'help burn', 'go', 'what is this', 'bke 2', 'help say'],
  [
    'hamlet',
    'bake',
    'bake x',
    'bake 2 "x" y',
    'bake 2 "x',
    'weigh x',
    'open x',
    'wait x',
    'at x',
    'at 2020-01-01',
    'say a\nask',
    'off x',
    'which ryee',
  ],
  [
    'hamlet',
    'go',
    'move x',
    'move x y',
    'who',
    'who @**Hamlt**',
    'who 4711',
    'who @**Iago**',
    'group bakrs',
    'grоup bakers',
    'topic x',
  ],
  [
    'hamlet',
    'load',
    'topic #**kitchn>x**',
    'help group',
    'burn',
    'admin',
    'wait 1s',
    'wait 1s',
    'fail',
    'nobody',
    'few',
  ],
  ['hamlet', 'ask', '', 'cancel', 'choose', 'c', 'choose', 'a', 'ask', 'choose', 'cancel'],
  ['hamlet', 'others', 'x', 'cancel', 'named', 'x', 'cancel', 'release', 'approve', 'cancel', 'release'],
  ['iago', 'approve', 'approve', 'reject', 'ask'],
  ['hamlet', 'release', 'release'],
  ['othello', 'approve', 'write'],
]

/** The rest that nobody wrote for people: marks of lists, commands and arguments as code. */
const plumbing = (text: string) => text.replace(/(`+)[^`]*\1/g, '').replace(/[\s*:]/g, '')

function unmarked(text: string): string {
  const inner = /‹\w+\|[^‹›]*›|«[^«»]*»/g
  const next = text.replace(inner, '')
  return next === text ? plumbing(text) : unmarked(next)
}

/** Said where a process died, a topic was moved, a queue tries again, or a text is written while it comes; tested there. */
const saidElsewhere = [
  'interrupted',
  'tryingAgain',
  'conversationInterrupted',
  'conversationLost',
  'conversationOutdated',
  'conversationMoved',
  'rightUnknown',
  'textStopped',
  'somethingWentWrong',
  'ranOutOfTime',
  'wasInterrupted',
  'mayIDoThis',
  'askedTooMuch',
  'followsNoLonger',
]

it('a bot sends only text from its author and from the catalogue of sentences', async () => {
  await using chat = await testBot(handy, { receiver: { handlerTimeout: 60_000 } })
  chat.simulator.addUser({ full_name: 'Iago', email: 'other-iago@example.com' })
  const where = { channel: 'kitchen', topic: 'lunch' }
  for (const [who, ...texts] of chats) for (const text of texts) await chat.as(who).say(`@**Echo** ${text}`, where)
  const never = chat.as('hamlet').dm('never')
  await chat.advance('10m')
  await never
  const said = [...chat.conversation(where), ...chat.conversation({ dm: ['hamlet', 'echo'] })]
  const texts = said.filter(({ sender_full_name }) => sender_full_name === 'Echo').map(({ content }) => content)
  expect(texts.length).toBeGreaterThan(50)
  expect(texts.filter((text) => unmarked(text) !== '')).toEqual([])
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/‹(\w+)\|/g)].map(([, name]) => name)))
  const silent = Object.keys(english).filter((name) => !words.has(name) && !names.has(name))
  expect(silent.sort()).toEqual([...saidElsewhere].sort())
})
