import { readout } from '../../bar/readout.js'
import { roleNames } from '../../organisation/roles.js'
import { Dialog } from '../../ui/Dialog.js'
import type { ChatState, Person } from '../state.js'
import { BotFacts } from './BotFacts.js'
import { type CardProps, Fact } from './Fact.js'
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
        <Facts person={person} state={state} />
        {person.is_bot && <BotFacts person={person} state={state} />}
        {isYou && !person.is_bot && <StatusForm key={id} session={session} state={state} whose="me" />}
        {isYou && !person.is_bot && <OwnPresence session={session} state={state} />}
        <PersonActions person={person} you={you} session={session} state={state} />
        <p class="quiet-text small">As {you.full_name} sees it.</p>
      </div>
    </Dialog>
  )
}

function Facts({ person, state }: { person: Person; state: ChatState }) {
  const { user_id: id, delivery_email, timezone } = person
  const report = state.presences.get(id)
  const presence = presenceOf(report, nowInTens.value, state.limits.offlineAfter)
  const groups = groupsOf(id, state.groups)
  const showsPresence = !person.is_bot && person.is_active && !state.mutedUsers.has(id)
  const status = state.statuses.get(id)
  return (
    <dl class="facts">
      {showsPresence && (
        <Fact title="Presence">
          <span class={`presence ${presence}`} aria-hidden="true" /> {presenceWords[presence]}
          {report !== undefined && <span class="quiet-text">, last seen {momentText(report.timestamp * 1000)}</span>}
        </Fact>
      )}
      {status !== undefined && (
        <Fact title="Status">
          <StatusSign status={status} emoji={state.emoji} />
        </Fact>
      )}
      <Fact title="E-mail">{delivery_email ?? <span class="quiet-text">not shown to you</span>}</Fact>
      {profileLines(state.profileFields, person.profile_data).map((line) => (
        <Fact key={line.id} title={line.name}>
          <ProfileValue line={line} state={state} />
        </Fact>
      ))}
      {groups.length > 0 && (
        <Fact title="Groups">
          {groups.map(({ name, isIndirect }) => (isIndirect ? `${name} (by a subgroup)` : name)).join(', ')}
        </Fact>
      )}
      {timezone !== '' && <Fact title="Time zone">{timezone}</Fact>}
      <Fact title="User ID">{id}</Fact>
    </dl>
  )
}

function momentText(milliseconds: number): string {
  const { day, time } = readout(milliseconds)
  return `${day} ${time}`
}
