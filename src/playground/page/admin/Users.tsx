import type { RoleName, User } from '../../../protocol/index.js'
import { choose } from '../address.js'
import { useLive } from '../liveAnswers.js'
import { accounts, roleOf } from '../organisation.js'
import { control } from '../simulator.js'
import { nameWithChips, Secret } from '../ui/index.js'
import { administer } from './administer.js'
import { activity } from './changes.js'
import { Form } from './Form.js'
import { type Detail, Listing } from './Listing.js'

/** The people. */
export function Users() {
  const ask = async () => {
    const { members } = await administer('GET /users', { client_gravatar: false })
    return members.filter(({ is_bot }) => !is_bot)
  }
  const live = useLive(ask, /^realm_user/, [])
  return (
    <Listing
      title="Users"
      live={live}
      wordsOf={(user) => `${user.full_name} ${user.delivery_email ?? ''} ${roleOf(user.user_id)} ${stateOf(user)}`}
      idOf={({ user_id }) => user_id}
      empty="There are no people yet."
      columns={{
        Name: [1, headingOf],
        Role: ['7rem', ({ user_id }) => roleOf(user_id)],
        Address: [2, ({ delivery_email }) => delivery_email, 'wide'],
      }}
      add="Add a person"
      blank={<AddPerson />}
      heading={headingOf}
      detail={detailOf}
    />
  )
}

const stateOf = ({ is_active, is_deleted }: User) => (is_deleted ? 'deleted' : is_active ? '' : 'deactivated')

const headingOf = (user: User) => nameWithChips(user.full_name, stateOf(user), user.is_imported_stub && 'imported')

const roles: readonly RoleName[] = ['owner', 'administrator', 'moderator', 'member', 'guest']

function AddPerson() {
  return (
    <>
      <p class="small quiet-text">The simulator adds people itself: the API has no call for it.</p>
      <Form
        title="Add a person"
        submit="Add"
        fields={{
          full_name: { label: 'Name', isNeeded: true },
          email: { label: 'Address', hint: 'Made from the name if left empty.' },
          role: { label: 'Role', kind: 'choice', initial: 'member', options: roles.map((one) => [one, one] as const) },
        }}
        onSubmit={async ({ email, ...given }) => {
          const added = { ...given, email: email || undefined }
          const { user_id } = await control<{ user_id: number }>('POST', '/users', added)
          choose({ id: String(user_id) })
        }}
      />
    </>
  )
}

function detailOf(user: User): Detail {
  const { user_id, full_name, delivery_email, date_joined, timezone, is_active } = user
  const key = accounts.value.get(user_id)?.api_key
  return {
    facts: [
      ['Address', delivery_email ?? 'hidden'],
      ['Role', roleOf(user_id)],
      ['ID', user_id],
      ['Joined', date_joined.replace('T', ' ').replace('+00:00', ' UTC')],
      ['Time zone', timezone || 'not given'],
      ['API key', key === undefined ? 'none' : <Secret what={`API key of ${full_name}`} value={key} />],
    ],
    buttons: [activity(user, () => administer('DELETE /users/{user_id}', { user_id }))],
    note: is_active && 'Their bots are deactivated first.',
  }
}
