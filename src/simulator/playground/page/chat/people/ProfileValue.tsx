import { Rendered } from '../Rendered.js'
import type { ChatState } from '../state.js'
import type { ProfileLine } from './profile.js'
import { showPerson } from './shown.js'

/** What somebody tells of themselves, in the way of its kind. */
export function ProfileValue({ line, state }: { line: ProfileLine; state: ChatState }) {
  switch (line.kind) {
    case 'html':
      return <Rendered html={line.html} state={state} />
    case 'text':
      return <span class="profile-text">{line.text}</span>
    case 'link':
      return (
        <a href={line.url} target="_blank" rel="noopener noreferrer">
          {line.text}
        </a>
      )
    case 'people':
      return (
        <>
          {line.userIds.map((id) => (
            <PersonLink key={id} id={id} state={state} />
          ))}
        </>
      )
  }
}

/** Somebody's name, which leads to their card. */
export function PersonLink({ id, state }: { id: number; state: ChatState }) {
  return (
    <button type="button" class="link" onClick={() => showPerson(state.ownId, id)}>
      {state.people.get(id)?.full_name ?? `User ${id}`}
    </button>
  )
}
