import { type TestChat, testBot } from 'earshot/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakeryWith, bundledBots } from '../../../bots/index.js'
import { transcriptFailure } from '../../../src/testing/player/run.js'
import { call, play, save } from './saving.js'

/** Something that somebody does by the API; `n` chooses among what is there. */
interface Act {
  readonly kind: 'channel' | 'direct' | 'group' | 'edit' | 'react' | 'delete' | 'move' | 'time' | 'level'
  readonly who: string
  readonly n: number
  readonly text: string
}

/** What anybody may say to any bot. */
const anyWords = [
  'hello',
  'help',
  'yes',
  'no',
  'cancel',
  'order {{id}} and \\{{word}}',
  'two\n\n  lines',
  '# kitchen > lunch',
  'Hamlet edits: this',
  'in 2026-03-02 09:00, or 113',
  '/me waves',
  '@**all** :tada:',
]

/** What bots are told, by their accounts. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  Whois: ['whois Iago', 'whois hamlet@example.com', 'is 9 in bakers'],
  Topics: ['mute', 'follow oven #12', 'delete topic lunch', 'delete topic', 'confirm delete lunch', 'confirm delete'],
  Away: ['who is here', 'where is @**Iago**', 'away :house: early', 'back', 'set status of 11 ill', 'set status of 11'],
  Offboard: [
    'offboard 12',
    'everything',
    'messages',
    'offboard @_**Cordelia**',
    'reactivate 12',
    'retire drivers',
    'retire 24',
  ],
  Quiet: ['mute 13', 'unmute 13', 'mute @_**Oven Alarm**', 'mute topic', 'unmute topic #**kitchen>lunch**'],
  Later: [
    'list',
    'say in 5 minutes soup',
    'reword 1 soup',
    'move 1 to #**general>soup**',
    'postpone 2 in 90s',
    'rescue 3 in 1h #**kitchen>soup**',
    'drop 1',
  ],
  Call: ['call', 'call The @**Iago** room'],
  Linkifiers: ['list', 'try #12, ORDER-3', 'move 3 to 1'],
  Directory: ['folders', 'folders all', 'emoji', 'fields', 'move field Shift to 1'],
  Files: ['files', 'files unused', 'delete file 2', 'delete unused'],
  // What it shows of a delivery is full of numbers that are others in another organisation.
  Server: ['status', 'missing'],
  Standup: ['join', 'leave', 'who', 'report', 'bread', 'more bread'],
}

const words = (bot: string) =>
  fc.oneof(
    fc.constantFrom(...(wordsOf[bot] ?? anyWords)),
    fc.constantFrom(...anyWords),
    fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => /\S/.test(text)),
  )

const acts = (bot: string): fc.Arbitrary<readonly Act[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom<Act['kind'][]>(
        'channel',
        'channel',
        'channel',
        'direct',
        'direct',
        'group',
        'edit',
        'react',
        'delete',
        'move',
        'time',
        'level',
      ),
      who: fc.constantFrom('Hamlet', 'Iago', 'Desdemona'),
      n: fc.nat(1000),
      text: words(bot),
    }),
    { minLength: 1, maxLength: 12 },
  )

async function perform(chat: TestChat, { kind, who, n, text }: Act, said: number[]): Promise<void> {
  const { realm } = chat.simulator
  const bot = realm.account(chat.botName).id
  const message = said[n % Math.max(said.length, 1)] ?? 0
  const topic = ['lunch', 'oven #12', 'rye'][n % 3] ?? 'lunch'
  const mention = n % 4 === 0 ? '' : `@**${chat.botName}** `
  const send = async (to: object) => {
    const { id } = await call(chat, who, 'POST', '/messages', {
      ...to,
      content: kind === 'channel' ? mention + text : text,
    })
    if (typeof id === 'number') said.push(id)
  }
  switch (kind) {
    case 'channel':
      return send({ type: 'stream', to: 'kitchen', topic })
    case 'direct':
      return send({ type: 'private', to: [bot] })
    case 'group':
      return send({ type: 'private', to: [bot, realm.account('Cordelia').id] })
    case 'edit':
      return void (await call(chat, who, 'PATCH', `/messages/${message}`, { content: text }))
    case 'react':
      return void (await call(chat, who, 'POST', `/messages/${message}/reactions`, { emoji_name: 'tada' }))
    case 'delete':
      return void (await call(chat, 'Iago', 'DELETE', `/messages/${message}`, {}))
    case 'move':
      return void (await call(chat, 'Iago', 'PATCH', `/messages/${message}`, {
        topic,
        propagate_mode: ['change_one', 'change_later', 'change_all'][n % 3],
      }))
    case 'time':
      return void (await chat.advance(['90s', '7m', '3h 12m'][n % 3] ?? '1m'))
    case 'level':
      return chat.level([496, 300, 176, 170, 100][n % 5] ?? 496)
  }
}

describe('a saved random conversation', () => {
  it.each(bundledBots.map(({ full_name, create }) => [full_name, create] as const))(
    'passes with the bot %s',
    async (account, create) => {
      await fc.assert(
        fc.asyncProperty(acts(account), async (conversation) => {
          const simulator = { organisation: bakeryWith(bundledBots) }
          const chat = await testBot(create, { account, withOwner: true, simulator })
          const said: number[] = []
          for (const act of conversation) await perform(chat, act, said)
          const saved = await save(chat, { bot: account })
          await chat.close()
          const result = await play(saved, create)
          expect(result.passed, `${saved.text}\n----\n${result.passed ? '' : transcriptFailure(result)}`).toBe(true)
        }),
        { numRuns: process.env.EARSHOT_TESTS === 'full' ? 1_000 : 3 },
      )
    },
    600_000,
  )
})
