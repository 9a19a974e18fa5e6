import * as z from 'zod/mini'
import { id, listedInteger } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Invitation } from '../../entities/invitation.js'
import { errors } from '../../errors/errors.js'
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
  errors.insufficientPermission,
  errors.mustBeOwner,
  errors.mustBeAdministrator,
  errors.channelNotForInvitation,
  errors.invalidUserGroup,
  errors.userGroupDeactivated,
]

/** What changing somebody's invitation may be refused for. */
const changing = [errors.noSuchInvitation, errors.mustBeOwner, errors.mustBeAdministrator]

export const listInvitations = endpoint({
  name: 'invites.list',
  method: 'GET',
  path: '/invites',
  spec: 'companion',
  summary: "List the invitations that are open: the caller's own, and for administrators all.",
  access: 'member',
  params: {},
  response: { invites: z.array(Invitation) },
  errors: [],
  repeatable: 'always',
})

export const sendInvitations = endpoint({
  name: 'invites.send',
  method: 'POST',
  path: '/invites',
  spec: 'companion',
  summary: 'Invite people by e-mail.',
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
  response: {},
  errors: [
    ...inviting,
    errors.invitationNeedsAddress,
    errors.invitationAddressesInvalid,
    errors.nobodyInvited,
    errors.notAllInvited,
  ],
  repeatable: 'never',
})

export const createInvitationLink = endpoint({
  name: 'invites.createLink',
  method: 'POST',
  path: '/invites/multiuse',
  spec: 'companion',
  summary: 'Create an invitation link that several people can use.',
  access: 'member',
  params: { stream_ids: z._default(z.array(id), []), ...invited },
  response: { invite_link: z.string() },
  errors: inviting,
  repeatable: 'never',
})

export const revokeInvitation = endpoint({
  name: 'invites.revoke',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  spec: 'companion',
  summary: 'Take an invitation by e-mail back.',
  access: 'member',
  params: { invite_id: id },
  response: {},
  errors: changing,
  repeatable: 'never',
})

export const revokeInvitationLink = endpoint({
  name: 'invites.revokeLink',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  spec: 'companion',
  summary: 'Take an invitation link back.',
  access: 'member',
  params: { invite_id: id },
  response: {},
  errors: [...changing, errors.invitationRevoked],
  repeatable: 'never',
})

export const resendInvitation = endpoint({
  name: 'invites.resend',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  spec: 'companion',
  summary: 'Send an invitation by e-mail once more.',
  access: 'member',
  params: { invite_id: id },
  response: {},
  errors: changing,
  repeatable: 'never',
})
