import { describe, expect, it } from 'vitest'
import { callNamed } from '../../src/protocol/calls.js'
import { check } from '../../src/protocol/shapes/check.js'
import { readShape } from '../../src/protocol/shapes/shape.js'
import { user } from '../client/stage.js'

const success = { result: 'success', msg: '' }

function readAnswer(json: unknown): unknown {
  const shape = callNamed('users.getByEmail')?.answer
  const read = shape && check(shape, json)
  return read?.ok ? read.value : undefined
}

describe('a value that is as declared', () => {
  it('is given back itself, with what nobody declared and in the order in which it came', () => {
    const json = { user: { brand_new: [1], ...user }, ...success }
    expect(readAnswer(json)).toBe(json)
  })

  it.each([
    ['beside it', JSON.stringify({ user, ...success }).replace('{', '{"__proto__":{"a":1},')],
    ['inside of it', JSON.stringify({ ...success, user }).replace('"user":{', '"user":{"__proto__":{"a":1},')],
  ])('is copied where a name that a copy would inherit from is %s, and without that', (_, text) => {
    expect(text).toContain('__proto__')
    const read = readAnswer(JSON.parse(text))
    expect(read).toEqual({ user, ...success })
    expect(JSON.stringify(read)).not.toContain('__proto__')
  })

  it.each([
    ['{a:i,b:b=true}', { a: 1 }, { a: 1, b: true }],
    ['{a:i,b:[s]=[]}', { a: 1 }, { a: 1, b: [] }],
    ['{a:s^"x"}', { a: 1 }, { a: 'x' }],
    ['[{a:s=""}]', [{}, { a: 'b' }], [{ a: '' }, { a: 'b' }]],
    ['-{a:i}', { a: 1, b: 2 }, { a: 1 }],
    ['@type({type:("a"),x:i=1}/{type:("b")})', { type: 'a' }, { type: 'a', x: 1 }],
  ])('%s is given for %j as a copy with what is missing', (written, value, copy) => {
    const before = structuredClone(value)
    expect(check(readShape(written), value)).toEqual({ ok: true, value: copy })
    expect(value).toEqual(before)
  })

  it.each([
    ['{a:i,b:i~}', { a: 1 }],
    ['{a:u}', {}],
    ['!{a:i}', { a: 1, b: 2 }],
    ['@type({type:("a"),x:i}/{type:("b")})', { type: 'b2' }],
    ['@type({type:("a"),x:i}/{type:("b")})', { type: 'a' }],
    ['{a:n>=0}', { a: -1 }],
    ['{a:n}', { a: Number.POSITIVE_INFINITY }],
    ['{a:i}', { a: 2 ** 60 }],
    ['[i]2', [1]],
  ])('%s is not what %j is', (written, value) => {
    expect(check(readShape(written), value).ok).toBe(false)
  })
})
