import type { Room } from '../room.js'
import { durationText, timeText } from '../timeText.js'
import type { Column } from '../ui/RowList.js'
import type { DeliveryRow } from './store.js'

const number: Column<DeliveryRow> = {
  title: '#',
  width: '3.25rem',
  cell: ({ id }) => <span class="figure quiet-text">{id}</span>,
}
const time: Column<DeliveryRow> = {
  title: 'Time',
  width: '7.25rem',
  cell: ({ at }) => <span class="figure">{timeText(at)}</span>,
}
const bot: Column<DeliveryRow> = {
  title: 'Bot',
  width: 'minmax(5rem, 1fr)',
  cell: (row) => <bdi>{row.bot.full_name}</bdi>,
}
const trigger: Column<DeliveryRow> = {
  title: 'Trigger',
  width: 'minmax(4.5rem, 1fr)',
  cell: (row) => row.trigger.replaceAll('_', ' '),
}
const attempts: Column<DeliveryRow> = {
  title: 'Attempt',
  width: '3.75rem',
  cell: (row) => <span class="figure">{row.attempts === 0 ? '–' : row.attempts}</span>,
}
const status: Column<DeliveryRow> = {
  title: 'Status',
  width: '5.25rem',
  cell: (row) => <span class={`figure ${toneOfStatus(row)}`}>{statusText(row)}</span>,
}
const took: Column<DeliveryRow> = {
  title: 'Took',
  width: '4.5rem',
  cell: ({ ms }) => <span class="figure">{ms === undefined ? '–' : durationText(ms)}</span>,
}
const outcome: Column<DeliveryRow> = {
  title: 'Outcome',
  width: 'minmax(6rem, 1.25fr)',
  cell: (row) => (
    <>
      <OutcomeChip outcome={row.outcome} />
      {marksOf(row).map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </>
  ),
}

const shortTime: Column<DeliveryRow> = {
  title: 'Time',
  width: '4.75rem',
  cell: ({ at }) => <span class="figure">{timeText(at).slice(0, 8)}</span>,
}

/** What the list shows, by how much room there is. */
export const deliveryColumns: Readonly<Record<Room, readonly Column<DeliveryRow>[]>> = {
  wide: [number, time, bot, trigger, attempts, status, took, outcome],
  medium: [
    shortTime,
    { ...bot, width: 'minmax(4rem, 1fr)' },
    { ...trigger, width: 'minmax(4rem, 1fr)' },
    attempts,
    status,
    outcome,
  ],
  narrow: [shortTime, bot, status, outcome],
}

export function OutcomeChip({ outcome }: Pick<DeliveryRow, 'outcome'>) {
  return <span class={`chip ${tones[outcome]}`}>{outcome}</span>
}

const tones: Readonly<Record<DeliveryRow['outcome'], string>> = {
  'under way': 'warn',
  held: 'warn',
  replied: 'good',
  quiet: '',
  failed: 'bad',
  dropped: 'bad',
  abandoned: '',
}

function marksOf({ isFaulted, isResent, isEdited }: DeliveryRow): readonly string[] {
  return [isResent && 'resent', isEdited && 'edited', isFaulted && 'fault'].filter((mark) => mark !== false)
}

function statusText({ status: code, failure }: DeliveryRow): string {
  if (code !== undefined) return String(code)
  return failure === undefined ? '–' : (failures[failure] ?? failure)
}

const failures: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  'connection error': 'no answer',
  exception: 'broken',
}

function toneOfStatus({ status: code, failure }: DeliveryRow): string {
  if (code === undefined) return failure === undefined ? 'quiet-text' : 'bad-text'
  return code >= 200 && code < 300 ? 'good-text' : 'bad-text'
}
