import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { textScreen } from '../../src/cli/dev/textScreen.js'
import { readableLog } from '../../src/cli/serve/readableLog.js'
import { fitted } from '../../src/cli/shared/layout.js'
import { createSide } from '../../src/cli/shared/terminal.js'
import { runs } from '../seed.js'

const widths = [40, 80, 120]
const sentence =
  'The handler was still running when its time was up, so its answer is lost; see handlerTimeout in the options.'

/** What is printed, by what prints it. */
const printed: Record<string, (columns: number) => string> = {
  "dev's notes": (columns) => {
    let text = ''
    const screen = textScreen((part) => (text += part), { paint: (_, said) => said, columns })
    screen({ event: 'said', text: `Commands:\n  /advance 5m              ${sentence}`, isProblem: false } as never)
    screen({ event: 'failed', problem: sentence, stillRunning: true } as never)
    screen({ event: 'message', conversation: 'Hamlet, Echo', sender: 'Echo', text: sentence, isBot: true } as never)
    return text
  },
  'the log of serve': (columns) => {
    let text = ''
    const side = createSide(
      (part) => (text += part),
      { NO_COLOR: '1' },
      () => columns,
    )
    readableLog(side, { least: 'info', now: () => 0 }).error({ delivery: 'one', error: undefined }, sentence)
    return text
  },
  'an error': (columns) => fitted(`earshot dev: ${sentence}`, columns),
}

describe.each(Object.entries(printed))('%s', (_, print) => {
  it.each(widths)('cuts no word at %i columns, and indents the lines that follow', (columns) => {
    const text = print(columns)
    for (const line of text.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
    for (const word of sentence.split(' ')) expect(text).toContain(word)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence)
  })
})

it('hangs what follows below the text, not below its term, which stands above where there is no room', () => {
  expect(fitted('  /dm     write direct messages again, as before', 34)).toBe(
    '  /dm     write direct messages\n          again, as before',
  )
  expect(fitted('  /advance 5m      let time pass, with all', 34)).toBe('  /advance 5m\n      let time pass, with all')
  expect(fitted('│ printed by the bot, at some length', 30)).toBe('│ printed by the bot, at some\n  length')
})

it('keeps every word of any text, in order, and lines that fit as they are', () => {
  const words = fc.array(fc.stringMatching(/^[a-z✗│/]{1,12}$/), { minLength: 1 }).map((all) => all.join(' '))
  fc.assert(
    fc.property(words, fc.integer({ min: 24, max: 120 }), (text, width) => {
      const lines = fitted(text, width).split('\n')
      expect(lines.join(' ').split(/\s+/)).toEqual(text.split(/\s+/))
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width)
      if (text.length <= width) expect(lines).toEqual([text])
    }),
    { numRuns: runs(1_000) },
  )
})
