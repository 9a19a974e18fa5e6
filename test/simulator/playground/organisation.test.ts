import { describe, expect, it } from 'vitest'
import { localTime } from '../../../src/simulator/playground/page/views/localTime.js'
import { placeRefusal } from '../../../src/simulator/playground/page/views/refusal.js'
import { moved } from '../../../src/simulator/playground/page/views/reorder.js'
import { reasonOf } from '../../../src/simulator/playground/views/organisation/failures.js'
import { fieldDataOf, readFieldData } from '../../../src/simulator/playground/views/organisation/fieldData.js'
import { objectionTexts } from '../../../src/simulator/playground/views/organisation/objections.js'

describe('moving one of several things', () => {
  it('puts it in the other place, and leaves the others in their order', () => {
    expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  })

  it('stays inside, and moves nothing that is not there', () => {
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
    expect(moved([], 0, 0)).toEqual([])
  })
})

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

describe('objections to deactivating a group', () => {
  const named = { group: (id: number) => `group-${id}`, channel: (id: number) => `channel-${id}` }

  it('are a sentence for each thing that uses it', () => {
    const objections = [
      { type: 'subgroup', supergroup_ids: [1, 2] },
      { type: 'channel', channel_id: 3, settings: ['can_send_message_group'] },
      { type: 'user_group', group_id: 4, settings: ['can_manage_group', 'can_mention_group'] },
      { type: 'realm', settings: ['can_invite_users_group'] },
    ]
    expect(objectionTexts(objections, named)).toEqual([
      'It is a subgroup of group-1: take it out there first.',
      'It is a subgroup of group-2: take it out there first.',
      'A permission of the channel #channel-3 is given to it: can send message.',
      'A permission of the group group-4 is given to it: can manage, can mention.',
      'A permission of the organisation is given to it: can invite users.',
    ])
  })

  it('are told too where a server says little', () => {
    expect(objectionTexts([{ type: 'something new' }], named)).toEqual([
      'A permission of the organisation is given to it: something new.',
    ])
    expect(objectionTexts([], named)).toEqual([])
  })
})

describe('what a profile field holds', () => {
  const shifts = '{"early":{"text":"Early","order":"2"},"late":{"text":"Late","order":"1"}}'

  it('is a line for each option, in order', () => {
    expect(readFieldData(shifts).choices).toBe('Late\nEarly')
  })

  it('keeps the keys of options that stay, so that what people chose holds', () => {
    const details = { choices: ' Early \n\nNight\nLate', account: '', pattern: '' }
    expect(fieldDataOf(3, details, shifts)).toEqual({
      early: { text: 'Early', order: '1' },
      0: { text: 'Night', order: '2' },
      late: { text: 'Late', order: '3' },
    })
  })

  it('never gives a new option the key of another', () => {
    const before = '{"0":{"text":"Early","order":"1"}}'
    const data = fieldDataOf(3, { choices: 'New\nEarly', account: '', pattern: '' }, before)
    expect(data).toEqual({ 1: { text: 'New', order: '1' }, 0: { text: 'Early', order: '2' } })
  })

  it('is an account, with an address if it is one of its own', () => {
    const details = { choices: '', account: 'custom', pattern: 'https://example.com/%(username)s' }
    expect(fieldDataOf(7, details)).toEqual({ subtype: 'custom', url_pattern: 'https://example.com/%(username)s' })
    expect(fieldDataOf(7, { ...details, account: 'codehost' })).toEqual({ subtype: 'codehost' })
    expect(readFieldData(JSON.stringify(fieldDataOf(7, details)))).toEqual(details)
  })

  it('is nothing for other types, and where it can’t be read', () => {
    expect(fieldDataOf(1, { choices: 'x', account: 'y', pattern: 'z' })).toBeUndefined()
    for (const text of ['', 'null', '[', '"text"', '{"a":null}', '{"a":{"text":5}}']) {
      expect(readFieldData(text)).toEqual({ choices: '', account: '', pattern: '' })
    }
  })
})

describe('why a scheduled message failed', () => {
  const due = Date.UTC(2026, 2, 2, 4) / 1000
  const notice = (time: string, error: string) => ({
    content: `The message you scheduled for <time:${time}>  was not sent because of the following error:\n\n> ${error}\n\n[View]`,
  })

  it('is what the service told its sender', () => {
    const notices = [
      notice('2026-03-02 03:00:00+00:00', 'Other'),
      notice('2026-03-02 04:00:00+00:00', 'Not authorized'),
    ]
    expect(reasonOf(due, notices)).toBe('Not authorized')
  })

  it('is not known where nothing was told', () => {
    expect(reasonOf(due, [])).toBeUndefined()
    expect(reasonOf(due, [{ content: 'Lunch at <time:2026-03-02 04:00:00+00:00>?\n> yes' }])).toBeUndefined()
  })
})

describe('a time in a field', () => {
  it('is read back as the same moment', () => {
    for (const seconds of [0, 1_750_000_000, Date.UTC(2026, 6, 1, 12, 30, 15) / 1000]) {
      expect(new Date(localTime(seconds)).getTime() / 1000).toBe(seconds)
    }
  })
})
