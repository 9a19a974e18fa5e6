import fc from 'fast-check'
import type { Action, Entry, Text, TranscriptPlace, Turn } from '../../../src/transcript/transcript.js'

/** Transcripts of every kind, with the oddest names and texts. */

const oddities = [
  '\\',
  '{{id}}',
  '{{id:order}}',
  '\\{{id}}',
  '{{',
  '"',
  ': ',
  '> ',
  '#',
  '* ',
  '//',
  '[',
  ']',
  ', ',
  '\u2028',
  ':tada:',
  '…',
  '  ',
  '\t',
  ' edits ',
  ' moves to # ',
  'é',
  '🥐',
  '```',
]
const word = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('Iago', 'Echo', 'hello', 'lunch'),
  fc.constantFrom(...oddities),
)
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(''))

/** One line that is not only white space at its ends, as names, topics and sentences are. */
const name = phrase.map((text) => text.replace(/[\r\n]/g, '').trim()).filter((text) => text !== '')

/** Text as the server keeps it, with no placeholder but those that there are. */
const keptText: fc.Arbitrary<Text> = fc
  .array(phrase, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join('\n').replace(/\r\n?/g, '\n').trimEnd().replace(/^\n+/, ''))
  .filter((text) => text !== '')

const anyPlace: fc.Arbitrary<TranscriptPlace> = fc.oneof(
  fc.record({ channel: name, topic: fc.oneof(name, fc.constant('')) }),
  fc.record({ people: fc.array(name, { minLength: 1, maxLength: 3 }) }),
)

const channelPlace = fc.record({ channel: name, topic: fc.oneof(name, fc.constant('')) })
const which = fc.option(fc.record({ which: keptText }), { nil: {} })
const emoji = fc.constantFrom('tada', '+1', 'croissant_dance')
const endpoint = fc.constantFrom('users.update', 'topics.setVisibility', 'streams.deleteTopic')
const parameters = fc.dictionary(
  fc.constantFrom('stream_id', 'topic', 'to', 'content'),
  fc.oneof(
    fc
      .jsonValue({ maxDepth: 2 })
      .filter((json) => typeof json !== 'string')
      .map((json) => ({ json: JSON.parse(JSON.stringify(json)) as unknown })),
    keptText.map((text) => ({ text })),
    fc.constantFrom('', 'null', '5', ' ', '{{id:order}}', '{"a":1}').map((text) => ({ text })),
  ),
  { noNullPrototype: true },
)

const deed: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('message' as const), who: name, text: keptText }),
  fc.tuple(fc.record({ kind: fc.constant('edit' as const), who: name, text: keptText }), which).map(joined),
  fc
    .tuple(
      fc.record({
        kind: fc.constant('edit' as const),
        who: name,
        text: keptText,
        times: fc.oneof(fc.constant('several' as const), fc.integer({ min: 2, max: 100 })),
      }),
      which,
    )
    .map(joined),
  fc.tuple(fc.record({ kind: fc.constant('delete' as const), who: name }), which).map(joined),
  fc
    .tuple(fc.record({ kind: fc.constantFrom('react' as const, 'unreact' as const), who: name, emoji }), which)
    .map(joined),
  fc
    .tuple(
      fc.record({
        kind: fc.constant('move' as const),
        who: name,
        scope: fc.constantFrom('one' as const, 'later' as const, 'topic' as const),
        to: channelPlace,
      }),
      which,
    )
    .map(joined),
  fc
    .tuple(
      fc.record({
        kind: fc.constantFrom('press' as const, 'vote' as const, 'unvote' as const, 'tick' as const, 'add' as const),
        who: name,
        part: name,
      }),
      which,
    )
    .map(joined),
  fc.record({ kind: fc.constant('upload' as const), who: name, name, text: keptText }),
  fc.record({ kind: fc.constant('call' as const), who: name, endpoint, parameters }),
  fc
    .tuple(
      fc.record({ kind: fc.constant('effect' as const), endpoint, parameters }),
      fc.option(fc.record({ as: name }), { nil: {} }),
      fc.option(fc.constant({ open: true as const }), { nil: {} }),
    )
    .map(([one, two, three]) => ({ ...one, ...two, ...three })),
)

const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({
    kind: fc.constant('later' as const),
    by: fc.constantFrom('5 minutes', '1 day 12 hours', '90s', '1.5 hours'),
  }),
  fc.record({ kind: fc.constant('until' as const), time: fc.constantFrom('2026-03-02 09:00', '2026-03-02 09:00:30') }),
  fc.constantFrom({ kind: 'restart' as const }, { kind: 'no faults' as const }, { kind: 'at once' as const }),
  fc.record({ kind: fc.constant('level' as const), level: fc.nat(496) }),
  fc.record({ kind: fc.constant('fault' as const), sentence: name }),
)

const levels = fc.option(
  fc.oneof(
    fc.record({ levels: fc.record({ from: fc.nat(496) }) }),
    fc.record({ levels: fc.record({ below: fc.nat(496) }) }),
    fc
      .tuple(fc.nat(400), fc.integer({ min: 1, max: 90 }))
      .map(([from, more]) => ({ levels: { from, below: from + more } })),
  ),
  { nil: {} },
)

const head: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({
    kind: fc.constant('setting' as const),
    name: fc.constantFrom('bot' as const, 'level' as const, 'owner' as const),
    value: name,
  }),
  fc.constant({ kind: 'blank' as const }),
  fc.record({
    kind: fc.constant('comment' as const),
    text: phrase.map((text) => text.replace(/[\r\n]/g, '').trimEnd()),
  }),
)
const body: fc.Arbitrary<Entry> = fc.oneof(
  head.filter(({ kind }) => kind !== 'setting'),
  fc.record({ kind: fc.constant('place' as const), place: anyPlace }),
  fc.tuple(deed, levels).map(joined),
  fc.tuple(turn, levels).map(joined),
)

/** The settings, a place, and whatever happens there. */
export const entries: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(
    fc.array(head, { maxLength: 3 }),
    fc.record({ kind: fc.constant('place' as const), place: anyPlace }),
    fc.array(body, { maxLength: 8 }),
  )
  .map(([first, place, rest]) => [...first, place, ...rest])

function joined<One extends object, Two extends object>([one, two]: readonly [One, Two]): One & Two {
  return { ...one, ...two }
}
