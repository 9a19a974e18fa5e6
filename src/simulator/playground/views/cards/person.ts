import type { ProfileField, User, UserGroup } from '../../../../protocol/index.js'
import { roleNames } from '../../../organisation.js'
import { actionsIn, deletionFields } from '../../deactivating.js'
import { wireOf } from '../../parsed.js'
import { presenceOf, presenceWords, type Report } from '../../presence.js'
import { type Asked, nameOf } from '../asking.js'
import { buttons, chip, el, type Fact, type Facts, factsOf, fold, part, quiet, type Shown, small } from '../shown.js'
import { saying, type View } from '../view.js'
import { groupsOf } from './groupsOf.js'
import { type ProfileLine, profileLines } from './profile.js'

/** What one of the people is told of the others when a client registers. */
interface Known {
  readonly realm_users: readonly User[]
  readonly realm_non_active_users: readonly User[]
  readonly cross_realm_bots: readonly User[]
  readonly muted_users: readonly { readonly id: number }[]
  readonly realm_user_groups: readonly UserGroup[]
  readonly custom_profile_fields: readonly ProfileField[]
  readonly presences: Readonly<Record<string, { readonly aggregated: Report }>>
  readonly user_status: Readonly<Record<string, Status>>
  readonly server_presence_offline_threshold_seconds?: number
}

interface Status {
  readonly status_text?: string
  readonly emoji_name?: string
}

/** What one of the people may know of a person or bot, and can do about them. */
export const person: View = {
  changes: /^realm_user|^realm_bot|^presence|^user_status|^custom_profile|^user_group|^muted_users|^delivery|^clock/,
  async show(asked) {
    const known = await asked.registered<Known>([
      'realm',
      'realm_user',
      'muted_users',
      'user_group',
      'custom_profile_fields',
      'presence',
      'user_status',
    ])
    const users = known && [...known.realm_users, ...known.realm_non_active_users, ...known.cross_realm_bots]
    const one = users?.find(({ user_id }) => String(user_id) === asked.id)
    const you = users?.find(({ user_id }) => user_id === asked.actor.user_id)
    if (one === undefined || you === undefined) {
      return el('p', '', `There is nobody here with the ID ${asked.id}, as far as ${asked.actor.full_name} can see.`)
    }
    const isYou = one === you
    const isMuted = known?.muted_users.some(({ id }) => id === one.user_id) === true
    return el(
      'div',
      'card',
      el(
        'p',
        'buttons',
        isYou && chip('you', 'good'),
        chip(roleNames.get(one.role) ?? `role ${one.role}`),
        one.is_bot && chip('bot'),
        one.is_imported_stub && chip('has not logged in yet'),
        one.is_deleted ? chip('deleted', 'bad') : !one.is_active && chip('deactivated', 'warn'),
        isMuted && chip('muted by you', 'warn'),
      ),
      factsOf(factsAbout(asked, one, known, isMuted)),
      one.is_bot && botFacts(asked, one),
      isYou && !one.is_bot && [part('StatusForm', { whose: 'me' }), ownPresence(asked, one, known)],
      actions(asked, one, you, isMuted),
      small(`As ${you.full_name} sees it.`),
    )
  },
  deeds: {
    async mute(asked) {
      await asked.act('POST', `/users/me/muted_users/${asked.id}`)
      return { said: `${who(asked)} is muted.`, back: { deed: 'unmute' } }
    },
    async unmute(asked) {
      await asked.act('DELETE', `/users/me/muted_users/${asked.id}`)
      return { said: `${who(asked)} is no longer muted.`, back: { deed: 'mute' } }
    },
    async deactivate(asked, given) {
      const isBot = asked.organisation.bots.some(({ user_id }) => String(user_id) === asked.id)
      await asked.act('DELETE', `/${isBot ? 'bots' : 'users'}/${asked.id}`, actionsIn(given))
      return { said: `${who(asked)} is deactivated.`, back: { deed: 'reactivate' } }
    },
    async reactivate(asked) {
      await asked.act('POST', `/users/${asked.id}/reactivate`)
      return { said: `${who(asked)} is active again.` }
    },
    active: saying('Reported as active.', (asked) => report(asked, 'active')),
    idle: saying('Reported as idle.', (asked) => report(asked, 'idle')),
  },
}

const who = (asked: Asked) => nameOf(asked, Number(asked.id))

/** Reports one's own presence, as a client does while somebody is at it. */
const report = ({ act }: Asked, status: 'active' | 'idle') =>
  act('POST', '/users/me/presence', { status, ping_only: true, new_user_input: status === 'active' })

