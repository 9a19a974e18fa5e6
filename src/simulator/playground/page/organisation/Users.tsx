import { useMemo } from 'preact/hooks'
import type { ProfileField, User, UserPresence } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { named, small } from '../ui/chip.js'
import { act, actor, press } from './acting.js'
import { actionsIn, deletionFields } from './deactivating.js'
import { Form } from './Form.js'
import { useLive, useRegistered } from './live.js'
import { dateText } from './names.js'
import { FormPart, Page, Press } from './Page.js'
import { roleNames } from './roles.js'
import { Secret } from './Secret.js'

interface Status {
  readonly status_text?: string
  readonly emoji_name?: string
}

interface Row extends User {
  readonly presence: UserPresence['aggregated'] | undefined
  readonly status: Status
}

/** The people, as whoever acts sees them. */
export function Users() {
  const { answer, problem } = useLive<{ members: User[] }>('/users', /^realm_user/, {
    client_gravatar: false,
    include_custom_profile_fields: true,
  })
  const presences = useLive<{ presences: Record<string, UserPresence> }>('/realm/presence', /^presence/).answer
  const statuses = useRegistered<{ user_status?: Record<string, Status> }>(['user_status'], /^user_status|realm_user/)
  const profile = useLive<{ custom_fields: ProfileField[] }>('/realm/profile_fields', /^custom_profile/).answer
  const rows = useMemo(
    () =>
      answer?.members
        .filter((user) => !user.is_bot)
        .map((user) => ({
          ...user,
          presence: presences?.presences[user.email]?.aggregated,
          status: statuses.answer?.user_status?.[user.user_id] ?? {},
        })),
    [answer, presences, statuses.answer],
  )
  return (
    <Page<Row>
      title="Users"
      rows={rows}
      problem={problem}
      hint="Name, role:member, is:inactive"
      fields={{
        role: roleOf,
        email: ({ delivery_email }) => delivery_email ?? '',
        is: {
          kind: 'flags',
          flags: {
            active: ({ is_active }) => is_active,
            inactive: ({ is_active }) => !is_active,
            deleted: ({ is_deleted }) => is_deleted === true,
            present: ({ presence }) => presence?.status === 'active',
          },
        },
      }}
      wordsOf={(user) => `${user.full_name} ${user.delivery_email ?? ''} ${statusOf(user)}`}
      idOf={({ user_id }) => user_id}
      empty="There is nobody here."
      columns={{ Name: [3, headingOf], Role: ['7rem', roleOf], Status: [2, statusOf, 'wide'] }}
      add="Add a person"
      blank={<AddPerson />}
      heading={headingOf}
      facts={(user) => [
        ['Address', user.delivery_email ?? `hidden from ${actor.value?.full_name}`],
        ['Role', roleOf(user)],
        ['ID', user.user_id],
        ['Status', statusOf(user) || 'none'],
        [
          'Presence',
          user.presence ? `${user.presence.status}, last seen ${dateText(user.presence.timestamp)}` : 'never reported',
        ],
        ['Joined', user.date_joined.replace('T', ' ').replace('+00:00', ' UTC')],
        ['Time zone', user.timezone || 'not given'],
        ...Object.entries(user.profile_data ?? {}).map(([id, { value }]): [string, string] => [
          profile?.custom_fields.find((field) => field.id === Number(id))?.name ?? `field ${id}`,
          value,
        ]),
        ['API key', keyOf(user)],
      ]}
      detail={detailOf}
    />
  )
}

const roleOf = ({ role }: User) => roleNames[role] ?? String(role)

const statusOf = ({ status: { emoji_name, status_text = '' } }: Row) =>
  emoji_name ? `:${emoji_name}: ${status_text}` : status_text

function headingOf({ full_name, is_active, is_deleted, is_imported_stub, presence }: Row) {
  const state = is_active ? (presence?.status ?? 'never seen') : 'deactivated'
  return (
    <>
      <span class={`presence ${presence && is_active ? presence.status : 'away'}`} role="img" aria-label={state} />{' '}
      {named(full_name, is_deleted ? 'deleted' : !is_active && 'deactivated', is_imported_stub && 'imported')}
    </>
  )
}

function keyOf({ user_id, full_name }: User) {
  const known = organisation.value.users.find((one) => one.user_id === user_id)
  return known ? <Secret key={known.api_key} what={`API key of ${full_name}`} value={known.api_key} /> : 'none'
}

function AddPerson() {
  return (
    <>
      {small('The simulator adds people itself: the service has no call for it.')}
      <Form
        title="Add a person"
        submit="Add"
        isNew
        chooses="user_id"
        fields={{
          full_name: 'Name',
          email: { label: 'Address', hint: 'Made from the name if left empty.' },
          role: {
            label: 'Role',
            kind: 'choice',
            initial: 'member',
            options: Object.values(roleNames).map((role) => [role, role]),
          },
        }}
        save={(given) => control('POST', '/users', { full_name: '', ...given })}
      />
      <h3>Look somebody up</h3>
      <Form
        title="Look somebody up"
        submit="Look up"
        isNew
        fields={{
          email: { label: 'Address', hint: 'The real one, or that of the API: user10@ and the host.', about: /user/i },
        }}
        save={async (_, { email }) => {
          const address = encodeURIComponent(String(email).trim())
          const { user } = await act<{ user: User }>('GET', `/users/${address}`)
          choose({ id: String(user.user_id), q: '' })
        }}
      />
    </>
  )
}

function detailOf(user: Row) {
  const { user_id, full_name, is_active, status } = user
  const path = `/users/${user_id}`
  const reactivate = () => act('POST', `${path}/reactivate`)
  const deactivated = `${full_name} is deactivated.`
  return (
    <>
      <div class="buttons">
        <button type="button" onClick={() => choose({ as: String(user_id) })}>
          Act as {full_name}
        </button>
        {!is_active && <Press name="Reactivate" done={`${full_name} is active again.`} work={reactivate} tone="main" />}
      </div>
      <FormPart
        title="Set the status"
        submit="Set"
        done="The status is set."
        fields={{
          status_text: { label: 'Text', hint: 'At most 60 characters.', initial: status.status_text },
          emoji_name: { label: 'Emoji', hint: 'Its name, such as coffee.', initial: status.emoji_name },
        }}
        save={(_, all) => act('POST', `/users/${actor.value?.user_id === user_id ? 'me' : user_id}/status`, all)}
      />
      {is_active && (
        <>
          <FormPart
            title="Deactivate"
            submit="Deactivate"
            isSerious
            done=""
            fields={{
              ...deletionFields,
              tells: { label: 'Send them a mail about it', kind: 'check' },
              deactivation_notification_comment: { label: 'Comment in the mail', kind: 'long' },
            }}
            save={async (given, { tells, deactivation_notification_comment }) => {
              await act('DELETE', path, {
                ...actionsIn(given),
                ...(tells === true && { deactivation_notification_comment }),
              })
              await press(deactivated, async () => {}, reactivate)
            }}
          />
          {small('Their bots are deactivated first. What is deleted does not come back.')}
        </>
      )}
    </>
  )
}
