import { Bot } from 'earshot'
import { english, french, german, japanese, type Sentences } from 'earshot/sentences'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { SentencesOption } from '../../../src/bot/index.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

let chat: TestChat | undefined
afterEach(() => chat?.close())

const saying = (sentences?: SentencesOption) => () =>
  new Bot(sentences === undefined ? {} : { sentences })
    .command('bake <loaves:integer>', { description: 'Backt', cooldown: '90m' }, (ctx) => `${ctx.args.loaves}`)
    .command('burn', { description: 'Brennt an', access: ['owner', { group: 'drivers' }] }, () => 'Burnt.')
    .command('ask', { description: 'Fragt' }, (ctx) => ctx.ask('Welches Brot?', { choices: ['rye', 'spelt'] }))
    .command('release', { description: 'Liefert' }, async (ctx) => {
      await ctx.approve('Liefern?', { by: { group: 'bakers' }, quorum: 2 })
      return 'Geliefert.'
    })
    .command('fail', { description: 'Scheitert' }, () => {
      throw new Error('as it should')
    })

async function open(sentences?: SentencesOption) {
  chat = await testBot(saying(sentences))
  const there = chat
  return async (who: string, text: string) => contents(await there.as(who).say(`@**Echo** ${text}`, lunch))
}

const problems = () => (chat?.log ?? []).filter(({ level }) => level === 'error').map(({ message }) => message)

describe('a bot with the sentences of a language', () => {
  it('replies in that language and accepts its words as well as the English ones', async () => {
    const say = await open(german)
    expect(await say('hamlet', 'hilfe')).toEqual([
      expect.stringMatching(/^Das kann ich:\n(.|\n)*`@\*\*Echo\*\* hilfe bake`/),
    ])
    expect(await say('hamlet', 'HELP bake')).toEqual([
      'Backt\nVerwendung: `@**Echo** bake <loaves>`\n`<loaves>`: eine ganze Zahl, etwa `12`.\nWartezeit pro Person: 1 Stunde, 30 Minuten.',
    ])
    expect(await say('hamlet', 'bake viele')).toEqual([
      '`<loaves>` kann nicht `viele` sein. Erwartet wird eine ganze Zahl, etwa `12`.\nVerwendung: `@**Echo** bake <loaves>`',
    ])
    await say('hamlet', 'bake 2')
    expect(await say('hamlet', 'bake 2')).toEqual([
      expect.stringMatching(/^Nicht so schnell: Bitte warte noch 1 Stunde, 30 Minuten/),
    ])
    expect(await say('hamlet', 'burn')).toEqual([
      'Das dürfen nur Eigentümer der Organisation und Mitglieder der Gruppe `drivers`.',
    ])
    expect(await say('hamlet', 'fail')).toEqual([expect.stringMatching(/^Da ist etwas schiefgegangen; Zustellung /)])
    await say('hamlet', 'ask')
    expect(await say('hamlet', 'weizen')).toEqual([
      'Bitte antworte mit `rye` oder `spelt`. Mit `abbrechen` hörst du auf.',
    ])
    expect(await say('hamlet', 'Hilfe')).toEqual([expect.stringMatching(/^Das kann ich:/)])
    expect(await say('hamlet', 'Abbrechen')).toEqual(['Abgebrochen.'])
    await say('hamlet', 'ask')
    expect(await say('hamlet', 'cancel')).toEqual(['Abgebrochen.'])
    expect(await say('hamlet', 'hlife')).toEqual(['`hlife` kenne ich nicht. Meintest du `@**Echo** hilfe`?'])
  })

  it('labels buttons in that language and accepts English words for approval', async () => {
    const say = await open(japanese)
    expect(await say('hamlet', 'release')).toEqual([
      'Liefern?\n\nグループ`bakers`のメンバーのうち2人の承認が必要です。`承認`または`却下`と入力してください。',
    ])
    expect(contents((await chat?.as('iago').press('承認', chat.conversation(lunch).at(-1))) ?? [])).toEqual([
      'ありがとうございます。 現在の承認は2人中1人です。',
    ])
    expect(await say('othello', 'approve')).toEqual(['Geliefert.'])
  })

  it('accepts some custom sentences and uses English for the rest', async () => {
    const say = await open({ cancelled: 'As you like.', approveWord: 'aye', notUnderstood: (help) => `Eh? ${help}!` })
    expect(await say('hamlet', 'what')).toEqual(['Eh? `@**Echo** help`!'])
    await say('hamlet', 'ask')
    expect(await say('hamlet', 'cancel')).toEqual(['As you like.'])
    await say('hamlet', 'release')
    expect(await say('iago', 'aye')).toEqual(['Thank you. 1 of 2 approvals so far.'])
  })
})

