import { useMemo } from 'preact/hooks'
import type { ProfileField, User, UserPresence } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { isNarrow } from '../narrow.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { act, actor, press } from './acting.js'
import { Form } from './Form.js'
import { LookUp } from './LookUp.js'
import { useLive, useRegistered } from './live.js'
import { dateText } from './names.js'
import { Facts, Page, Part } from './Page.js'
import { Secret } from './Secret.js'
import { roleNames, type Status, UserStatus } from './UserStatus.js'

interface Row extends User {
  readonly presence: UserPresence['aggregated'] | undefined
  readonly status: Status | undefined
}

/** The people, as whoever acts sees them. */
export function Users() {
  const { answer, problem } = useLive<{ members: User[] }>('/users', /^realm_user/, {
    client_gravatar: false,
    include_custom_profile_fields: true,
  })
  const presences = useLive<{ presences: Record<string, UserPresence> }>('/realm/presence', /^presence/).answer
  const statuses = useRegistered<{ user_status?: Record<string, Status> }>(['user_status'], /^user_status|realm_user/)
  const rows = useMemo(
    () =>
      (answer?.members ?? [])
        .filter((user) => !user.is_bot)
        .map((user) => ({
          ...user,
          presence: presences?.presences[user.email]?.aggregated,
          status: statuses.answer?.user_status?.[String(user.user_id)],
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
        role: { kind: 'text', of: roleOf },
        email: { kind: 'text', of: ({ delivery_email }) => delivery_email ?? '' },
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
      wordsOf={({ full_name, delivery_email, status }) => `${full_name} ${delivery_email ?? ''} ${statusText(status)}`}
      idOf={({ user_id }) => String(user_id)}
      empty="There is nobody here."
      add="Add a person"
      columns={[
        { title: 'Name', width: 'minmax(0, 3fr)', cell: (user) => <Named user={user} /> },
        { title: 'Role', width: '7rem', cell: roleOf },
        ...(isNarrow.value
          ? []
          : [{ title: 'Status', width: 'minmax(0, 2fr)', cell: ({ status }: Row) => statusText(status) }]),
      ]}
      blank={AddPerson}
      detail={(user) => <Person user={user} />}
    />
  )
}

const roleOf = ({ role }: User) => roleNames[role] ?? String(role)

function statusText(status: Status | undefined): string {
  const emoji = status?.emoji_name === undefined ? '' : `:${status.emoji_name}: `
  return `${emoji}${status?.status_text ?? ''}`
}

function Named({ user: { full_name, is_active, is_deleted, is_imported_stub, presence } }: { user: Row }) {
  const state = is_active ? (presence?.status ?? 'never seen') : 'deactivated'
  return (
    <>
      <span class={`presence ${presence && is_active ? presence.status : 'away'}`} role="img" aria-label={state} />{' '}
      {full_name}{' '}
      {is_deleted ? <span class="chip bad">deleted</span> : !is_active && <span class="chip">deactivated</span>}
      {is_imported_stub && <span class="chip">imported</span>}
    </>
  )
}

function AddPerson() {
  return (
    <>
      <h3>Add a person</h3>
      <p class="small quiet-text">The simulator adds people itself, whoever acts: the service has no call for it.</p>
      <Form
        label="Add a person"
        submit="Add"
        empties
        fields={[
          { name: 'full_name', label: 'Name' },
          { name: 'email', label: 'Address', hint: 'Made from the name if left empty.' },
          {
            name: 'role',
            label: 'Role',
            kind: 'choice',
            initial: 'member',
            options: Object.values(roleNames).map((role) => [role, role] as const),
          },
        ]}
        save={async (filled) => {
          const email = filled.text('email')
          const { user_id } = await control<{ user_id: number }>('POST', '/users', {
            full_name: filled.text('full_name'),
            role: filled.text('role'),
            ...(email !== '' && { email }),
          })
          choose({ id: String(user_id) })
        }}
      />
      <h3>Look somebody up</h3>
      <LookUp />
    </>
  )
}

function Person({ user }: { user: Row }) {
  const path = `/users/${user.user_id}`
  const { full_name, presence } = user
  const fields = useLive<{ custom_fields: ProfileField[] }>('/realm/profile_fields', /^custom_profile/).answer
  const fieldName = (id: number) => fields?.custom_fields.find((field) => field.id === id)?.name ?? `field ${id}`
  const known = organisation.value.users.find(({ user_id }) => user_id === user.user_id)
  const reactivate = () => act('POST', `${path}/reactivate`)
  return (
    <>
      <h3>
        <Named user={user} />
      </h3>
      <Facts
        facts={[
          ['Address', user.delivery_email ?? `hidden from ${actor.value?.full_name}`],
          ['Role', roleOf(user)],
          ['ID', user.user_id],
          ['Status', statusText(user.status) || 'none'],
          ['Presence', presence ? `${presence.status}, last seen ${dateText(presence.timestamp)}` : 'never reported'],
          ['Joined', user.date_joined.replace('T', ' ').replace('+00:00', ' UTC')],
          ['Time zone', user.timezone || 'not given'],
          ...Object.entries(user.profile_data ?? {}).map(([id, { value }]) => [fieldName(Number(id)), value] as const),
          [
            'API key',
            known ? <Secret key={known.api_key} what={`API key of ${full_name}`} value={known.api_key} /> : 'none',
          ],
        ]}
      />
      <div class="buttons">
        <button type="button" onClick={() => choose({ as: String(user.user_id) })}>
          Act as {full_name}
        </button>
        {!user.is_active && (
          <button type="button" class="main" onClick={() => press(`${full_name} is active again.`, reactivate)}>
            Reactivate
          </button>
        )}
      </div>
      <Part title="Set the status">
        <UserStatus user={user} status={user.status} />
      </Part>
      {user.is_active && (
        <Part title="Deactivate">
          <Form
            label={`Deactivate ${full_name}`}
            submit="Deactivate"
            isSerious
            fields={[
              ...actions.map(([name, label]) => ({ name, label, kind: 'check' as const })),
              { name: 'tells', label: 'Send them a mail about it', kind: 'check' },
              { name: 'deactivation_notification_comment', label: 'Comment in the mail', kind: 'long' },
            ]}
            save={(filled) => {
              const chosen = Object.fromEntries(actions.map(([name]) => [name, filled.isOn(name)]))
              const deletes = Object.values(chosen).some(Boolean)
              const remove = () =>
                act('DELETE', path, {
                  ...(deletes && { actions: chosen }),
                  ...(filled.isOn('tells') && {
                    deactivation_notification_comment: filled.text('deactivation_notification_comment'),
                  }),
                })
              return remove().then(() => press(`${full_name} is deactivated.`, async () => {}, reactivate))
            }}
          />
          <p class="small quiet-text">Their bots are deactivated first. What is deleted does not come back.</p>
        </Part>
      )}
    </>
  )
}

/** What deactivating may delete first. */
const actions = [
  ['delete_profile', 'Delete their name and picture'],
  ['delete_public_channel_messages', 'Delete their messages in public channels'],
  ['delete_private_channel_messages', 'Delete their messages in private channels'],
  ['delete_direct_messages', 'Delete their direct messages'],
] as const
