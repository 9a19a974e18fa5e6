import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Invitation } from '../../entities/organisation.js'
import { limits } from '../../rules/limits.js'

/** What users become when they accept an invitation. */
const invited = {
  /** One of `roles`. */
  invite_as: z._default(z.literal([100, 200, 300, 400, 600]), 400),
  /** Null: it never expires. */
  invite_expires_in_minutes: z._default(z.nullable(z.int()), limits.invitationMinutes),
  /** Groups that they join. */
  group_ids: z.optional(z.array(id)),
  /** Also subscribe them to the default channels for new users. */
  include_realm_default_subscriptions: z._default(z.boolean(), false),
}

export const invitationEndpoints = [
  endpoint('invites.list', 'GET /invites', {
    access: 'human member',
    response: { invites: z.array(Invitation) },
  }),
  endpoint('invites.send', 'POST /invites', {
    access: 'human member',
    params: {
      /** Addresses, separated by commas or line breaks. */
      invitee_emails: z.string(),
      /** Channels to subscribe them to. */
      stream_ids: z.array(id),
      ...invited,
      /** Notify the caller when someone accepts. */
      notify_referrer_on_join: z._default(z.boolean(), true),
    },
  }),
  endpoint('invites.createLink', 'POST /invites/multiuse', {
    access: 'human member',
    accessBefore: { inviteLinksByMembers: 'administrator' },
    params: { stream_ids: z._default(z.array(id), []), ...invited },
    response: { invite_link: z.string() },
  }),
  endpoint('invites.revoke', 'DELETE /invites/{invite_id}', {
    access: 'human member',
    params: { invite_id: id },
  }),
  endpoint('invites.revokeLink', 'DELETE /invites/multiuse/{invite_id}', {
    access: 'human member',
    accessBefore: { inviteLinksByMembers: 'administrator' },
    params: { invite_id: id },
  }),
  endpoint('invites.resend', 'POST /invites/{invite_id}/resend', {
    access: 'human member',
    params: { invite_id: id },
  }),
] as const
