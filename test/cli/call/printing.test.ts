import { type Endpoint, endpoints } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { endpointList } from '../../../src/cli/call/call.js'
import { describeEndpoint } from '../../../src/cli/call/describe.js'
import { readable, responseTable } from '../../../src/cli/call/table.js'
import { createSide, type Paint } from '../../../src/cli/shared/terminal.js'
import { printable } from '../../../src/text/printable.js'
import { steering } from '../../text/steering.js'

const plain: Paint = (_, text) => text
const side = { paint: plain, columns: undefined }
const table = (answer: object, columns?: number, chosen?: readonly string[], note?: (text: string) => void) =>
  responseTable({ result: 'success', msg: '', ...answer }, { columns, paint: plain, chosen, ...(note && { note }) })

describe('a response as a table', () => {
  it('shows the columns that fit a terminal, names and IDs first, and says which others there are', () => {
    const notes: string[] = []
    const rows = [{ description: 'Where the bread is baked', stream_id: 1, is_private: false, name: 'kitchen' }]
    expect(table({ streams: rows }, 40, undefined, (text) => notes.push(text))).toBe(
      'stream_id  name     is_private\n1          kitchen  false\n',
    )
    expect(notes).toEqual(['Not shown, but with --table and their names: description.'])
    expect(table({ streams: rows })).toMatch(/^description +stream_id +is_private +name\n/)
  })

  it('has a row for each list entry', () => {
    expect(
      table({
        members: [
          { user_id: 7, full_name: 'Iago' },
          { user_id: 10, full_name: 'Hamlet', is_bot: false },
        ],
      }),
    ).toBe('user_id  full_name  is_bot\n7        Iago\n10       Hamlet     false\n')
  })

  it('has a column for the keys of a nested object', () => {
    expect(table({ presences: { 'iago@example.com': { active: 5 } } })).toBe(
      'key               active\niago@example.com  5\n',
    )
  })

  it('has headings for several lists and "(none)" for an empty one', () => {
    expect(table({ ids: [1, 2], names: [] })).toBe('ids\nvalue\n1\n2\n\nnames\n(none)\n')
  })

  it('lists fields if there is no list', () => {
    expect(table({ user_id: 7, custom: { a: 1 } })).toBe('field    value\nuser_id  7\ncustom   {"a":1}\n')
    expect(table({})).toBe('field   value\nresult  success\n')
  })

  it("keeps each row on one line within the terminal's width", () => {
    const wide = { content: `first\nsecond ${'long '.repeat(30)}`, more: 'x'.repeat(60) }
    for (const line of table({ messages: [wide] }, 30).split('\n')) expect([...line].length).toBeLessThanOrEqual(30)
  })

  it('aligns columns with East Asian text and emoji', () => {
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

  it('has the chosen columns in their order, uncut, and tells which there are not', () => {
    const notes: string[] = []
    const members = [{ user_id: 7, full_name: 'Iago', about: 'x'.repeat(50) }]
    const chosen = ['about', 'user_id', 'full_nam', 'age']
    expect(table({ members }, undefined, chosen, (note) => notes.push(note))).toBe(
      `about${' '.repeat(45)}  user_id\n${'x'.repeat(50)}  7\n`,
    )
    expect(notes).toEqual([
      'No column is called "full_nam". Did you mean full_name?',
      'No column is called "age". There are user_id, full_name, about.',
    ])
    expect(table({ members }, 30, ['age'])).toMatch(/^user_id {2}full_name/)
  })

  it('escapes terminal control characters', () => {
    expect(table({ members: [{ name: '\u001b[31mred\u202e' }] })).toBe('name\n\\u001b[31mred\\u202e\n')
  })
})

describe('a response as text', () => {
  it('omits result and msg', () => {
    expect(readable({ result: 'success', msg: '', user: { name: 'Iago' }, ids: [1] })).toBe(
      'user:\n  name: Iago\nids:\n  - 1\n',
    )
    expect(readable({ result: 'success', msg: '' })).toBe('Done.\n')
    expect(readable({ result: 'success', msg: 'Look out' })).toBe('msg: Look out\n')
  })

  it('escapes terminal control characters', () => {
    expect(readable({ name: 'a\u001b]0;title\u0007b' })).not.toMatch(steering)
  })
})

describe('printed output', () => {
  it('keeps its value as JSON', () => {
    const value = { text: '\u001b[2J\u009b31m\u202e\u007f\n"\\', list: [1, null] }
    const json = printable(JSON.stringify(value))
    expect(JSON.parse(json)).toEqual(value)
    expect(json).not.toMatch(steering)
  })

  it('keeps tabs, line breaks, right-to-left text and emoji', () => {
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
  ])('is coloured correctly for a terminal (%s) and the environment %j', (isTerminal, environment, isColoured) => {
    let printed = ''
    const print = (text: string) => {
      printed = text
    }
    const { paint, write } = createSide(print, environment, () => (isTerminal ? 80 : undefined))
    write(paint('bad', 'x'))
    expect(printed).toBe(isColoured ? '\u001b[31mx\u001b[39m' : 'x')
  })
})

describe('the description of an endpoint', () => {
  it.each(endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint] as const))(
    'lists every parameter and field of %s',
    (_, endpoint) => {
      const text = describeEndpoint(endpoint, side)
      for (const name of [...Object.keys(endpoint.params), ...Object.keys(endpoint.response)])
        expect(text).toContain(`  ${name} `)
      expect(text).not.toContain('undefined')
      expect(endpointList(side)).toContain(`${endpoint.name} `)
    },
  )
})
