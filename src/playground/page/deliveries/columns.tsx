import { column, figure, shortTime, time, took } from '../inspector/cells.js'
import { plainText } from '../plainText.js'
import type { Room } from '../room.js'
import { type Column, chip, marks } from '../ui/index.js'
import { lookOf } from './outcomes.js'
import type { DeliveryRow } from './store.js'

type Cells = Column<DeliveryRow>

const number: Cells = column('#', '3.25rem', ({ id }) => figure(id, 'quiet-text'))
const bot: Cells = column('Bot', 'minmax(4rem, 1fr)', (row) => <bdi>{row.bot.full_name}</bdi>)
const trigger: Cells = column('Trigger', 'minmax(4rem, 1fr)', (row) => row.trigger.replaceAll('_', ' '))
// Nearly all messages start with a mention of the bot, which the row names already.
const message: Cells = column('Message', 'minmax(6rem, 4fr)', ({ text }) => (
  <bdi>{plainText(text.replace(/^@\*\*[^*]+\*\*\s*(?=\S)/, ''))}</bdi>
))
const attempts: Cells = column('Attempt', '3.75rem', (row) => figure(row.attempts || '–'))
const status: Cells = column('Status', '5.25rem', ({ status: code, failure }) =>
  figure(
    code ?? (failure === undefined ? '–' : (failures[failure] ?? failure)),
    code === undefined && failure === undefined
      ? 'quiet-text'
      : code !== undefined && code >= 200 && code < 300
        ? 'good-text'
        : 'bad-text',
  ),
)
const outcome: Cells = column('Outcome', 'minmax(9rem, 1.5fr)', (row) => (
  <>
    {chip(lookOf(row).word, lookOf(row).tone)}
    {marks(row.isResent && 'resent', row.isEdited && 'edited', row.isFaulted && 'fault')}
  </>
))

/** The columns of the list, by available width. */
export const deliveryColumns: Readonly<Record<Room, readonly Cells[]>> = {
  wide: [number, time, bot, trigger, message, attempts, status, took, outcome],
  medium: [number, shortTime, bot, message, status, outcome],
  narrow: [bot, message, outcome],
}

const failures: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  'connection error': 'no answer',
  exception: 'broken',
  'not sent': 'not sent',
}
