import { useSignal } from '@preact/signals'
import { actionsIn, deletionFields } from '../../../deactivating.js'
import { attempt, tell } from '../../notices.js'
import { accounts } from '../../organisation.js'
import { Form } from '../../views/Form.js'
import { activeColumn, columns, openConversation, switchUser } from '../columns.js'
import { directPlace, type Place } from '../place.js'
import type { Person } from '../state.js'
import type { CardProps } from './CardProps.js'
import { StatusForm } from './StatusForm.js'
import { closeCard } from './shown.js'

/** What can be done about somebody, as whoever looks at the card. */
export function PersonActions({ person, you, session, state }: CardProps & { person: Person; you: Person }) {
  const { user_id: id, full_name: name, is_bot: isBot, is_active: isActive } = person
  const opened = useSignal<'' | 'status' | 'deactivate'>('')
  const isYou = id === you.user_id
  const isMuted = state.mutedUsers.has(id)
  const mayAdminister = you.is_admin || (isBot && person.bot_owner_id === you.user_id)
  const path = isBot ? `/bots/${id}` : `/users/${id}`
  const mute = (mutes: boolean): Promise<unknown> =>
    attempt(async () => {
      await session.call(mutes ? 'POST' : 'DELETE', `/users/me/muted_users/${id}`)
      tell('done', mutes ? `${name} is muted.` : `${name} is no longer muted.`, () => void mute(!mutes))
    })
  const reactivate = () =>
    attempt(async () => {
      await session.call('POST', `/users/${id}/reactivate`)
      tell('done', `${name} is active again.`)
    })
  const deactivate = async (parameters: Record<string, unknown> = {}) => {
    await session.call('DELETE', path, parameters)
    tell('done', `${name} is deactivated.`, () => void reactivate())
  }
  const toggle = (what: 'status' | 'deactivate') => {
    opened.value = opened.value === what ? '' : what
  }
  const be = (beside: boolean) => {
    closeCard()
    if (beside) openConversation(id, placeFor(id, you.user_id), { beside: true })
    else switchUser(activeColumn.value, id)
  }
  return (
    <>
      <div class="buttons">
        {isActive && !isMuted && (
          <button
            type="button"
            class="main"
            onClick={() => {
              closeCard()
              openConversation(you.user_id, directPlace([id], you.user_id))
            }}
          >
            {isYou ? 'Notes to yourself' : 'Message'}
          </button>
        )}
        {!isYou && accounts.value.has(id) && isActive && (
          <>
            <button type="button" onClick={() => be(false)}>
              Be {name}
            </button>
            <button type="button" onClick={() => be(true)}>
              Be {name} in a new column
            </button>
          </>
        )}
        {!isYou && (
          <button type="button" onClick={() => void mute(!isMuted)}>
            {isMuted ? 'Unmute' : 'Mute'}
          </button>
        )}
        {you.is_admin && !isYou && isActive && !isBot && (
          <button type="button" aria-expanded={opened.value === 'status'} onClick={() => toggle('status')}>
            Set status …
          </button>
        )}
        {mayAdminister && isActive && !person.isSystem && (
          <button
            type="button"
            aria-expanded={isBot ? undefined : opened.value === 'deactivate'}
            onClick={() => (isBot ? void attempt(() => deactivate()) : toggle('deactivate'))}
          >
            {isBot ? 'Deactivate' : 'Deactivate …'}
          </button>
        )}
        {mayAdminister && !isActive && person.is_deleted !== true && (
          <button type="button" onClick={() => void reactivate()}>
            Reactivate
          </button>
        )}
      </div>
      {opened.value === 'status' && <StatusForm session={session} state={state} whose={id} />}
      {opened.value === 'deactivate' && (
        <div class="card-form">
          <Form
            title={`Deactivate ${name}`}
            submit="Deactivate"
            isSerious
            fields={deletionFields}
            save={async (given) => {
              await deactivate(actionsIn(given))
              opened.value = ''
              return undefined
            }}
          />
          <p class="small quiet-text">Their bots are deactivated first. What is deleted does not come back.</p>
        </div>
      )}
    </>
  )
}

/** What somebody else sees of the conversation that the keyboard is in. */
function placeFor(id: number, youId: number): Place {
  const place = columns.value[activeColumn.value]?.place
  if (place?.kind !== 'direct') return place ?? { kind: 'all' }
  return place.userIds.includes(id) ? directPlace([...place.userIds, youId], id) : { kind: 'all' }
}
