import { describe, expect, it } from 'vitest'
import { parseSearch, type SearchFields } from '../../src/playground/search.js'

interface Row {
  readonly bot: string
  readonly status?: number
  readonly at: number
  readonly topic: string
  readonly isHeld?: boolean
}

const fields: SearchFields<Row> = {
  bot: ({ bot }) => [bot, `${bot.toLowerCase()}-bot@example.com`],
  topic: ({ topic }) => topic,
  status: { kind: 'number', of: ({ status }) => status },
  after: { kind: 'time', of: ({ at }) => at },
  before: { kind: 'time', of: ({ at }) => at },
  is: { kind: 'flags', flags: { held: ({ isHeld }) => isHeld === true } },
}
const at = (hours: number, minutes: number) => new Date(2026, 2, 1, hours, minutes).getTime()
const rows: readonly Row[] = [
  { bot: 'Echo', status: 200, at: at(10, 0), topic: 'daily bread' },
  { bot: 'Whois', status: 503, at: at(10, 2), topic: 'lunch' },
  { bot: 'Echo', at: at(10, 5), topic: 'lunch', isHeld: true },
]
const search = (text: string) => parseSearch(text, fields, ({ bot, topic }) => `${bot} ${topic}`)
const found = (text: string) => {
  const { matches } = search(text)
  return rows.flatMap((row, index) => (matches(row) ? [index] : []))
}

describe('a search', () => {
  it.each([
    ['', [0, 1, 2]],
    ['echo', [0, 2]],
    ['lunch echo', [2]],
    ['-lunch', [0]],
    ['"daily bread"', [0]],
    ['topic:"daily bread"', [0]],
    ['bot:WHOIS', [1]],
    ['bot:echo-bot@', [0, 2]],
    ['status:200', [0]],
    ['status:>=500', [1]],
    ['status:<500', [0]],
    ['-status:>=500', [0, 2]],
    ['after:10:02', [1, 2]],
    ['before:10:02', [0]],
    ['after:2026-03-01T10:03', [2]],
    ['is:held', [2]],
    ['-is:held bot:echo', [0]],
    ['"unfinished', []],
    ['"daily', [0]],
    ['status:', [0, 1, 2]],
  ] as const)('for %s finds %j', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    ['colour:red', 'Unknown field colour. The fields are bot, topic, status, after, before, is.'],
    ['status:many', 'status: takes a number, such as status:>=500, and not many.'],
    ['after:noon', 'after: takes a time, such as after:10:02 or after:2026-03-01T10:02, and not noon.'],
    ['is:green', 'is:green is not known; is is one of held.'],
    ['constructor:1', 'Unknown field constructor'],
  ])('for %s reports a problem, and matches everything', (text, problem) => {
    expect(search(text).problems.join()).toContain(problem)
    expect(found(text)).toEqual([0, 1, 2])
  })
})
