import { describe, expect, it } from 'vitest'
import { firstFailure } from '../../src/testing/matrix/command.js'

const red = (text: string) => `\u001b[31m${text}\u001b[39m`

describe('the first failure of a test run', () => {
  it.each([
    [
      'Vitest',
      `stderr | a.test.ts > logs\nError: this one was meant to be\n\n ${red('×')} whois > finds\n\n FAIL  a.test.ts > whois > finds\n${red("AssertionError: expected 'a' to be 'b'")}\n - Expected\nTypeError: later`,
      "a.test.ts > whois > finds: AssertionError: expected 'a' to be 'b'",
    ],
    [
      'node:test',
      '▶ whois\n  ✖ finds (3.1ms)\n    AssertionError [assertion_failed]: Expected values to be strictly equal:\n    + actual',
      'finds: AssertionError [assertion_failed]: Expected values to be strictly equal:\n',
    ],
    ['TAP', 'TAP version 13\n# Subtest: finds\nnot ok 1 - finds\n  ---\n  duration_ms: 3', 'not ok 1 - finds'],
    ['Jest', 'FAIL ./a.test.js\n  ● finds\n\n    expect(received).toBe(expected)\n', 'FAIL ./a.test.js'],
    [
      'pytest',
      'collected 1 item\n\na.py F\n=== FAILURES ===\n    def test_a():\n>       assert 1 == 2\nE       AssertionError: assert 1 == 2\n',
      'AssertionError: assert 1 == 2',
    ],
    ['Go', 'ok before\n--- FAIL: TestA (0.00s)\n    a_test.go:5: no\n', '--- FAIL: TestA (0.00s)'],
    [
      'a class of an error of its own',
      'earshot.UnsupportedByServerError: users.me was not sent',
      'earshot.UnsupportedByServerError: users.me was not sent',
    ],
    [
      'a matcher',
      ` FAIL  bot.test.ts > greets\n${red('AssertionError: The bot should have replied:')}\n  "Done."\nIt replied:\n  "Something went wrong."\n\n# general > tests\nIago: hi`,
      'bot.test.ts > greets: The bot should have replied: "Done." It replied: "Something went wrong."',
    ],
    [
      'a transcript',
      ' FAIL  transcripts.test.ts > lunch.chat at level 100\nError: lunch.chat:3: the bot did something else (level 100). - is expected, + is actual.\n\n2   Iago: hi\n3 - Echo: Hello.\n  + Echo: Goodbye.\n\nThe bot logged:',
      'transcripts.test.ts > lunch.chat at level 100: Error: lunch.chat:3: the bot did something else (level 100). - is expected, + is actual. - Echo: Hello. + Echo: Goodbye.',
    ],
    ['something else', 'one\ntwo\n\n', 'two'],
  ])('is found in the output of %s', (_, output, line) => {
    expect(firstFailure(output)).toBe(line.trim())
  })

  it.each(['', '\n \n'])('is not made up', (output) => {
    expect(firstFailure(output)).toBeUndefined()
  })
})