describe('a function that chooses the sentences', () => {
  it('runs for each message and can read storage', async () => {
    chat = await testBot(() =>
      new Bot({
        sentences: async ({ sender, storage }) =>
          (await storage.get(`language/${sender.id}`))?.value === 'fr' ? french : undefined,
      })
        .hears('français', async (ctx) => {
          await ctx.storage.set(`language/${ctx.sender.id}`, 'fr')
          return 'Bien sûr.'
        })
        .command('ask', { description: 'Ask' }, (ctx) => ctx.ask('Oui ?', { from: { group: 'bakers' } })),
    )
    await chat.as('hamlet').dm('français')
    expect(contents(await chat.as('hamlet').dm('quoi'))).toEqual([expect.stringContaining('Je ne comprends pas')])
    expect(contents(await chat.as('iago').dm('what'))).toEqual([expect.stringContaining("I don't understand")])
  })

  it("replies to each user in their language and accepts the words of the asking user's language", async () => {
    const say = await open(({ sender }) => (sender.name === 'Hamlet' ? german : french))
    expect(await say('hamlet', 'release')).toEqual([expect.stringContaining('`genehmigen` oder `ablehnen`')])
    expect(await say('iago', 'genehmigen')).toEqual(['Merci. 1 approbation sur 2 pour l’instant.'])
    expect(await say('othello', 'approuver')).toEqual(['Geliefert.'])
    await say('hamlet', 'release')
    expect(await say('iago', 'refuser')).toEqual(['Abgelehnt von @_**Iago|8**.'])
  })

  it.each([
    [
      'that throws',
      (): never => {
        throw new Error('no storage')
      },
      'Failed to choose the sentences for a message; it is answered in English',
    ],
    [
      'that returns a text',
      () => 'german',
      "The sentences chosen for a message can't be used: they are the string german.",
    ],
    [
      'that returns an unknown sentence',
      () => ({ cancled: 'x' }),
      'there is no sentence `cancled`. Did you mean `cancelled`?',
    ],
    [
      'that returns text for a sentence that takes values',
      () => ({ notUnderstood: 'Eh?' }),
      '`notUnderstood` is the string Eh?. Give a function.',
    ],
  ] as [string, unknown, string][])('%s falls back to English and logs the problem', async (_, choose, problem) => {
    const say = await open(choose as SentencesOption)
    expect(await say('hamlet', 'what')).toEqual(["I don't understand that. Say `@**Echo** help` to see what I can do."])
    expect(problems().join()).toContain(problem)
  })
})

describe('a sentence', () => {
  it.each([
    [
      'throws',
      (): never => {
        throw new Error('broken')
      },
    ],
    ['returns undefined', () => undefined as unknown as string],
    ['is blank', () => ' '],
  ])('that %s falls back to English and logs an error', async (_, tooMuch) => {
    const say = await open({ tooMuch })
    expect(await say('hamlet', 'burn it')).toEqual(["I don't know what to do with `it`.\nUsage: `@**Echo** burn`"])
    expect(chat?.log).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ sentence: 'tooMuch' }) }),
    )
  })
})

describe('new Bot', () => {
  it.each([
    ['german', 'they are the string german. Give an object, such as german of'],
    [[german], 'they are a list of 1'],
    [{ canceled: 'Gone.' }, 'there is no sentence `canceled`. Did you mean `cancelled`?'],
    [{ cancelled: () => 'Gone.' }, '`cancelled` is a function'],
    [{ cancelled: '' }, '`cancelled` is empty. Leave it out'],
    [{ usage: 'Usage: ' }, '`usage` is the string Usage: . Give a function.'],
    [{ helpWord: 'what now' }, '`helpWord` is "what now". Give a single, unused word.'],
    [{ helpWord: '<help>' }, '`helpWord` is "<help>"'],
    [{ rejectWord: 'Approve' }, '`rejectWord` is "Approve"'],
    [{ cancelWord: 'ja', approveWord: 'Ja' }, '`cancelWord` is "ja". Give a single, unused word.'],
  ])('throws with the reason for the sentences %j', (sentences, text) => {
    expect(() => new Bot({ sentences: sentences as SentencesOption })).toThrow(text)
  })

  it('accepts sentences of which some are undefined', () => {
    const some = { ...german, cancelled: undefined } as unknown as Partial<Sentences>
    expect(new Bot({ sentences: some })).toBeInstanceOf(Bot)
    expect(new Bot({ sentences: english })).toBeInstanceOf(Bot)
  })
})
