import { type Question, until } from './question.js'

/** Texts whose HTML doesn't depend on who and what is in the organisation. */
const texts = [
  'one\ntwo\n\nthree',
  '**bold** *italics* ~~gone~~ ***both***',
  '**bold\nover a line**',
  '`code` `` ` `` \\*stars\\* &#42;stars&#42; &copy;',
  '- a\n- b\n  - c\n\n- d',
  '1. a\n2. b\n   - c',
  '3) no list',
  'text\n- a list right below',
  '> quoted\n> twice\n\n> again',
  '```quote\n**said**\n```',
  '```\ncode  \n\n```',
  '    indented code',
  '```spoiler The *end*\nall is well\n```',
  '| a | b |\n|---|:-:|\n| 1 | `x|y` |',
  'text\n| a | b |\n|---|---|\n| 1 | 2 |',
  '# Heading\n#no heading\n---',
  '[**text**](https://example.com/a "title") [](example.com)',
  'example.com README.md x.zip https://example.com/a(b).',
  ':+1: :no_such_emoji: 10:30:00 ↔',
  '@**nobody at all** <time:2026-03-02T10:30:00Z>',
]

/** One question for each text: whether the simulator makes the same HTML of it. */
export const renderingQuestions: readonly Question[] = texts.map((content) => ({
  id: JSON.stringify(content),
  about: 'rendering',
  says: 'This text becomes this HTML.',
  ask: async (side) => (await side.client.messages.render({ content }, until(side))).rendered,
}))
