import { ArrowLeft, X } from 'lucide'
import type { ListedLetter } from '../../../simulator/control/endpoints/queue.js'
import { adjust, choice, choose } from '../address.js'
import { column, shortTime } from '../inspector/cells.js'
import { type Room, room } from '../room.js'
import { Button, type Column, chip, ErrorText, IconButton, RowList } from '../ui/index.js'
import { LetterDetail } from './LetterDetail.js'
import { type QueueState, wholeList } from './queue.js'

type Cells = Column<ListedLetter>

const died: Cells = column('Died', '4.75rem', ({ died: at }) => shortTime.cell({ at }))
const bot: Cells = column('Bot', 'minmax(4rem, 1fr)', (letter) => <bdi>{botOf(letter)}</bdi>)
const text: Cells = column('Message', 'minmax(5rem, 2fr)', (letter) => <bdi>{letter.text}</bdi>)
const reason: Cells = column('Reason', '6rem', (letter) => chip(letter.reason, 'bad'))
const error: Cells = column('Error', 'minmax(5rem, 3fr)', (letter) => <bdi>{letter.error}</bdi>)

const columns: Readonly<Record<Room, readonly Cells[]>> = {
  wide: [died, bot, text, reason, error],
  medium: [died, bot, reason, error],
  narrow: [died, reason, error],
}

/** The dead letters. */
export function DeadLetters({ queue: { letters, waiting, working, dead, problem } }: { queue: QueueState }) {
  const chosen = choice('dead').value
  const letter = letters.find(({ id }) => id === chosen)
  const count = letters.length < dead ? `The first ${letters.length} of ${dead}` : `${dead}`
  return (
    <div class="inspector tall">
      <div class="head small">
        <Button icon={ArrowLeft} says="Deliveries" onPress={() => choose({ dead: '' })} />
        <h2>Dead letters</h2>
        <span class="quiet-text small" role="status">
          {count} dead · {working} being worked on · {waiting} waiting
        </span>
        <ErrorText text={problem} />
      </div>
      <div class={letter ? 'split in-two' : 'split'}>
        <RowList
          label="Dead letters"
          rows={letters}
          columns={columns[room.value]}
          idOf={({ id }) => id}
          chosen={letter ? chosen : ''}
          onChoose={(id) => choose({ dead: id })}
          onMove={(id) => adjust({ dead: id })}
          startsAtTop
          empty="None: every delivery was handled."
        />
        {letter && (
          <section class="detail tall" aria-label="Dead letter">
            <LetterDetail key={chosen + letter.died} letter={letter} />
            <IconButton label="Close" icon={X} class="close" onPress={() => choose({ dead: wholeList })} />
          </section>
        )}
      </div>
    </div>
  )
}

/** The link to the dead letters, if there is a queue. */
export function DeadLettersButton({ queue }: { queue: QueueState | undefined }) {
  if (!queue) return null
  return (
    <Button class={queue.dead ? 'armed' : ''} onPress={() => choose({ dead: wholeList })}>
      Dead letters: {queue.problem ? '?' : queue.dead}
    </Button>
  )
}

const botOf = ({ bot: { full_name, email } }: ListedLetter) => full_name ?? email
