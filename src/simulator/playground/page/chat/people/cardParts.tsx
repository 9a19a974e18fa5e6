import type { Parts } from '../../../views/shown.js'
import type { Drawing } from '../../views/within.js'
import { activeColumn, columns, openConversation, switchUser } from '../columns.js'
import { directPlace, type Place, readPlace } from '../place.js'
import { sessionOf } from '../session.js'
import { changedStatus } from '../state.js'
import { StatusForm as OneStatusForm } from './StatusForm.js'
import { StatusSign } from './StatusSign.js'
import { closeCard, showPerson } from './shown.js'

/** Somebody's name, which leads to their card. */
export function Person({ id, name, within }: Drawing<Parts['Person']>) {
  return (
    <button type="button" class="link" onClick={() => showPerson(within.as ?? 0, id)}>
      {name}
    </button>
  )
}

/** What leads to a conversation. */
export function Conversation({ name, place, look, within, draw }: Drawing<Parts['Conversation']>) {
  return (
    <button
      type="button"
      class={look}
      onClick={(event) => {
        const where = readPlace(place)
        closeCard()
        if (where) openConversation(within.as ?? 0, where, { beside: event.ctrlKey || event.metaKey })
      }}
    >
      {draw(name)}
    </button>
  )
}

/** Lets the reader be somebody else. */
export function Be({ id, name, within }: Drawing<Parts['Be']>) {
  const be = (beside: boolean) => {
    closeCard()
    if (beside) openConversation(id, placeFor(id, within.as ?? 0), { beside: true })
    else switchUser(activeColumn.value, id)
  }
  return (
    <>
      <button type="button" onClick={() => be(false)}>
        Be {name}
      </button>
      <button type="button" onClick={() => be(true)}>
        Be {name} in a new column
      </button>
    </>
  )
}

/** What somebody else sees of the conversation that the keyboard is in. */
function placeFor(id: number, youId: number): Place {
  const place = columns.value[activeColumn.value]?.place
  if (place?.kind !== 'direct') return place ?? { kind: 'all' }
  return place.userIds.includes(id) ? directPlace([...place.userIds, youId], id) : { kind: 'all' }
}

export function Status({ status, within }: Drawing<Parts['Status']>) {
  const state = sessionOf(within.as ?? 0).state.value
  return state ? <StatusSign status={changedStatus(undefined, status)} emoji={state.emoji} /> : null
}

export function StatusForm({ whose, within }: Drawing<Parts['StatusForm']>) {
  const session = sessionOf(within.as ?? 0)
  const state = session.state.value
  return state ? <OneStatusForm session={session} state={state} whose={whose} /> : null
}
