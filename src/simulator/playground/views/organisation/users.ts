import type { ProfileField, User, UserPresence } from '../../../../protocol/index.js'
import { roleNames } from '../../../organisation.js'
import { actionsIn, deletionFields } from '../../deactivating.js'
import { type Asked, moment, nameOf } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, el, fold, named, part, type Shown, small } from '../shown.js'
import { making, saying, type View } from '../view.js'

interface Status {
  readonly status_text?: string
  readonly emoji_name?: string
}

interface Row extends User {
  readonly presence: UserPresence['aggregated'] | undefined
  readonly status: Status
}

/** The people, as whoever acts sees them. */
export const users: View = {
  changes: /^realm_user|^presence|^user_status|^custom_profile/,
  async show(asked) {
    const { answer, problem } = await asked.look<{ members: User[] }>('/users', {
      client_gravatar: false,
      include_custom_profile_fields: true,
    })
    const { answer: presence } = await asked.look<{ presences: Record<string, UserPresence> }>('/realm/presence')
    const { answer: profile } = await asked.look<{ custom_fields: ProfileField[] }>('/realm/profile_fields')
    const statuses = await asked.registered<{ user_status?: Record<string, Status> }>(['user_status'])
    return listing<Row>(asked, {
      title: 'Users',
      rows: answer?.members
        .filter((user) => !user.is_bot)
        .map((user) => ({
          ...user,
          presence: presence?.presences[user.email]?.aggregated,
          status: statuses?.user_status?.[user.user_id] ?? {},
        })),
      problem,
      hint: 'Name, role:member, is:inactive',
      fields: {
        role: roleOf,
        email: ({ delivery_email }) => delivery_email ?? '',
        is: {
          kind: 'flags',
          flags: {
            active: ({ is_active }) => is_active,
            inactive: ({ is_active }) => !is_active,
            deleted: ({ is_deleted }) => is_deleted === true,
            present: (user) => user.presence?.status === 'active',
          },
        },
      },
      wordsOf: (user) => `${user.full_name} ${user.delivery_email ?? ''} ${statusOf(user)}`,
      idOf: ({ user_id }) => user_id,
      empty: 'There is nobody here.',
      columns: { Name: [3, headingOf], Role: ['7rem', roleOf], Status: [2, statusOf, 'wide'] },
      add: 'Add a person',
      blank: addPerson,
      heading: headingOf,
      facts: (user) => [
        ['Address', user.delivery_email ?? `hidden from ${asked.actor.full_name}`],
        ['Role', roleOf(user)],
        ['ID', user.user_id],
        ['Status', statusOf(user) || 'none'],
        [
          'Presence',
          user.presence
            ? el('span', '', `${user.presence.status}, last seen `, moment(user.presence.timestamp))
            : 'never reported',
        ],
        ['Joined', user.date_joined.replace('T', ' ').replace('+00:00', ' UTC')],
        ['Time zone', user.timezone || 'not given'],
        ...Object.entries(user.profile_data ?? {}).map(([id, { value }]): [string, string] => [
          profile?.custom_fields.find((field) => field.id === Number(id))?.name ?? `field ${id}`,
          value,
        ]),
        ['API key', keyOf(asked, user)],
      ],
      detail: detailOf,
    })
  },
  deeds: {
    // The simulator adds people itself: the service has no call for it.
    add: making('user_id', ({ control }, given) => control('POST', '/users', { full_name: '', ...given })),
    async lookUp({ act }, _, { email }) {
      const address = encodeURIComponent(String(email).trim())
      const { user } = await act<{ user: User }>('GET', `/users/${address}`)
      return { choose: { id: String(user.user_id), q: '' } }
    },
    async reactivate(asked) {
      await asked.act('POST', `/users/${asked.id}/reactivate`)
      return { said: `${nameOf(asked, Number(asked.id))} is active again.` }
    },
    setStatus: saying('The status is set.', ({ act, actor, id }, _, all) =>
      act('POST', `/users/${String(actor.user_id) === id ? 'me' : id}/status`, all),
    ),
    async deactivate(asked, given, { tells, deactivation_notification_comment }) {
      await asked.act('DELETE', `/users/${asked.id}`, {
        ...actionsIn(given),
        ...(tells === true && { deactivation_notification_comment }),
      })
      return { said: `${nameOf(asked, Number(asked.id))} is deactivated.`, back: { deed: 'reactivate' } }
    },
  },
}

const roleOf = ({ role }: User) => roleNames.get(role) ?? String(role)

const statusOf = ({ status: { emoji_name, status_text = '' } }: Row) =>
  emoji_name ? `:${emoji_name}: ${status_text}` : status_text

function headingOf({ full_name, is_active, is_deleted, is_imported_stub, presence }: Row): Shown {
  const state = is_active ? (presence?.status ?? 'never seen') : 'deactivated'
  return [
    el('span', {
      class: `presence ${presence && is_active ? presence.status : 'away'}`,
      role: 'img',
      'aria-label': state,
    }),
    ' ',
    named(full_name, is_deleted ? 'deleted' : !is_active && 'deactivated', is_imported_stub && 'imported'),
  ]
}

function keyOf({ accounts }: Asked, { user_id, full_name }: User): Shown {
  const known = accounts.get(user_id)
  return known ? part('Secret', { what: `API key of ${full_name}`, value: known.api_key }) : 'none'
}

const addPerson: Shown = [
  small('The simulator adds people itself: the service has no call for it.'),
  part('Form', {
    title: 'Add a person',
    submit: 'Add',
    isNew: true,
    deed: 'add',
    fields: {
      full_name: 'Name',
      email: { label: 'Address', hint: 'Made from the name if left empty.' },
      role: {
        label: 'Role',
        kind: 'choice',
        initial: 'member',
        options: [...roleNames.values()].map((role) => [role, role]),
      },
    },
  }),
  el('h3', '', 'Look somebody up'),
  part('Form', {
    title: 'Look somebody up',
    submit: 'Look up',
    isNew: true,
    deed: 'lookUp',
    fields: {
      email: { label: 'Address', hint: 'The real one, or that of the API: user10@ and the host.', about: 'user' },
    },
  }),
]

function detailOf({ user_id, full_name, is_active, status }: Row): Shown {
  return [
    buttons(
      part('Choice', { name: `Act as ${full_name}`, choices: { as: String(user_id) } }),
      !is_active && part('Press', { name: 'Reactivate', deed: 'reactivate', tone: 'main' }),
    ),
    fold(
      'Set the status',
      false,
      part('Form', {
        title: 'Set the status',
        submit: 'Set',
        deed: 'setStatus',
        fields: {
          status_text: { label: 'Text', hint: 'At most 60 characters.', initial: status.status_text },
          emoji_name: { label: 'Emoji', hint: 'Its name, such as coffee.', initial: status.emoji_name },
        },
      }),
    ),
    is_active && [
      fold(
        'Deactivate',
        false,
        part('Form', {
          title: 'Deactivate',
          submit: 'Deactivate',
          isSerious: true,
          deed: 'deactivate',
          fields: {
            ...deletionFields,
            tells: { label: 'Send them a mail about it', kind: 'check' },
            deactivation_notification_comment: { label: 'Comment in the mail', kind: 'long' },
          },
        }),
      ),
      small('Their bots are deactivated first. What is deleted does not come back.'),
    ],
  ]
}
