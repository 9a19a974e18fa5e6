import { type ErrorId, roles } from '../../../../protocol/index.js'
import { isAdministrator, isOwner } from '../../access/accounts.js'
import { isAllowed } from '../../access/groups.js'
import { activeGroup, isReadable } from '../../access/lookup.js'
import type { Operations } from '../../access/operation.js'
import { emitInvitesChanged, isOpen } from '../../users/invitations.js'
import { refuse } from '../../world/refusal.js'
import type { Account, StoredInvitation } from '../../world/state.js'
import { nextId, seconds, type World } from '../../world/world.js'
import { changeableGroup } from './userGroups.js'

export const invitationOperations = {
  'invites.list': ({ world, caller }) => ({
    invites: [...world.state.invitations.values()].filter(
      (one) => isOpen(world, one) && (isAdministrator(caller) || one.invited_by_user_id === caller.id),
    ),
  }),

  'invites.send': ({ world, caller, params }) => {
    if (!isAllowed(world, 'can_invite_users_group', caller)) refuse('insufficientPermission')
    checkRole(caller, params.invite_as, params.invite_as <= roles.moderator)
    if (params.invitee_emails === '') refuse('invitationNeedsAddress')
    const emails = addressesIn(params.invitee_emails)
    checkPlaces(world, caller, params)
    const good = emails.filter((email) => addressForm.test(email))
    const malformed = emails.filter((email) => !good.includes(email)).map((email) => [email, 'Invalid address.', false])
    const known = good.flatMap((email) => existing(world, email))
    const welcome = good.filter((email) => !known.some(([address]) => address === email))
    const fail = (id: ErrorId, hasSent: boolean): never =>
      refuse(id, { errors: [...malformed, ...known], sent_invitations: hasSent, brand: world.words.brand })
    if (malformed.length > 0) fail('invitationAddressesInvalid', false)
    if (known.length > 0 && welcome.length === 0) fail('nobodyInvited', false)
    const { notify_referrer_on_join } = params
    for (const email of welcome) {
      addInvitation(world, caller, params, { is_multiuse: false, email, notify_referrer_on_join })
    }
    emitInvitesChanged(world, caller.id)
    // The others have been invited.
    if (known.length > 0) return fail('notAllInvited', true)
  },

  'invites.createLink': ({ world, caller, params }) => {
    if (!isAllowed(world, 'create_multiuse_invite_group', caller)) refuse('insufficientPermission')
    checkRole(caller, params.invite_as, params.invite_as <= roles.moderator)
    checkPlaces(world, caller, params)
    const link_url = `${world.url()}/join/${world.random.alphanumeric(linkLength).toLowerCase()}/`
    addInvitation(world, caller, params, { is_multiuse: true, link_url })
    emitInvitesChanged(world, caller.id)
    return { invite_link: link_url }
  },

  'invites.revoke': ({ world, caller, params }) => {
    const invitation = findInvitation(world, caller, params.invite_id, 'mail')
    world.state.invitations.delete(invitation.id)
    emitInvitesChanged(world, invitation.invited_by_user_id)
  },

  'invites.revokeLink': ({ world, caller, params }) => {
    const invitation = findInvitation(world, caller, params.invite_id, 'link')
    if (invitation.isRevoked) refuse('invitationRevoked')
    invitation.isRevoked = true
    emitInvitesChanged(world, invitation.invited_by_user_id)
  },

  'invites.resend': ({ world, caller, params }) => {
    findInvitation(world, caller, params.invite_id, 'mail')
  },
} satisfies Partial<Operations>

const linkLength = 24
const addressForm = /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/

interface InvitedTo {
  readonly invite_as: number
  readonly invite_expires_in_minutes: number | null
  readonly stream_ids: readonly number[]
  readonly group_ids?: readonly number[] | undefined
}

/** Only owners invite owners. @throws {Refusal} */
function checkRole(caller: Account, invitedAs: number, needsAdministrator: boolean): void {
  if (invitedAs === roles.owner && !isOwner(caller)) refuse('mustBeOwner')
  if (needsAdministrator && !isAdministrator(caller)) refuse('mustBeAdministrator')
}

/** @throws {Refusal} for channels and groups that the caller can't add people to */
function checkPlaces(world: World, caller: Account, { stream_ids: channels, group_ids: groups = [] }: InvitedTo): void {
  for (const id of channels) {
    const channel = world.state.channels.get(id)
    if (channel === undefined || !isReadable(caller, channel)) refuse('channelNotForInvitation', { channel_id: id })
  }
  for (const id of groups) changeableGroup(world, caller, activeGroup(world, id).id, 'can_add_members_group')
}

/** Reads addresses, also in the form `Name <address>`. */
function addressesIn(text: string): readonly string[] {
  const addresses = text.split(/[,\n]/).map((part) => (/<(.*)>/.exec(part)?.[1] ?? part).trim())
  return [...new Set(addresses)].filter((address) => address !== '')
}

/** Why an existing account isn't invited; empty for a new address. */
function existing(world: World, email: string): [email: string, why: string, isDeactivated: boolean][] {
  const account = world.state.accountsByEmail.get(email.toLowerCase())
  if (account === undefined) return []
  return [[email, account.is_active ? 'Already has an account.' : 'Account has been deactivated.', !account.is_active]]
}

type Invited = Pick<StoredInvitation, 'is_multiuse' | 'email' | 'link_url' | 'notify_referrer_on_join'>

function addInvitation(world: World, caller: Account, params: InvitedTo, how: Invited): void {
  const id = nextId(world, 'invitation')
  const { invite_as: invited_as, invite_expires_in_minutes: minutes } = params
  const invited = seconds(world)
  const expiry_date = minutes === null ? null : invited + minutes * 60
  world.state.invitations.set(id, { id, invited_by_user_id: caller.id, invited, expiry_date, invited_as, ...how })
}

/** An invitation that the caller may change: one's own, or any for administrators. @throws {Refusal} */
function findInvitation(world: World, caller: Account, id: number, kind: 'mail' | 'link'): StoredInvitation {
  const invitation = world.state.invitations.get(id)
  if (invitation?.is_multiuse !== (kind === 'link')) refuse('noSuchInvitation')
  if (invitation.invited_by_user_id !== caller.id) checkRole(caller, invitation.invited_as, true)
  return invitation
}
