import { type Dialect, zulipDialect } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialectOf, fromWire, toWire, toWirePath } from '../../src/protocol/index.js'

const zulip = dialectOf('zulip')

describe('a dialect', () => {
  it('is the spec’s own words unless chosen, and then changes nothing', () => {
    const answer = { svc_feature_level: 1, reaction_type: 'svc_extra_emoji' }
    expect(dialectOf().name).toBe('svc')
    expect(toWire(dialectOf(), answer)).toBe(answer)
    expect(fromWire(dialectOf(), answer)).toBe(answer)
    expect(toWirePath(dialectOf(), '/svc-outgoing-webhook')).toBe('/svc-outgoing-webhook')
  })

  it.each(['nobody', '__proto__', 'constructor', ''])('can’t be called %o', (name) => {
    expect(() => dialectOf(name as 'svc')).toThrow(/There is no dialect .*; choose one of svc, zulip/)
  })

  it('can be one’s own', () => {
    const own: Dialect = { ...zulipDialect, name: 'own', fields: { svc_version: 'own_version' } }
    expect(toWire(dialectOf(own), { svc_version: '1' })).toEqual({ own_version: '1' })
    // One that was made from the spec's own, name and all, still has its own words.
    expect(toWire(dialectOf({ ...own, name: 'svc' }), { svc_version: '1' })).toEqual({ own_version: '1' })
  })

  it.each([
    [
      { svc_feature_level: 400, svc_version: '9', svc_merge_base: '' },
      { zulip_feature_level: 400, zulip_version: '9', zulip_merge_base: '' },
    ],
    [
      { reaction_type: 'svc_extra_emoji', emoji_code: 'svc', emoji_name: 'svc' },
      { reaction_type: 'zulip_extra_emoji', emoji_code: 'zulip', emoji_name: 'zulip' },
    ],
    [
      { authentication_methods: { idp_code_host_1: true, password: false } },
      { authentication_methods: { github: true, password: false } },
    ],
    [
      { messages: [{ reactions: [{ reaction_type: 'svc_extra_emoji' }] }] },
      { messages: [{ reactions: [{ reaction_type: 'zulip_extra_emoji' }] }] },
    ],
    [
      { content: 'svc', topic: 'svc_version', github: 1 },
      { content: 'svc', topic: 'svc_version', github: 1 },
    ],
  ])('says %o as %o, and back', (spec, wire) => {
    expect(toWire(zulip, spec)).toEqual(wire)
    expect(fromWire(zulip, wire)).toEqual(spec)
  })

  it('has its own paths', () => {
    expect(toWirePath(zulip, '/svc-outgoing-webhook')).toBe('/zulip-outgoing-webhook')
    expect(toWirePath(zulip, '/calls/ext_talk/create')).toBe('/calls/nextcloud_talk/create')
    expect(toWirePath(zulip, '/users/me')).toBe('/users/me')
  })

  it('says what it said back, whatever it was', () => {
    const words = fc.constantFrom(
      'svc_feature_level',
      'authentication_methods',
      'reaction_type',
      'idp_code_host_1',
      'x',
    )
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>('svc', 'svc_extra_emoji', 'unicode_emoji', 'text', 1, null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(words, tie('value'), { maxKeys: 4 }),
      ),
    })).value
    fc.assert(
      fc.property(values, (value) => {
        expect(fromWire(zulip, toWire(zulip, value))).toEqual(value)
      }),
    )
  })

  it('is not fooled by names that every object has', () => {
    const answer = JSON.parse('{"__proto__":{"polluted":true},"constructor":"svc","toString":{"svc_version":"9"}}')
    const said = toWire(zulip, answer)
    expect(Object.getPrototypeOf(said)).toBe(Object.prototype)
    expect(JSON.stringify(said)).toBe(
      '{"__proto__":{"polluted":true},"constructor":"svc","toString":{"zulip_version":"9"}}',
    )
    expect(fromWire(zulip, said)).toEqual(answer)
  })

  it('leaves files alone', () => {
    const file = new Blob(['svc'])
    expect(toWire(zulip, { file }).file).toBe(file)
  })
})
