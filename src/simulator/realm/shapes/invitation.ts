import type { Invitation } from '../../../protocol/index.js'
import type { StoredInvitation } from '../world/state.js'

export function invitationShape({ id, invitedBy, invited, expires, invitedAs, by }: StoredInvitation): Invitation {
  return {
    id,
    invited_by_user_id: invitedBy,
    invited,
    expiry_date: expires ?? null,
    invited_as: invitedAs,
    is_multiuse: by.kind === 'link',
    ...(by.kind === 'link' ? { link_url: by.url } : { email: by.email, notify_referrer_on_join: by.tellsInviter }),
  }
}
