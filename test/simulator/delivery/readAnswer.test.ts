import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerText } from '../../../src/simulator/delivery/answerText.js'
import { readAnswer } from '../../../src/simulator/delivery/readAnswer.js'

const said = (content: string, from = 'content') => ({ kind: 'reply', from, content, widget: undefined })
const quiet = (because: string) => ({ kind: 'quiet', because })
const unusable = (notice: string) => ({ kind: 'unusable', notice })

describe('parsing an answer', () => {
  it.each([
    ['a reply', '{"content": "Hi"}', said('Hi')],
    ['a reply with white space around it', '{"content": "  Hi\\n"}', said('  Hi\n')],
    ['a reply with unknown keys', '{"content": "Hi", "colour": "red"}', said('Hi')],
    ['a reply that is a number', '{"content": 7}', said('7')],
    ['a reply of null, printed as None', '{"content": null}', said('None')],
    ['a reply that is a boolean', '{"content": true}', said('True')],
    ['a reply that is an object', '{"content": {"a": [1, "b"]}}', said("{'a': [1, 'b']}")],
    ['a float, in its notation', '{"content": {"c": [1.0, 1e3, 2]}}', said("{'c': [1.0, 1000.0, 2]}")],
    ['an integer of any size', '{"content": 12345678901234567890}', said('12345678901234567890')],
    ['numbers within a text', '{"content": "1.0 \\"2.0 NaN"}', said('1.0 "2.0 NaN')],
    ['a float that is no number', '{"content": [1.2.3]}', unusable('Invalid JSON in response')],
    ['a float that is zero, as false', '{"response_not_required": 0.0, "content": "Hi"}', said('Hi')],
    ['the deprecated field', '{"response_string": "Old"}', said('Old', 'response_string')],
    [
      'the deprecated field before the new one',
      '{"content": "New", "response_string": "Old"}',
      said('Old', 'response_string'),
    ],
    ['the deprecated field of null', '{"response_string": null}', said('None', 'response_string')],
    ['a quiet answer', '{"response_not_required": true, "content": "Hi"}', quiet('response_not_required')],
    [
      'a quiet answer with any truthy value',
      '{"response_not_required": "false", "content": "Hi"}',
      quiet('response_not_required'),
    ],
    ['a reply with a falsy response_not_required', '{"response_not_required": [], "content": "Hi"}', said('Hi')],
    ['an empty object', '{}', quiet('no content')],
    ['unknown keys alone', '{"text": "Hi"}', quiet('no content')],
    ['an empty reply', '{"content": ""}', quiet('blank content')],
    ['a blank reply', '{"content": " \\n\\t"}', quiet('blank content')],
    ['an empty string', '""', quiet('an empty string')],
    ['another string', '"Hi"', unusable('Invalid response format')],
    ['true', 'true', unusable('Invalid response format')],
    ['null', 'null', unusable('Invalid response format')],
    ['a list', '[{"content": "Hi"}]', unusable('Invalid response format')],
    ['a number alone', '7', unusable('Invalid response format')],
    ['an empty body', '', unusable('Invalid JSON in response')],
    ['HTML', '<html><body>Bad gateway</body></html>', unusable('Invalid JSON in response')],
    ['truncated JSON', '{"content": "Hi"', unusable('Invalid JSON in response')],
    ['JSON after a byte order mark', '\ufeff{"content": "Hi"}', unusable('Invalid JSON in response')],
    ['the key __proto__', '{"__proto__": {"content": "Hi"}}', quiet('no content')],
  ])('handles %s', (_, text, reading) => {
    expect(readAnswer(text)).toEqual(reading)
  })

  it.each(['content', 'response_string', 'widget_content', 'response_not_required', 'unknown'])(
    'refuses an answer with %s nested too deeply',
    (field) => {
      const text = `{"content": "Hi", "${field}": ${'['.repeat(5000)}${']'.repeat(5000)}}`
      expect(readAnswer(text)).toEqual(unusable('Invalid JSON in response'))
    },
  )

  it('passes a widget on unchanged, and treats null as no widget', () => {
    expect(readAnswer('{"content": "Hi", "widget_content": "{}"}')).toMatchObject({ widget: '{}' })
    expect(readAnswer('{"content": "Hi", "widget_content": {"a": 1}}')).toMatchObject({ widget: { a: 1 } })
    expect(readAnswer('{"content": "Hi", "widget_content": null}')).toEqual(said('Hi'))
    expect(readAnswer('{"response_string": "Hi", "widget_content": "{}"}')).toEqual(said('Hi', 'response_string'))
  })

  it('never throws, whatever the JSON or text', () => {
    const isRead = (text: string) => void expect(readAnswer(text).kind).toBeTypeOf('string')
    fc.assert(fc.property(fc.json(), isRead))
    fc.assert(fc.property(fc.string(), isRead))
  })
})

describe('decoding an answer', () => {
  const utf8 = new TextEncoder().encode('"Käse"')

  it.each([
    ['application/json', '"Käse"'],
    ['application/json; charset=utf-8', '"Käse"'],
    ['', '"Käse"'],
    ['text/plain', '"KÃ¤se"'],
    ['text/html; charset=UTF-8', '"Käse"'],
    ['text/html; charset="utf-8"', '"Käse"'],
    ['application/json; charset=ISO-8859-1', '"KÃ¤se"'],
    ['application/json; charset=no-such-thing', '"Käse"'],
  ])('uses the encoding of Content-Type %j', (type, text) => {
    expect(answerText(utf8, type)).toBe(text)
  })

  it('decodes Latin-1 as ISO-8859-1 rather than Windows-1252', () => {
    expect(answerText(new Uint8Array([0x80, 0xe4]), 'text/plain')).toBe('\u0080ä')
  })

  it('replaces bytes that are not UTF-8', () => {
    expect(answerText(new Uint8Array([0x61, 0xff]), 'application/json')).toBe('a\ufffd')
  })
})
