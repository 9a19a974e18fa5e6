import { describe, expect, it } from 'vitest'
import { opener } from '../ways.js'

/**
 * Requests and answers as the server documents them, written by hand: a path or a field that the contract has wrong would
 * be the same mistake in the client and in the simulator, and no other test would notice.
 */
interface DocumentedCall {
  readonly as: string
  /** Verb and path below `/api/v1`. */
  readonly request: string
  readonly fields?: Record<string, string>
  /** What the answer has beside `result` and `msg`. */
  readonly answer?: Record<string, unknown>
  /** What has to happen before. */
  readonly after?: DocumentedCall
}

const invite: DocumentedCall = {
  as: 'iago',
  request: 'POST /invites',
  fields: {
    invitee_emails: 'puck@example.com, robin@example.com',
    stream_ids: '[1,2]',
    invite_as: '400',
    invite_expires_in_minutes: '1440',
    group_ids: '[]',
    include_realm_default_subscriptions: 'false',
    notify_referrer_on_join: 'true',
  },
}

const inviteByLink: DocumentedCall = {
  as: 'iago',
  request: 'POST /invites/multiuse',
  fields: {
    stream_ids: '[1]',
    invite_as: '600',
    invite_expires_in_minutes: 'null',
    group_ids: '[]',
    include_realm_default_subscriptions: 'true',
  },
  answer: { invite_link: expect.stringMatching(/^https?:\/\/.+\/join\/[a-z0-9]+\/$/) },
}

const addAlertWords: DocumentedCall = {
  as: 'hamlet',
  request: 'POST /users/me/alert_words',
  fields: { alert_words: '["rye","sour dough"]' },
  answer: { alert_words: ['rye', 'sour dough'] },
}

const calls: readonly DocumentedCall[] = [
  { as: 'hamlet', request: 'GET /streams/3/members', answer: { subscribers: [7, 8, 9, 10] } },
  { as: 'hamlet', request: 'GET /users/8/subscriptions/3', answer: { is_subscribed: true } },
  { as: 'hamlet', request: 'GET /users/12/subscriptions/3', answer: { is_subscribed: false } },

  { as: 'hamlet', request: 'POST /mark_all_as_read', answer: { complete: true } },
  { as: 'hamlet', request: 'POST /mark_stream_as_read', fields: { stream_id: '2' } },
  { as: 'hamlet', request: 'POST /mark_topic_as_read', fields: { stream_id: '2', topic_name: 'lunch' } },
  {
    as: 'hamlet',
    request: 'GET /messages/matches_narrow',
    fields: { msg_ids: '[104,105,106]', narrow: '[{"operator":"topic","operand":"lunch"}]' },
    answer: {
      messages: {
        105: { match_content: '<p>Soup?</p>', match_subject: 'lunch' },
        106: { match_content: '<p>Soup.</p>', match_subject: 'lunch' },
      },
    },
  },

  {
    as: 'iago',
    request: 'PATCH /users/10',
    fields: {
      full_name: 'Hamlet II',
      role: '300',
      profile_data: '[{"id":4,"value":"2026-03-02"},{"id":1,"value":""}]',
      new_email: 'hamlet2@example.com',
    },
  },
  { as: 'hamlet', request: 'DELETE /users/me' },
  {
    as: 'hamlet',
    request: 'PATCH /settings',
    fields: {
      full_name: 'Hamlet II',
      timezone: 'Europe/Berlin',
      default_language: 'de',
      twenty_four_hour_time: 'true',
      email_address_visibility: '3',
      enable_desktop_notifications: 'false',
      email_notifications_batching_period_seconds: '120',
    },
  },
  {
    as: 'hamlet',
    request: 'PATCH /settings/notifications',
    fields: {
      enable_sounds: 'false',
      enable_stream_push_notifications: 'true',
      wildcard_mentions_notify: 'false',
      email_notifications_batching_period_seconds: '300',
    },
  },
  { as: 'hamlet', request: 'GET /users/me/alert_words', after: addAlertWords, answer: addAlertWords.answer ?? {} },
  addAlertWords,
  {
    as: 'hamlet',
    request: 'DELETE /users/me/alert_words',
    after: addAlertWords,
    fields: { alert_words: '["rye"]' },
    answer: { alert_words: ['sour dough'] },
  },

  {
    as: 'desdemona',
    request: 'PATCH /realm',
    fields: {
      name: 'Titania Bakery',
      description: 'Cakes before *noon*.',
      default_language: 'de',
      invite_required: 'false',
      name_changes_disabled: 'true',
      can_create_groups: '{"new":{"direct_members":[10],"direct_subgroups":[24]}}',
    },
  },
  { as: 'iago', request: 'POST /default_streams', fields: { stream_id: '3' } },
  { as: 'iago', request: 'DELETE /default_streams', fields: { stream_id: '3' } },

  {
    as: 'iago',
    request: 'GET /invites',
    after: invite,
    answer: {
      invites: ['puck@example.com', 'robin@example.com'].map((email, at) => ({
        id: at + 1,
        email,
        invited: expect.any(Number),
        expiry_date: expect.any(Number),
        invited_as: 400,
        invited_by_user_id: 8,
        is_multiuse: false,
        notify_referrer_on_join: true,
      })),
    },
  },
  invite,
  inviteByLink,
  { as: 'iago', request: 'POST /invites/2/resend', after: invite },
  { as: 'iago', request: 'DELETE /invites/2', after: invite },
  { as: 'iago', request: 'DELETE /invites/multiuse/1', after: inviteByLink },

  { as: 'desdemona', request: 'POST /user_groups/22/subgroups', fields: { add: '[24]' } },
  { as: 'desdemona', request: 'POST /user_groups/20/subgroups', fields: { delete: '[21]', add: '[]' } },
]

describe("a call from the server's documentation", () => {
  const open = opener(true)

  it.each(calls.map((call) => [call.request, call] as const))('%s returns the documented fields', async (_, call) => {
    const service = await open()
    const answerTo = async ({ as, request, fields }: DocumentedCall) => {
      const [verb = '', path = ''] = request.split(' ')
      const { status, body } = await service.call(as, verb, path, fields)
      return { status, body }
    }
    if (call.after !== undefined) await answerTo(call.after)
    // A field that the server doesn't know would be named in the answer.
    expect(await answerTo(call)).toEqual({ status: 200, body: { result: 'success', msg: '', ...call.answer } })
  })
})
