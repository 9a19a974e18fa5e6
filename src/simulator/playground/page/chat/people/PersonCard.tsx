import { roleNames } from '../../organisation/roles.js'
import { dayAndTimeText } from '../../timeText.js'
import { Dialog } from '../../ui/Dialog.js'
import { type FactList, Facts } from '../../ui/Facts.js'
import type { ChatState, Person } from '../state.js'
import { BotFacts } from './BotFacts.js'
import { type CardProps, none } from './CardProps.js'
import { groupsOf } from './groupsOf.js'
import { OwnPresence } from './OwnPresence.js'
import { PersonActions } from './PersonActions.js'
import { ProfileValue } from './ProfileValue.js'
import { presenceOf, presenceWords } from './presence.js'
import { profileLines } from './profile.js'
import { StatusForm } from './StatusForm.js'
import { StatusSign } from './StatusSign.js'
import { closeCard } from './shown.js'
import { nowInTens } from './time.js'

/** What one of the people may know of a person or bot, and can do about them. */
export function PersonCard({ id, session, state }: CardProps & { id: number }) {
  const person = state.people.get(id)
  const you = state.people.get(state.ownId)
  if (person === undefined || you === undefined) {
    return (
      <Dialog title="Nobody" onClose={closeCard}>
        <p>
          There is nobody here with the ID {id}, as far as {you?.full_name ?? 'you'} can see.
        </p>
      </Dialog>
    )
  }
  const isYou = id === state.ownId
  return (
    <Dialog title={person.full_name} onClose={closeCard}>
      <div class="card">
        <p class="buttons">
          {isYou && <span class="chip good">you</span>}
          <span class="chip">{roleNames[person.role] ?? `role ${person.role}`}</span>
          {person.is_bot && <span class="chip">bot</span>}
          {person.is_imported_stub && <span class="chip">has not logged in yet</span>}
          {person.is_deleted ? (
            <span class="chip bad">deleted</span>
          ) : (
            !person.is_active && <span class="chip warn">deactivated</span>
          )}
          {state.mutedUsers.has(id) && <span class="chip warn">muted by you</span>}
        </p>
        <Facts facts={factsOf(person, state)} />
        {person.is_bot && <BotFacts person={person} state={state} />}
        {isYou && !person.is_bot && <StatusForm key={id} session={session} state={state} whose="me" />}
        {isYou && !person.is_bot && <OwnPresence session={session} state={state} />}
        <PersonActions person={person} you={you} session={session} state={state} />
        <p class="quiet-text small">As {you.full_name} sees it.</p>
      </div>
    </Dialog>
  )
}

function factsOf(person: Person, state: ChatState): FactList {
  const { user_id: id, delivery_email, timezone } = person
  const report = state.presences.get(id)
  const presence = presenceOf(report, nowInTens.value, state.limits.offlineAfter)
  const groups = groupsOf(id, state.groups)
  const status = state.statuses.get(id)
  return [
    !person.is_bot && person.is_active && !state.mutedUsers.has(id)
      ? [
          'Presence',
          <>
            <span class={`presence ${presence}`} aria-hidden="true" /> {presenceWords[presence]}
            {report && none(`, last seen ${momentText(report.timestamp * 1000)}`)}
          </>,
        ]
      : undefined,
    status && ['Status', <StatusSign key="" status={status} emoji={state.emoji} />],
    ['E-mail', delivery_email ?? none('not shown to you')],
    ...profileLines(state.profileFields, person.profile_data).map(
      (line) => [line.name, <ProfileValue key="" line={line} state={state} />] as const,
    ),
    groups.length > 0
      ? ['Groups', groups.map(({ name, isIndirect }) => (isIndirect ? `${name} (by a subgroup)` : name)).join(', ')]
      : undefined,
    timezone ? ['Time zone', timezone] : undefined,
    ['User ID', id],
  ]
}

const momentText = (milliseconds: number) => dayAndTimeText(milliseconds).slice(0, 19)
