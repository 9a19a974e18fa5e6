import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../src/testing/record/recording.js'

const head = { kind: 'recording', version: 1, at: 0, site: 'https://chat.example.com', proxy: 'http://localhost:1' }
const call = { kind: 'call', id: 1, at: 1, method: 'GET', path: '/api/v1/users/me', fields: {} }
const answer = { kind: 'answer', id: 1, at: 2, status: 200, body: { json: { result: 'success' } } }
const end = { kind: 'end', at: 3 }

const fileOf = (...entries: readonly object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

describe('a recording', () => {
  it('is read as it was written', () => {
    expect(readRecording(fileOf(head, call, answer, end))).toEqual({ head, traffic: [call, answer], missing: [] })
  })

  it.each([
    ['a head of another version', [{ ...head, version: 2 }], 'is not a recording'],
    ['a head whose level is no number', [{ ...head, server: { level: 'new' } }], 'is not a recording'],
    ['an entry of an unknown kind', [head, { ...call, kind: 'visit' }, end], ':2 can'],
    ['a call whose field is no text', [head, { ...call, fields: { content: 1 } }, end], ':2 can'],
    ['a call without a number', [head, { ...call, id: undefined }, end], ':2 can'],
    ['an answer without a body', [head, call, { ...answer, body: null }, end], ':3 can'],
    ['a delivery whose request is a text', [head, { kind: 'delivery', id: 1, at: 1, request: 'hi' }, end], ':2 can'],
  ])('is refused with %s', (_, entries, problem) => {
    expect(() => readRecording(fileOf(...entries), 'rec.jsonl')).toThrow(
      expect.objectContaining({
        code: 'invalid_recording',
        message: expect.stringContaining(`rec.jsonl${problem.startsWith(':') ? '' : ' '}${problem}`),
      }),
    )
  })

  it('lacks what was cut off', () => {
    const text = fileOf(head, call)
    expect(readRecording(`${text}{"kind":"answer","id`, 'rec.jsonl').missing).toEqual([
      'Line 3 of rec.jsonl is cut off in the middle: that entry is missing.',
      'The recording is cut off: what happened after 1970-01-01T00:00:00.001Z is missing.',
      "1 call without the server's answer.",
    ])
  })
})
