import { ApiError, type Client } from 'earshot/client'
import { type ErrorRow, errors } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { errorText } from '../../src/protocol/index.js'
import { section7 } from '../protocol/section7.js'
import { inEachWorld, type RawAnswer, type World } from './worlds.js'

interface Provocation {
  /** Fails with an ApiError, or gives the answer itself where no client would send such a request. */
  provoke(world: World): Promise<unknown>
  /** What the text says of this case. */
  facts?: Record<string, unknown>
  /** The fields that the body carries beyond the envelope. */
  extra?: Record<string, unknown>
}

/** Sends what our own client would refuse to send. */
const unchecked = (client: Client, method: 'POST' | 'PATCH' | 'DELETE', path: string, params = {}) =>
  client.request(method, path, params)

/** How to be refused in each of the ways of section 7, by section and condition. */
const provocations: Record<string, Provocation> = {
  '4.1 target channel does not exist': {
    provoke: ({ as }) =>
      as('iago').scheduledMessages.edit({ scheduled_message_id: 1, type: 'channel', to: 999, topic: 'lunch' }),
    facts: { stream_id: 999 },
    extra: { stream_id: 999 },
  },
  '4.1 direct-message recipient user does not exist': {
    provoke: ({ as }) => as('iago').scheduledMessages.edit({ scheduled_message_id: 1, type: 'direct', to: [999] }),
    facts: { user_id: 999 },
  },
  '4.1 scheduled message does not exist': {
    provoke: ({ as }) => as('hamlet').scheduledMessages.edit({ scheduled_message_id: 1, content: 'Not mine' }),
  },
  '4.5 caller lacks permission': {
    provoke: ({ as }) => as('hamlet').users.setStatus({ user_id: 11, status_text: 'baking' }),
  },
  '4.5 no new values sent': { provoke: ({ as }) => unchecked(as('iago'), 'POST', '/users/10/status') },
  '4.5 `status_text` over 60': {
    provoke: ({ as }) => unchecked(as('iago'), 'POST', '/users/10/status', { status_text: '🥖'.repeat(61) }),
    facts: { name: 'status_text', limit: 60 },
  },
  '4.5 `emoji_code` or `reaction_type` without `emoji_name`': {
    provoke: ({ as }) => unchecked(as('iago'), 'POST', '/users/10/status', { emoji_code: '1f35e' }),
  },
  '4.5 emoji name does not exist': {
    provoke: ({ as }) => as('iago').users.setStatus({ user_id: 10, emoji_name: 'no_such_emoji' }),
    facts: { emoji_name: 'no_such_emoji' },
  },
  '4.5 emoji name invalid': {
    provoke: ({ as }) =>
      as('iago').users.setStatus({
        user_id: 10,
        emoji_name: 'heart',
        emoji_code: '1f35e',
        reaction_type: 'unicode_emoji',
      }),
  },
  '4.5 custom emoji invalid': {
    provoke: ({ as }) =>
      as('iago').users.setStatus({
        user_id: 10,
        emoji_name: 'baguette',
        emoji_code: '999',
        reaction_type: 'realm_emoji',
      }),
  },
  '4.6 caller not an administrator': {
    provoke: ({ as }) => as('hamlet').streams.deleteTopic({ stream_id: 2, topic_name: 'lunch' }),
  },
  '4.7 target is the only organization owner': {
    provoke: ({ as }) => as('desdemona').users.deactivate({ user_id: 7 }),
  },
  '4.10 invalid attachment ID': { provoke: ({ as }) => as('hamlet').attachments.delete({ attachment_id: 999 }) },
  '4.10 not authenticated': { provoke: (world) => world.raw(undefined, 'DELETE', '/attachments/2') },
  '4.12 target is the caller': { provoke: ({ as }) => as('hamlet').users.mute({ muted_user_id: 10 }) },
  '4.12 target nonexistent or inaccessible': {
    provoke: ({ as }) => as('hamlet').users.mute({ muted_user_id: 999 }),
  },
  '4.12 target already muted': { provoke: ({ as }) => as('othello').users.mute({ muted_user_id: 11 }) },
  '4.13 invalid group ID': { provoke: ({ as }) => as('desdemona').userGroups.deactivate({ user_group_id: 999 }) },
  '4.13 group in use by a setting or as a subgroup': {
    provoke: ({ as }) => as('desdemona').userGroups.deactivate({ user_group_id: 24 }),
    extra: { objections: [{ type: 'realm', settings: ['can_invite_users_group'] }] },
  },
}

describe('the errors of section 7', () => {
  inEachWorld((open) => {
    it.each(section7)('$spec, $condition', async ({ spec, condition, error }) => {
      const world = await open()
      const row: ErrorRow = errors[error]
      const provocation = provocations[`${spec} ${condition}`]
      expect(provocation, 'there is a way to provoke it').toBeDefined()
      if (provocation === undefined) return
      const { code, msg, status, extra } = await refused(provocation.provoke(world))
      expect({ code, msg, status }).toStrictEqual({
        code: row.code,
        msg: errorText(row, provocation.facts),
        status: row.status,
      })
      expect(extra).toStrictEqual(provocation.extra ?? {})
    })

    it('a group that is a subgroup names its supergroups', async () => {
      const world = await open()
      const refusal = await world
        .as('desdemona')
        .userGroups.deactivate({ user_group_id: 21 })
        .catch((thrown: unknown) => thrown)
      expect(refusal).toMatchObject({
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        extra: { objections: [{ type: 'subgroup', supergroup_ids: [20] }] },
      })
    })
  })
})

async function refused(attempt: Promise<unknown>): Promise<Pick<ApiError, 'code' | 'msg' | 'status' | 'extra'>> {
  const outcome = await attempt.catch((thrown: unknown) => thrown)
  if (outcome instanceof ApiError) return outcome
  const { status, json } = outcome as RawAnswer
  const { result, code, msg, ...extra } = json
  expect(result).toBe('error')
  return { code: String(code), msg: String(msg), status, extra }
}
