import { checkLinkifier, createLinkifier, type LinkifierDraft } from 'earshot/linkify'
import { errors } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { errorText } from '../../../src/protocol/index.js'
import { issues, linkifier } from './linkifiers.js'

const complaints = (changed: Partial<LinkifierDraft>) =>
  checkLinkifier({ ...issues, ...changed }).map(({ field, message }) => `${field}: ${message}`)

describe('checkLinkifier', () => {
  it('accepts valid linkifiers', () => {
    expect(complaints({})).toEqual([])
    expect(checkLinkifier({ pattern: 'oven', url_template: 'https://a.example/' })).toEqual([])
    expect(complaints({ example_input: null, reverse_template: null, alternative_url_templates: [] })).toEqual([])
    expect(complaints({ example_input: ' #1 ', reverse_template: ' #{id}\n' })).toEqual([])
  })

  it.each([
    ['(oven', 'missing ): (oven'],
    ['oven)', 'unexpected ): oven)'],
    ['[oven', 'missing ]: [oven'],
    ['oven\\', 'trailing \\'],
    ['\\d????', 'bad repetition operator: ????'],
    ['*', 'no argument for repetition operator: *'],
    ['a{1001}', 'invalid repetition size: {1001}'],
    ['(?:a{100}){100}', 'invalid repetition size: {100}'],
    ['[z-a]', 'invalid character class range: z-a'],
    ['\\8', 'invalid escape sequence: \\8'],
    ['a(?=b)', 'invalid perl operator: (?='],
    ['a(?!b)', 'invalid perl operator: (?!'],
    ['(?<=b)a', 'invalid named capture group: (?<=b)a'],
    ['(?>a)', 'invalid perl operator: (?>'],
    ['(a)\\1', 'invalid escape sequence: \\1'],
    ['(?P<id>a)(?P=id)', 'invalid perl operator: (?P'],
    ['(?P<i-d>a)', 'invalid named capture group: (?P<i-d>'],
    ['(?P<id>a)(?P<id>b)', 'invalid named capture group: id'],
    ['(?P<id', 'invalid named capture group: (?P<id'],
  ])("rejects the pattern %s with RE2's message", (pattern, reason) => {
    const [first] = checkLinkifier({ pattern, url_template: 'https://a.example/' })
    expect(first?.message).toBe(`Bad regular expression: ${reason}`)
    expect(first?.field).toBe('pattern')
  })

  it.each([
    '{',
    '}',
    '{}',
    '{id',
    'id}',
    '{{id}}',
    '{i{d}',
    '{=id}',
    '{!id}',
    '{|id}',
    '{@id}',
    '{i d}',
    '{id,}',
    '{,id}',
    '{id:}',
    '{id:0}',
    '{id:10000}',
    '{id:x}',
    '{id:2*}',
    '{id*:2}',
    '{i*d}',
    '{+}',
    '{.id.}',
    '{id..x}',
    '{é}',
    '{%zz}',
    '{"id"}',
    '{id',
  ])('rejects the URL template %s', (template) => {
    expect(complaints({ url_template: `https://a.example/${template}` })).toEqual([
      'url_template: Invalid URL template.',
    ])
  })

  it.each<[string, Partial<LinkifierDraft>, string[]]>([
    ['an empty pattern', { pattern: '' }, ['pattern: This field cannot be blank.']],
    ['a blank URL template', { url_template: ' ' }, ['url_template: This field cannot be blank.']],
    [
      'a variable without a group',
      { url_template: 'https://a.example/{id}/{zoo}/{bar}' },
      ["url_template: Group 'bar' in URL template is not present in linkifier pattern."],
    ],
    [
      'a group without a variable',
      { url_template: 'https://a.example/', reverse_template: null, alternative_url_templates: [] },
      ["url_template: Group 'id' in linkifier pattern is not present in URL template."],
    ],
    [
      'a reverse template without an example',
      { example_input: null },
      ['example_input: Example text is required when auto-conversion field is set.'],
    ],
    [
      'an example that is blank',
      { example_input: ' ' },
      ['example_input: Example text is required when auto-conversion field is set.'],
    ],
    [
      "an example that doesn't match",
      { example_input: 'twelve' },
      ['example_input: Example input does not match the linkifier pattern.'],
    ],
    [
      "an example that doesn't match, without a reverse template",
      { example_input: 'twelve', reverse_template: null },
      ['example_input: Example input does not match the linkifier pattern.'],
    ],
    [
      "an example that isn't restored",
      { reverse_template: 'issue {id}' },
      ['example_input: Example text does not match auto-conversion field.'],
    ],
    [
      'an unclosed placeholder',
      { reverse_template: '#{id' },
      ["reverse_template: Invalid auto-conversion field: missing '}' character."],
    ],
    [
      'an empty placeholder',
      { reverse_template: '#{}' },
      ['reverse_template: Invalid auto-conversion field: empty field name.'],
    ],
    [
      'a placeholder without a group',
      { reverse_template: '#{nr}' },
      ["reverse_template: Group 'nr' in auto-conversion field is not present in linkifier pattern."],
    ],
    [
      'alternative templates that are malformed, blank or have unknown variables',
      { alternative_url_templates: ['https://a.example/{id', '', 'https://a.example/{nr}', 'https://a.example/{id}'] },
      [
        'alternative_url_templates: Invalid URL template.',
        'alternative_url_templates: Invalid URL template.',
        "alternative_url_templates: Group 'nr' in URL template is not present in linkifier pattern.",
      ],
    ],
  ])('rejects %s', (_, changed, messages) => {
    expect(complaints(changed)).toEqual(messages)
  })

  it('reports all problems at once', () => {
    expect(
      complaints({ pattern: '(', url_template: '{', reverse_template: '{', alternative_url_templates: ['{'] }),
    ).toEqual([
      'url_template: Invalid URL template.',
      'pattern: Bad regular expression: missing ): (',
      'alternative_url_templates: Invalid URL template.',
    ])
  })

  it('returns entries of the error catalogue', () => {
    for (const { error, facts, message } of checkLinkifier({ ...issues, pattern: '(', url_template: '{' })) {
      expect(errorText(errors[error], facts)).toBe(message)
      expect(errors[error]).toMatchObject({ code: 'BAD_REQUEST', status: 400 })
    }
  })
})

