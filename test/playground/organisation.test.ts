import { describe, expect, it } from 'vitest'
import { reasonOf } from '../../src/playground/page/admin/failures.js'
import { objectionTexts } from '../../src/playground/page/admin/objections.js'
import { placeRefusal } from '../../src/playground/page/admin/refusal.js'
import { localTime } from '../../src/playground/page/localTime.js'

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
