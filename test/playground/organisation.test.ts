import { describe, expect, it } from 'vitest'
import { placeRefusal } from '../../src/playground/page/admin/refusal.js'

describe('where a refusal is told', () => {
  const fields = [{ name: 'pattern' }, { name: 'url_template' }, { name: 'short_name', about: 'username' }]

  it('is at the fields that the service names', () => {
    const answer = { errors: { pattern: ['Bad regular expression: x', 'And more.'], elsewhere: ['no'] } }
    expect(placeRefusal(answer, 'Bad', fields)).toEqual({
      atFields: { pattern: 'Bad regular expression: x And more.' },
      above: undefined,
    })
    expect(placeRefusal({ var_name: 'url_template' }, 'Missing', fields).atFields).toEqual({ url_template: 'Missing' })
  })

  it('is at the field that the message is about', () => {
    expect(placeRefusal({}, 'Username already in use', fields).atFields).toEqual({
      short_name: 'Username already in use',
    })
    expect(placeRefusal({}, 'pattern is too long (limit: 3 characters)', fields).atFields).toHaveProperty('pattern')
  })

  it('is above all of them where it is about none, whatever the answer is', () => {
    for (const answer of [undefined, null, {}, { errors: { other: ['no'] } }, { var_name: 'other' }]) {
      expect(placeRefusal(answer, 'Insufficient permission', fields)).toEqual({
        atFields: {},
        above: 'Insufficient permission',
      })
    }
  })
})