describe('createLinkifier with malformed linkifiers', () => {
  const broken = [
    linkifier({ id: 4, pattern: '(', url_template: 'https://a.example/' }),
    linkifier({ id: 5, pattern: 'x', url_template: '{' }),
    linkifier({ id: 6, pattern: 'x', url_template: 'https://a.example/{id}' }),
  ]

  it('skips and reports them', () => {
    const engine = createLinkifier([...broken, issues])
    expect(engine.find('#1 x').map(({ text }) => text)).toEqual(['#1'])
    expect(engine.problems.map(({ id, skipped, message }) => [id, skipped, message])).toEqual([
      [4, true, 'Bad regular expression: missing ): ('],
      [5, true, 'Invalid URL template.'],
      [6, true, "Group 'id' in URL template is not present in linkifier pattern."],
    ])
  })

  it('keeps a linkifier with a surplus group', () => {
    const engine = createLinkifier([linkifier({ pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.example/' })])
    expect(engine.find('#1')).toHaveLength(1)
    expect(engine.problems).toMatchObject([{ skipped: false }])
  })

  it('keeps a linkifier with a malformed reverse template', () => {
    const engine = createLinkifier([linkifier({ ...issues, reverse_template: '{' })])
    expect(engine.find('#1')).toHaveLength(1)
    expect(engine.problems).toMatchObject([{ field: 'reverse_template', skipped: false }])
  })

  it('keeps a linkifier with a malformed alternative template', () => {
    const alternative_url_templates = ['{', 'https://tracker.example.com/i/{id}']
    const engine = createLinkifier([linkifier({ ...issues, alternative_url_templates })])
    expect(engine.find('#1')).toHaveLength(1)
    expect(engine.problems).toMatchObject([{ field: 'alternative_url_templates', skipped: false }])
  })

  it('accepts an empty list', () => {
    expect(createLinkifier([])).toMatchObject({ problems: [] })
    expect(createLinkifier([]).find('#1')).toEqual([])
  })
})
