import { Bot } from 'earshot'
import { type DateWords, english, french, german, japanese, type Sentences, spanish } from 'earshot/sentences'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const languages = { german, french, spanish, japanese }
type Name = keyof Sentences
const names = (Object.keys(english) as Name[]).filter((name) => name !== 'dateWords')
const words: readonly Name[] = ['helpWord', 'cancelWord', 'approveWord', 'rejectWord', 'stopWord']

/** What each sentence is given, so that it can be seen whether it says it. */
const values: {
  readonly [Each in Name as Sentences[Each] extends string | DateWords ? never : Each]: readonly unknown[]
} = {
  learnMore: ['`1`'],
  theseBeginWith: ['`1`'],
  learnMoreAboutThem: ['`1`'],
  usage: ['`1`'],
  examples: [['`1`', '`2`']],
  argumentIs: ['`1`', '`2`'],
  alsoCalled: [['`1`', '`2`']],
  onlyFor: ['`1`'],
  waitBetweenUses: [5_400_000],
  notUnderstood: ['`1`'],
  didYouMean: ['`1`', ['`2`', '`3`']],
  missing: ['`1`', '`2`'],
  wrong: ['`1`', '`2`', '`3`', '`4`'],
  tooMuch: ['`1`'],
  foreignLetters: [['`1`', '`2`']],
  quotationNotClosed: ['`1`', '`2`'],
  wordExpected: ['`1`', '`2`'],
  aWordOrSeveral: ['`1`'],
  aWholeNumber: ['`1`'],
  aNumber: [['`1`', '`2`']],
  aLink: ['`1`'],
  oneOf: [['`1`', '`2`', '`3`']],
  aSpanOfTime: [['`1`', '`2`', '`3`']],
  aDate: [['`1`', '`2`', '`3`', '`4`']],
  aDay: [['`1`', '`2`', '`3`', '`4`']],
  aPerson: ['`1`'],
  aGroup: ['`1`'],
  aTopic: ['`1`'],
  isPast: ['`1`', '`2`'],
  unknownPerson: ['`1`', '`2`', '`3`'],
  unknownGroup: ['`1`', '`2`', '`3`'],
  unknownChannel: ['`1`', '`2`', '`3`'],
  severalPeople: ['`1`', '`2`', ['`3`', '`4`']],
  groupMembers: ['`1`'],
  allOf: [['`1`', '`2`', '`3`']],
  onlyTheyMay: ['`1`'],
  tooEarly: [5_400_000],
  sendAlone: ['`1`'],
  pleaseAnswer: [['`1`', '`2`', '`3`'], '`4`'],
  waitingForAnswer: ['`1`'],
  onlyTheyMayAnswer: ['`1`'],
  nobodyToAsk: ['`1`'],
  tooFewToAsk: ['`1`', 7, 5],
  approvalNeeded: [7, '`1`', '`2`', '`3`'],
  approvalsSoFar: [5, 7],
  othersDecide: ['`1`'],
  rejectedBy: ['`1`'],
  failed: ['`1`'],
  stopped: ['`1`'],
  interrupted: ['`1`'],
  textCutOff: ['`1`'],
  somethingWentWrong: ['`1`'],
  mayIDoThis: ['`1`'],
}

/** Arguments that may be missing, by their place. */
const optional: Partial<Record<Name, number>> = {
  missing: 1,
  wrong: 3,
  wordExpected: 1,
  unknownPerson: 2,
  unknownGroup: 2,
  unknownChannel: 2,
  onlyTheyMayAnswer: 0,
}

function said(sentences: Sentences, name: Name, given: readonly unknown[]): string {
  const sentence: unknown = sentences[name]
  return typeof sentence === 'function' ? sentence(...given) : String(sentence)
}
const given = (name: Name) => (name in values ? values[name as keyof typeof values] : [])

