import { describe, expect, it } from 'vitest'
import { openBakery, opening } from './bakery.js'

const tenDays = 10 * 24 * 60 * 60

describe('invitations by e-mail', () => {
  it('are listed until they expire, for their sender and administrators', () => {
    const { as, clock, eventsOf } = openBakery()
    const invitee_emails = 'puck@example.com, Robin <robin@example.com>\npuck@example.com'
    as('desdemona').call('invites.send', { invitee_emails, stream_ids: [1, 2], invite_as: 600 })
    expect(as('iago').call('invites.list').invites).toEqual([
      {
        id: 1,
        email: 'puck@example.com',
        invited_by_user_id: 7,
        invited: opening,
        expiry_date: opening + tenDays,
        invited_as: 600,
        is_multiuse: false,
        notify_referrer_on_join: true,
      },
      expect.objectContaining({ id: 2, email: 'robin@example.com' }),
    ])
    expect(as('hamlet').call('invites.list').invites).toEqual([])
    expect(eventsOf('invites_changed').map(({ audience }) => audience)).toEqual([[7, 8]])
    as('iago').call('invites.resend', { invite_id: 2 })
    as('iago').call('invites.revoke', { invite_id: 1 })
    expect(as('iago').call('invites.list').invites).toHaveLength(1)
    expect(as('iago').refused('invites.revoke', { invite_id: 1 }).msg).toBe('No such invitation')
    clock.advance((tenDays + 1) * 1000)
    expect(as('iago').call('invites.list').invites).toEqual([])
  })

  it('keep their ID and expiry when resent, without an event', () => {
    const { as, clock, eventsOf } = openBakery()
    as('iago').call('invites.send', { invitee_emails: 'puck@example.com', stream_ids: [] })
    const before = as('iago').call('invites.list').invites
    const told = eventsOf('invites_changed').length
    clock.advance((tenDays - 60) * 1000)
    as('iago').call('invites.resend', { invite_id: 1 })
    expect(as('iago').call('invites.list').invites).toEqual(before)
    expect(eventsOf('invites_changed')).toHaveLength(told)
    clock.advance(61 * 1000)
    expect(as('iago').call('invites.list').invites).toEqual([])
    as('iago').call('invites.revoke', { invite_id: 1 })
    expect(as('iago').refused('invites.resend', { invite_id: 1 }).msg).toBe('No such invitation')
  })

  it('are sent to new addresses, and the error lists the others', () => {
    const { as } = openBakery()
    const invitee_emails = 'puck@example.com,hamlet@example.com,prospero@example.com'
    expect(as('iago').refused('invites.send', { invitee_emails, stream_ids: [] })).toMatchObject({
      code: 'INVITATION_FAILED',
      msg: "Some of those addresses are already using the service, so we didn't send them an invitation. We did send invitations to everyone else!",
      facts: {
        sent_invitations: true,
        errors: [
          ['hamlet@example.com', 'Already has an account.', false],
          ['prospero@example.com', 'Account has been deactivated.', true],
        ],
      },
    })
    expect(
      as('iago')
        .call('invites.list')
        .invites.map(({ email }) => email),
    ).toEqual(['puck@example.com'])
  })

  it.each([
    ['hamlet', {}, 'Insufficient permission'],
    ['iago', { invite_as: 100 as const }, 'Must be an organization owner'],
    ['iago', { invitee_emails: '' }, 'You must specify at least one email address.'],
    ['iago', { stream_ids: [99] }, 'Invalid channel ID 99. No invites were sent.'],
    ['iago', { stream_ids: [5] }, 'Invalid channel ID 5. No invites were sent.'],
    ['iago', { group_ids: [99] }, 'Invalid user group'],
    ['iago', { group_ids: [23] }, 'User group is deactivated.'],
    [
      'iago',
      { invitee_emails: 'puck, robin@example.com' },
      "Some emails did not validate, so we didn't send any invitations.",
    ],
    ['iago', { invitee_emails: 'hamlet@example.com' }, "We weren't able to invite anyone."],
  ])('as %s are refused for %o', (who, params, msg) => {
    const { as, events } = openBakery()
    const all = { invitee_emails: 'puck@example.com', stream_ids: [], ...params }
    expect(as(who).refused('invites.send', all).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('of others are managed by administrators, and those for owners by owners', () => {
    const { as } = openBakery()
    as('desdemona').call('realm.update', {
      can_invite_users_group: { new: { direct_members: [7, 10], direct_subgroups: [] } },
    })
    as('desdemona').call('invites.send', { invitee_emails: 'puck@example.com', stream_ids: [], invite_as: 100 })
    as('hamlet').call('invites.send', { invitee_emails: 'robin@example.com', stream_ids: [] })
    expect(
      as('hamlet').refused('invites.send', { invitee_emails: 'moth@example.com', stream_ids: [], invite_as: 200 }).msg,
    ).toBe('Must be an organization administrator')
    expect(as('othello').refused('invites.revoke', { invite_id: 2 }).msg).toBe('Must be an organization administrator')
    expect(as('iago').refused('invites.revoke', { invite_id: 1 }).msg).toBe('Must be an organization owner')
    expect(as('iago').refused('invites.revokeLink', { invite_id: 2 }).msg).toBe('No such invitation')
    as('hamlet').call('invites.revoke', { invite_id: 2 })
  })
})

describe('invitation links', () => {
  it('are valid until they are revoked, which works once', () => {
    const { as } = openBakery()
    const { invite_link } = as('iago').call('invites.createLink', { invite_expires_in_minutes: null })
    expect(invite_link).toMatch(/^https:\/\/bakery\.example\.com\/join\/[a-z0-9]{24}\/$/)
    expect(as('desdemona').call('invites.list').invites).toMatchObject([
      { id: 1, is_multiuse: true, link_url: invite_link, expiry_date: null, invited_as: 400 },
    ])
    as('desdemona').call('invites.revokeLink', { invite_id: 1 })
    expect(as('desdemona').refused('invites.revokeLink', { invite_id: 1 }).msg).toBe(
      'Invitation has already been revoked',
    )
    expect(as('iago').call('invites.list').invites).toEqual([])
  })

  it('are refused to accounts without the permission', () => {
    expect(openBakery().as('hamlet').refused('invites.createLink', {}).msg).toBe('Insufficient permission')
  })
})
