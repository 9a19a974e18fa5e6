import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dates } from './dates.js'
import { languages } from './languages.js'
import { outcomes, type Row, refused } from './typedBot.js'
import { words } from './words.js'

const rows = [...words, ...dates].flatMap((kind) => kind.rows)
/** A third of those whose command takes any text at its end. */
const open = rows
  .filter(([typed]) => /^(remind|off|timer|add|title|assign|notify) /i.test(typed))
  .filter((_, at) => at % 3 === 0)

describe('text behind what somebody typed', () => {
  const texts = [
    'the rye',
    '— no hurry',
    '“rye”, 3 of them',
    '🍞 bread',
    'bring\n- rye\n- salt',
    '@**Hamlet** knows',
    'x',
    'Ryes. Many!',
  ]

  it('changes nothing but the text, or is refused', async () => {
    const alone = await outcomes({ kind: 'alone', rows: open })
    const ran = open.flatMap(([typed], at) => (alone[at] === refused ? [] : [{ typed, before: alone[at] ?? '' }]))
    const behind = (at: number) => texts[at % texts.length] ?? ''
    const rows = ran.map(({ typed }, at): Row => [`${typed.trim()} ${behind(at)}`, refused])
    const longer = await outcomes({ kind: 'longer', rows })
    const changed = ran.flatMap(({ typed, before }, at) => {
      const after = longer[at] ?? ''
      const fits = [refused, `${before} ${behind(at)}`, `${before} | ${behind(at)}`].includes(after)
      return fits ? [] : [{ typed, before, after }]
    })
    expect(changed.slice(0, 20)).toEqual([])
  })
})

describe('the rest of a day or of a duration', () => {
  const days = ['friday', 'June 8th', '2026-03-05']
  const rests = {
    day: [
      '9am',
      'at 9am',
      '9:30',
      'at 16',
      '25:00',
      'evening',
      'at noon',
      '@ 9am',
      '6p',
      '9.30',
      'morning',
      '9h',
      'at nine',
      'noon',
      '- 9am',
      ', 9am',
      ': 9am',
      '(9am)',
    ],
    span: ['and a half', '30', 'and 30', 'and a quarter', 'or two', 'to 3 hours', '½', '1/2', '- 3 hours', 'ago'],
    range: [
      'to monday',
      '- monday',
      '– monday',
      'until monday',
      'through monday',
      '/ monday',
      'and monday',
      'or monday',
    ],
  }
  const spans = ['an hour', '1h', '2 hours', '1 hour', '2 hrs']

  it.each([
    ['remind', days, [...rests.day, ...rests.range]],
    ['off', days, rests.range],
    ['timer', spans, rests.span],
    ['remind in', spans, [...rests.span, 'tomorrow']],
  ])('is never text: %s', async (command, beginnings, more) => {
    const all = beginnings.flatMap((beginning) =>
      more.flatMap((rest) => ['.', ': rye'].map((end) => [`${command} ${beginning}`, `${rest}${end}`] as const)),
    )
    const alone = await outcomes({ kind: 'alone', rows: all.map(([beginning]): Row => [`${beginning} x`, refused]) })
    const whole = await outcomes({
      kind: 'whole',
      rows: all.map(([beginning, rest]): Row => [`${beginning} ${rest}`, refused]),
    })
    const cut = all.flatMap(([beginning, rest], at) => {
      const value = alone[at]?.replace(/x$/, '') ?? ''
      return whole[at]?.startsWith(value) ? [{ typed: `${beginning} ${rest}`, came: whole[at] }] : []
    })
    expect(cut.slice(0, 20)).toEqual([])
  })
})

describe('a command', () => {
  const folds: readonly ((text: string) => string)[] = [
    (text) => text.toUpperCase(),
    (text) => text.replace(/^./, (first) => first.toUpperCase()),
    (text) => text.normalize('NFD'),
    (text) => text.replaceAll("'", '’'),
    (text) => text.replaceAll('-', '‑'),
    (text) => text.replaceAll('-', '–'),
    (text) => text.replaceAll(' ', '\u00a0'),
    (text) => text.replaceAll(' ', '  '),
    (text) => text.replaceAll(' ', '\u3000'),
    (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    (text) => `\u200f${text}\u200e`,
    (text) => `\u2068${text}\u2069`,
    (text) => `\ufeff${text}\u200b`,
    (text) => [...text].join('\u00ad'),
    (text) => `${text}.`,
    (text) => `${text}!`,
    (text) => `${text}。`,
    (text) => `${text}… `,
    (text) => `  ${text}\u00a0`,
    (text) => `${text}\n`,
  ]
  const commands = ['status', "who's on call", 'dry-run', 'größe', 'vote yes', "vote don't-know", 'good morning']

  it('runs however it is typed', async () => {
    const typed = fc.tuple(fc.constantFrom(...commands), fc.uniqueArray(fc.constantFrom(...folds), { maxLength: 5 }))
    await fc.assert(
      fc.asyncProperty(fc.array(typed, { minLength: 40, maxLength: 40 }), async (all) => {
        const rows = all.map(([command, how]): Row => [how.reduce((text, change) => change(text), command), command])
        const came = await outcomes({ kind: 'folded', rows })
        expect(rows.map(([text], at) => [text, came[at]])).toEqual(rows)
      }),
      { numRuns: 8 },
    )
  })

  it('is what it was when the bot speaks another language', async () => {
    const english = rows.filter(([typed]) => commands.some((command) => typed.startsWith(command)))
    const came = await outcomes({ kind: 'English', rows: english })
    for (const { kind, sentences } of languages.filter(({ where }) => where === undefined)) {
      expect(await outcomes({ kind, rows: english, sentences }), kind).toEqual(came)
    }
  })
})