describe.each(Object.entries({ english, ...languages }))('the %s sentences', (_, sentences) => {
  it('have exactly the names of the English ones', () => {
    expect(Object.keys(sentences).sort()).toEqual(Object.keys(english).sort())
    expect(Object.keys(sentences.dateWords)).toEqual(expect.arrayContaining(Object.keys(english.dateWords)))
  })

  it.each(names)('include all values that %s gets', (name) => {
    const text = said(sentences, name, given(name))
    for (const value of given(name).flat()) {
      // Milliseconds become words.
      const shown = typeof value === 'number' && value > 1_000 ? ['1', '30'] : [String(value)]
      for (const part of shown) expect(text).toContain(part)
    }
    expect(text.trim()).not.toBe('')
    expect(text).not.toMatch(/undefined|NaN|\[object/)
  })

  it.each(Object.entries(optional) as [Name, number][])("omit values that %s doesn't get", (name, place) => {
    const text = said(sentences, name, given(name).with(place, undefined))
    expect(text).not.toContain(String(given(name)[place]))
    expect(text).not.toMatch(/undefined| {2}|\s$/)
  })

  it('have distinct single words for commands and answers', () => {
    const typed = words.map((name) => String(sentences[name]))
    expect(new Set(typed).size).toBe(words.length)
    for (const word of typed) expect(word).toMatch(/^\p{L}+$/u)
  })
})

describe.each(Object.entries(languages))('the %s sentences', (_, sentences) => {
  it.each(names)('translate %s', (name) => {
    expect(said(sentences, name, given(name))).not.toBe(said(english, name, given(name)))
  })
})

describe('numbers, lists and durations', () => {
  it.each([
    [english, 'This needs 1 approval by X.', 'This needs 2 approvals by X.', 'a, b or c', '1 hour 30 minutes'],
    [german, '1 Genehmigung nötig', '2 Genehmigungen nötig', 'a, b oder c', '1 Stunde, 30 Minuten'],
    [french, 'Il faut 1 approbation', 'Il faut 2 approbations', 'a, b ou c', '1 heure 30 minutes'],
    [spanish, 'Hace falta 1 aprobación', 'Hacen falta 2 aprobaciones', 'a, b o c', '1 hora 30 minutos'],
    [japanese, '1人の承認', '2人の承認', 'a、b、またはc', '1 時間30 分'],
  ])('follow the rules of the language', (sentences, one, two, list, span) => {
    expect(sentences.approvalNeeded(1, 'X', 'a', 'b')).toContain(one)
    expect(sentences.approvalNeeded(2, 'X', 'a', 'b')).toContain(two)
    expect(sentences.pleaseAnswer(['a', 'b', 'c'], 'x')).toContain(list)
    expect(sentences.tooEarly(5_400_000).replace(/\s/g, ' ')).toContain(span)
  })
})

describe.each(Object.entries({ english, ...languages }))('the %s examples of dates', (_, sentences) => {
  it('are read as they stand', async () => {
    const { dates, days, spans } = sentences.dateWords.examples
    const bot = new Bot({ sentences })
      .command('at <when:date>', { description: '-' }, () => 'read')
      .command('off <on:day>', { description: '-' }, () => 'read')
      .command('wait <for:duration>', { description: '-' }, () => 'read')
      .command('call <who:user>', { description: '-' }, async ({ args }) => (await args.who.lookUp()).full_name)
    await using chat = await testBot(bot)
    const answer = async (text: string) => (await chat.as('iago').dm(text))[0]?.content
    for (const date of dates) expect([date, await answer(`at ${date}`)]).toEqual([date, 'read'])
    for (const day of days) expect([day, await answer(`off ${day}`)]).toEqual([day, 'read'])
    for (const span of spans) expect([span, await answer(`wait ${span}`)]).toEqual([span, 'read'])
    for (const me of sentences.oneself.split('|')) expect(await answer(`call ${me}`)).toBe('Iago')
    expect(await answer('wait x')).toContain(`\`${spans[1]}\``)
  })
})
