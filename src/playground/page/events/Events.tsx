import { ArrowLeft } from 'lucide'
import { useEffect } from 'preact/hooks'
import { dayAndTimeText } from '../../timeText.js'
import { choice, choose, hashOf } from '../address.js'
import type { WholeCall } from '../calls/CallDetail.js'
import { CallList } from '../calls/CallList.js'
import { calls, watchedCalls } from '../calls/watchedCalls.js'
import { column, figure, shortTime, time } from '../inspector/cells.js'
import { DetailHead } from '../inspector/Inspected.js'
import { Inspector } from '../inspector/Inspector.js'
import { useAnswer } from '../liveAnswers.js'
import type { Room } from '../room.js'
import { control } from '../simulator.js'
import { Button, Code, type Column, Loading } from '../ui/index.js'
import { type EventRow, eventFields, eventsIn, wordsOfEvent } from './store.js'
import { handedOut, watchedEvents } from './watchedEvents.js'

/** The events that listening bots received, and what they called next. */
export function Events() {
  return (
    <Inspector
      one="Event"
      all="Events"
      rows={handedOut.rows}
      watched={watchedEvents}
      chosenBy="e"
      columns={eventColumns}
      fields={eventFields}
      wordsOf={wordsOfEvent}
      leftOut={{
        unless: 'type:heartbeat',
        says: 'Only heartbeats so far. Search for type:heartbeat to see them.',
        holds: ({ type }) => type === 'heartbeat',
      }}
      hint="bot:echo type:message after:10:02 flour"
      empty="No events yet: no bot listens, or nothing has happened that one listens for."
      tools={<Button icon={ArrowLeft} says="Deliveries" onPress={() => choose({ of: '', e: '' })} />}
      detail={(id) => {
        const row = handedOut.rows.find(id)
        return row ? <EventDetail key={id} row={row} /> : <p class="empty">There is no such event.</p>
      }}
    />
  )
}

/** The link to the events. */
export const EventsButton = () => <Button says="Events" onPress={() => choose({ of: 'events', d: '' })} />

export const areEventsChosen = () => choice('of').value === 'events'

function EventDetail({ row }: { row: EventRow }) {
  const { call, event } = row
  useEffect(watchedCalls.watch, [])
  watchedCalls.changes.value
  const live = useAnswer(`${call}`, () => control<WholeCall>('GET', `/calls/${call}`))
  if (live?.value === undefined) return <p class="empty">{live?.problem ?? <Loading />}</p>
  const whole = eventsIn(live.value.answer ?? { answer: undefined }).find((one) => one.id === event)
  return (
    <>
      <DetailHead
        title={
          <>
            {row.type} to <bdi>{row.listener}</bdi>
          </>
        }
        facts={[
          `event ${event}`,
          `handed out ${dayAndTimeText(row.at)}`,
          <a href={hashOf('calls', { n: String(call) })}>the call that got it</a>,
        ]}
      />
      <div class="panel">
        <h3>Calls before the next event</h3>
        <CallList calls={callsAfter(row)} />
        <h3>The event</h3>
        <Code label="The event" text={JSON.stringify(whole)} />
      </div>
    </>
  )
}

/** A bot's calls between this event and its next one. */
function callsAfter({ listener, answer }: EventRow) {
  const next = handedOut.rows.all.find(
    (one) => one.listener === listener && one.answer > answer && one.type !== 'heartbeat',
  )
  return calls.rows.all
    .filter(({ id, caller, endpoint, isPlayground }) => {
      const isIts = caller === listener && !isPlayground && endpoint !== 'events.get'
      return isIts && id > answer && (next === undefined || id < next.answer)
    })
    .map(({ id, endpoint, path, status, code, message }) => ({
      number: id,
      endpoint: endpoint || path,
      status: status ?? null,
      code: code || null,
      says: message || null,
    }))
}

type Cells = Column<EventRow>

const number: Cells = column('#', '3.25rem', ({ event }) => figure(event, 'quiet-text'))
const bot: Cells = column('Bot', 'minmax(4rem, 1fr)', ({ listener }) => <bdi>{listener}</bdi>)
const type: Cells = column('Type', 'minmax(5rem, 1fr)', (row) => row.type.replaceAll('_', ' '))
const says: Cells = column('Event', 'minmax(5rem, 4fr)', (row) => <bdi>{row.says}</bdi>)

/** The columns of the list, by available width. */
const eventColumns: Readonly<Record<Room, readonly Cells[]>> = {
  wide: [number, time, bot, type, says],
  medium: [shortTime, bot, type, says],
  narrow: [shortTime, type, says],
}