function factsAbout(asked: Asked, one: User, known: Known | undefined, isMuted: boolean): Facts {
  const { user_id: id, delivery_email, timezone } = one
  const reported = known?.presences[one.email]?.aggregated
  const presence = presenceNow(asked, one, known)
  const groups = groupsOf(id, new Map(known?.realm_user_groups.map((group) => [group.id, group])))
  const status = known?.user_status[id]
  return [
    !one.is_bot && one.is_active && !isMuted
      ? [
          'Presence',
          [
            el('span', { class: `presence ${presence}`, 'aria-hidden': 'true' }),
            ` ${presenceWords[presence]}`,
            reported && quiet(', last seen ', part('Moment', { seconds: reported.timestamp })),
          ],
        ]
      : undefined,
    status && ['Status', part('Status', { status: wireOf(status) })],
    ['E-mail', delivery_email ?? quiet('not shown to you')],
    ...profileLines(known?.custom_profile_fields ?? [], one.profile_data).map(
      (line): Fact => [line.name, shownLine(asked, line)],
    ),
    groups.length > 0
      ? ['Groups', groups.map(({ name, isIndirect }) => (isIndirect ? `${name} (by a subgroup)` : name)).join(', ')]
      : undefined,
    timezone ? ['Time zone', timezone] : undefined,
    ['User ID', id],
  ]
}

function presenceNow({ context }: Asked, { email }: User, known: Known | undefined) {
  const now = context.simulator.clock.now() / 1000
  return presenceOf(known?.presences[email]?.aggregated, now, known?.server_presence_offline_threshold_seconds ?? 140)
}

/** What somebody tells of themselves, in the way of its kind. */
function shownLine(asked: Asked, line: ProfileLine): Shown {
  switch (line.kind) {
    case 'html':
      return part('Rendered', { html: line.html })
    case 'text':
      return el('span', 'profile-text', line.text)
    case 'link':
      return el('a', { href: line.url, target: '_blank', rel: 'noopener noreferrer' }, line.text)
    case 'people':
      return line.userIds.map((id) => part('Person', { id, name: nameOf(asked, id) }))
  }
}

/** What there is of a bot beside its account: kept by the simulator, whoever looks. */
function botFacts(asked: Asked, { user_id, bot_owner_id: owner }: User): Shown {
  const bot = asked.organisation.bots.find((one) => one.user_id === user_id)
  if (bot === undefined) return undefined
  const last = asked.context.courier.deliveries.findLast((one) => one.bot.id === user_id)
  return factsOf([
    ['Kind', bot.type],
    ['Owner', owner == null ? 'nobody' : part('Person', { id: owner, name: nameOf(asked, owner) })],
    ...(bot.token === null
      ? []
      : ([
          ['Address', bot.address ?? quiet('not connected')],
          ['Token', part('Secret', { what: `token of ${bot.full_name}`, value: bot.token })],
          [
            'Last delivery',
            last === undefined
              ? quiet('none yet')
              : el(
                  'a',
                  { href: `#/deliveries?d=${last.id}` },
                  part('Moment', { seconds: last.queuedAt / 1000 }),
                  `, ${last.outcome}`,
                ),
          ],
        ] as const)),
  ])
}

function ownPresence(asked: Asked, you: User, known: Known | undefined): Shown {
  const now = presenceNow(asked, you, known)
  return el(
    'div',
    'card-form',
    el(
      'fieldset',
      'buttons',
      el('legend', '', 'Presence'),
      part('Press', { name: 'Report as active', deed: 'active', isPressed: now === 'active' }),
      part('Press', { name: 'Report as idle', deed: 'idle', isPressed: now === 'idle' }),
    ),
    small(
      'The server takes no notice of a report within a minute of another, unless somebody who was idle is active again. ',
      `Without reports, you are gone after ${known?.server_presence_offline_threshold_seconds ?? 140} seconds.`,
    ),
  )
}

/** What can be done about somebody, as whoever looks at the card. */
function actions(asked: Asked, one: User, you: User, isMuted: boolean): Shown {
  const { user_id: id, full_name: name, is_bot: isBot, is_active: isActive } = one
  const isYou = one === you
  const mayAdminister = you.is_admin || (isBot && one.bot_owner_id === you.user_id)
  const mayDeactivate = mayAdminister && isActive && asked.accounts.has(id)
  return [
    buttons(
      isActive &&
        !isMuted &&
        part('Conversation', {
          name: isYou ? 'Notes to yourself' : 'Message',
          place: `dm/${id}`,
          look: 'main',
        }),
      !isYou && isActive && asked.accounts.has(id) && part('Be', { id, name }),
      !isYou && part('Press', isMuted ? { name: 'Unmute', deed: 'unmute' } : { name: 'Mute', deed: 'mute' }),
      mayDeactivate && isBot && part('Press', { name: 'Deactivate', deed: 'deactivate' }),
      mayAdminister &&
        !isActive &&
        one.is_deleted !== true &&
        part('Press', { name: 'Reactivate', deed: 'reactivate' }),
    ),
    you.is_admin && !isYou && isActive && !isBot && fold('Set status …', false, part('StatusForm', { whose: id })),
    mayDeactivate &&
      !isBot &&
      fold(
        'Deactivate …',
        false,
        part('Form', {
          title: `Deactivate ${name}`,
          submit: 'Deactivate',
          isSerious: true,
          deed: 'deactivate',
          fields: deletionFields,
        }),
        small('Their bots are deactivated first. What is deleted does not come back.'),
      ),
  ]
}
