import type * as FastCheck from 'fast-check'
import { type PatternPart, readPattern } from '../../bot/commands/pattern.js'
import type { CommandSummary } from '../../bot/index.js'
import type { Realm } from '../../simulator/realm/realm.js'

/** Generates what people write to a bot, without a mention: commands with good and bad arguments, answers, and odd texts. */
export function textsOf(
  fc: typeof FastCheck,
  commands: readonly CommandSummary[],
  realm: Realm,
): FastCheck.Arbitrary<string> {
  const odd = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map(inOneLine) },
  )
  const values = valuesOf(fc, realm, odd)
  const called = commands.map(({ pattern }) => filledIn(fc, readPattern(pattern), values))
  const examples = commands.flatMap(({ examples }) => examples)
  const heads = commands.map(({ pattern }) => pattern.replace(/\s*[<[].*/, ''))
  return fc.oneof(
    { weight: 2, arbitrary: odd },
    { weight: 3, arbitrary: fc.constantFrom('yes', 'no', '1', 'approve', 'reject', 'cancel', 'stop', 'help') },
    ...(called.length === 0 ? [] : [{ weight: 12, arbitrary: fc.oneof(...called) }]),
    ...(examples.length === 0 ? [] : [{ weight: 2, arbitrary: fc.constantFrom(...examples) }]),
    ...(heads.length === 0
      ? []
      : [
          { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...heads), odd).map((words) => words.join(' ').trim()) },
          { weight: 1, arbitrary: fc.constantFrom(...heads.map((head) => `help ${head}`)) },
        ]),
  )
}

/** A command as a person types it, sometimes without its optional arguments or with odd values. */
function filledIn(fc: typeof FastCheck, parts: readonly PatternPart[], values: Values): FastCheck.Arbitrary<string> {
  const words = parts.map((part) => {
    if (part.kind === 'word') return fc.constant(part.word)
    const right = values(part.written)
    return part.isOptional
      ? fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 2, arbitrary: right })
      : right
  })
  return fc.tuple(...words).map((all) => all.join(' ').replace(/ +$/, ''))
}

type Values = (written: string) => FastCheck.Arbitrary<string>

/** Values for an argument, by the text in its pattern. */
function valuesOf(fc: typeof FastCheck, realm: Realm, odd: FastCheck.Arbitrary<string>): Values {
  const accounts = realm.accounts().filter(({ is_active }) => is_active)
  const people = accounts.flatMap(({ full_name, email, id }) => [`@**${full_name}**`, email, String(id)])
  const known: Readonly<Record<string, readonly string[]>> = {
    user: [...people, 'nobody', '@**Nobody At All**'],
    group: ['@*nobodies*', 'role:members', '@*role:administrators*'],
    topic: ['#**general>lunch**', '#**general**', '#**nowhere>at all**'],
    duration: ['5m', '1h30m', '0s', '-5m', '2 days', '99999999 days'],
    day: ['tomorrow', 'friday', '2026-12-24', 'in 3 days', '2026-02-30', 'yesterday'],
    date: ['tomorrow at 9:00', 'in 2 hours', 'friday', '2026-02-30', '9999-12-31 23:59', 'yesterday'],
    url: ['https://example.com/menu', 'http://[::1]/', 'javascript:alert(1)', 'https://'],
    integer: ['0', '1', '12', '-1', '9007199254740991', '1e3'],
    number: ['0', '2.5', '-0', '.5', 'NaN'],
    quoted: ['"rye bread"', '“rye”', '"', 'rye'],
  }
  // Without a type, any value is possible.
  const anything = ['lunch', 'rye', 'all', 'everyone', '7', 'a b c', '**bold**', ...people.slice(0, 6)]
  return (written) => {
    const type = /:([^\]>]+)/.exec(written)?.[1]
    const fitting = type === undefined ? anything : type.includes('|') ? type.split('|') : (known[type] ?? anything)
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...fitting) },
      { weight: type === undefined ? 3 : 1, arbitrary: odd },
    )
  }
}

/** Removes characters that a transcript can't contain: a failure must be reproducible from a file. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()

/** Simple ones first, since failures are shrunk towards them. */
const oddTexts: readonly string[] = [
  'x',
  '😀',
  '',
  'İstanbul ß ﬃ',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z̷̧̛͖̈́a̶͎̐l̴̖̿g̵̡̈́o̵̦̒',
  '\u202Ereversed\u202C',
  'zero\u200Bwidth\u2060joined\uFEFF',
  'line\u2028separator',
  '𝕿𝖊𝖝𝖙',
  '`@**all**`',
  '@_**Iago**',
  '@**all**',
  '@**channel** everybody',
  '@*role:everyone*',
  '```\n@**everyone**\n```',
  '```quote\nI said this\n```',
  '~~~~\n```\n~~~~',
  '```',
  '[a](javascript:alert(1))',
  '#**general>',
  '/poll Which?\na\nb',
  '/me waves',
  '{"a": [1',
  '{{name}} %s %n',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '../../etc/passwd',
  '<b>bold</b> &amp;',
  '$$x^2$$',
  '| a | b |\n|---|---|\n| c | d |',
  '* a\n  * b\n\n1. c',
  'a'.repeat(3000),
  '😀'.repeat(2000),
  '> '.repeat(200),
]
