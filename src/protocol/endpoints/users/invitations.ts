import * as z from 'zod/mini'
import { id, listedInteger } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Invitation } from '../../entities/organisation.js'
import { limits } from '../../rules/limits.js'

/** What those who accept an invitation become. */
const invited = {
  /** One of `roles`. */
  invite_as: z._default(listedInteger([100, 200, 300, 400, 600]), 400),
  /** Null: never. */
  invite_expires_in_minutes: z._default(z.nullable(z.int()), limits.invitationMinutes),
  /** Groups that they become members of. */
  group_ids: z.optional(z.array(id)),
  /** Subscribe them to the channels that are there for new users, too. */
  include_realm_default_subscriptions: z._default(z.boolean(), false),
}

/** What inviting may be refused for. */
const inviting = [
  'insufficientPermission',
  'mustBeOwner',
  'mustBeAdministrator',
  'channelNotForInvitation',
  'invalidUserGroup',
  'userGroupDeactivated',
] as const

/** What changing somebody's invitation may be refused for. */
const changing = ['noSuchInvitation', 'mustBeOwner', 'mustBeAdministrator'] as const

export const invitationEndpoints = [
  endpoint('invites.list', 'GET /invites', {
    access: 'member',
    response: { invites: z.array(Invitation) },
  }),
  endpoint('invites.send', 'POST /invites', {
    access: 'member',
    params: {
      /** Addresses, with commas or on lines of their own. */
      invitee_emails: z.string(),
      /** Channels that they are subscribed to. */
      stream_ids: z.array(id),
      ...invited,
      /** Tell the caller when somebody accepts. */
      notify_referrer_on_join: z._default(z.boolean(), true),
    },
    errors: [...inviting, 'invitationNeedsAddress', 'invitationAddressesInvalid', 'nobodyInvited', 'notAllInvited'],
  }),
  endpoint('invites.createLink', 'POST /invites/multiuse', {
    access: 'member',
    params: { stream_ids: z._default(z.array(id), []), ...invited },
    response: { invite_link: z.string() },
    errors: inviting,
  }),
  endpoint('invites.revoke', 'DELETE /invites/{invite_id}', {
    access: 'member',
    params: { invite_id: id },
    errors: changing,
  }),
  endpoint('invites.revokeLink', 'DELETE /invites/multiuse/{invite_id}', {
    access: 'member',
    params: { invite_id: id },
    errors: [...changing, 'invitationRevoked'],
  }),
  endpoint('invites.resend', 'POST /invites/{invite_id}/resend', {
    access: 'member',
    params: { invite_id: id },
    errors: changing,
  }),
] as const
