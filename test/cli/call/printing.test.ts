import { type Endpoint, endpoints } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { endpointList } from '../../../src/cli/call/call.js'
import { describeEndpoint } from '../../../src/cli/call/describe.js'
import { readable, responseTable } from '../../../src/cli/call/table.js'
import { type Paint, paintFor, printable, printableJson } from '../../../src/cli/shared/terminal.js'

const plain: Paint = (_, text) => text
const table = (answer: object, columns?: number) =>
  responseTable({ result: 'success', msg: '', ...answer }, { columns, paint: plain })

describe('an answer as a table', () => {
  it('has a row for each entry of its list', () => {
    expect(
      table({
        members: [
          { user_id: 7, full_name: 'Iago' },
          { user_id: 10, full_name: 'Hamlet', is_bot: false },
        ],
      }),
    ).toBe('user_id  full_name  is_bot\n7        Iago\n10       Hamlet     false\n')
  })

  it('has a column for the keys of an object of objects', () => {
    expect(table({ presences: { 'iago@example.com': { active: 5 } } })).toBe(
      'key               active\niago@example.com  5\n',
    )
  })

  it('names the lists where there are several, and says of an empty one that it is', () => {
    expect(table({ ids: [1, 2], names: [] })).toBe('ids\nvalue\n1\n2\n\nnames\n(none)\n')
  })

  it('has the fields where there is no list', () => {
    expect(table({ user_id: 7, custom: { a: 1 } })).toBe('field    value\nuser_id  7\ncustom   {"a":1}\n')
    expect(table({})).toBe('field   value\nresult  success\n')
  })

  it('keeps a row on one line, and no wider than the terminal', () => {
    const wide = { content: `first\nsecond ${'long '.repeat(30)}`, more: 'x'.repeat(60) }
    for (const line of table({ messages: [wide] }, 30).split('\n')) expect([...line].length).toBeLessThanOrEqual(30)
  })

  it('lines columns up under East Asian names and emoji', () => {
    expect(
      table({
        members: [
          { name: '田中', id: 1 },
          { name: '🍞', id: 2 },
          { name: 'Iago', id: 3 },
        ],
      }),
    ).toBe('name  id\n田中  1\n🍞    2\nIago  3\n')
  })

  it('shows what would steer the terminal', () => {
    expect(table({ members: [{ name: '\u001b[31mred\u202e' }] })).toBe('name\n\\u001b[31mred\\u202e\n')
  })
})

describe('an answer for people', () => {
  it('leaves the envelope away', () => {
    expect(readable({ result: 'success', msg: '', user: { name: 'Iago' }, ids: [1] })).toBe(
      'user:\n  name: Iago\nids:\n  - 1\n',
    )
    expect(readable({ result: 'success', msg: '' })).toBe('Done.\n')
    expect(readable({ result: 'success', msg: 'Look out' })).toBe('msg: Look out\n')
  })

  it('shows what would steer the terminal', () => {
    expect(readable({ name: 'a\u001b]0;title\u0007b' })).not.toMatch(steering)
  })
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

describe('what is printed', () => {
  it('keeps its value as JSON, whatever is in it', () => {
    const value = { text: '\u001b[2J\u009b31m\u202e\u007f\n"\\', list: [1, null] }
    expect(JSON.parse(printableJson(value))).toEqual(value)
    expect(printableJson(value)).not.toMatch(steering)
  })

  it('leaves tabs, lines, right-to-left letters and emoji alone', () => {
    expect(printable('a\tb\nشكرا 👩‍🍳')).toBe('a\tb\nشكرا 👩‍🍳')
  })

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('has colours as a terminal (%s) and the environment %j want it', (isTerminal, environment, isColoured) => {
    expect(paintFor(isTerminal, environment)('bad', 'x')).toBe(isColoured ? '\u001b[31mx\u001b[39m' : 'x')
  })
})

describe('an endpoint described', () => {
  it.each(endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint] as const))(
    'names every parameter and field of %s',
    (_, endpoint) => {
      const text = describeEndpoint(endpoint, plain)
      for (const name of [...Object.keys(endpoint.params), ...Object.keys(endpoint.response)])
        expect(text).toContain(`  ${name} `)
      expect(text).not.toContain('undefined')
      expect(endpointList(plain)).toContain(`${endpoint.name} `)
    },
  )
})
