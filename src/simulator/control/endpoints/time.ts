import * as z from 'zod'
import type { Pending } from '../../base/clock.js'
import { clockKinds, type SimulatorClock } from '../../time/simulatorClock.js'
import { type ControlContext, endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { limit, time } from '../fields.js'

const clockState = z.object({
  kind: z.enum(clockKinds),
  time,
  iso: z.string().describe('The same time in ISO 8601.'),
  next: z.number().nullable().describe('When the next timer is due.'),
})

const pendingTimer = z.object({
  due: time,
  background: z.boolean().describe('Housekeeping, for which `jump` and run-until-idle do not move the clock.'),
  cause: z
    .looseObject({ what: z.string() })
    .nullable()
    .describe('What waits, as data; null for timers that were set on the clock directly.'),
  says: z.string().describe('What happens then, as a sentence.'),
})

export type ClockState = z.output<typeof clockState>
export type PendingTimer = z.output<typeof pendingTimer>

export const timeEndpoints = [
  endpoint.get('/clock', {
    summary: 'Reads the clock.',
    answer: clockState,
    handle: ({ simulator }) => stateOf(simulator.clock),
  }),
  endpoint.get('/clock/pending', {
    summary: 'Lists the pending timers and their reasons, the next one first.',
    query: z.strictObject({ limit }),
    answer: z.object({ pending: z.array(pendingTimer), total: z.int().describe('How many there are in total.') }),
    handle(context, { query }) {
      const pending = context.simulator.clock.pending()
      return {
        pending: pending.slice(0, query.limit).map(({ cause, ...one }) => ({
          ...one,
          cause: cause ?? null,
          says: dueSentence(context, cause),
        })),
        total: pending.length,
      }
    },
  }),
  endpoint.patch('/clock', {
    summary: 'Changes the kind of clock: real, frozen, or jumping to the next timer whenever the simulator is idle.',
    body: z.strictObject({ kind: z.enum(clockKinds) }),
    answer: clockState,
    refusals: { 409: 'The clock comes from the options of the simulator.' },
    handle: ({ simulator: { clock } }, { body }) => moved(clock, () => clock.change(body.kind)),
  }),
  endpoint.post('/clock/advance', {
    summary: 'Moves a frozen clock; timers on the way fire, each at its own time.',
    body: z.strictObject({
      by: z.union([z.number(), z.string()]).describe('Milliseconds, or text such as 90s, 3h, 2d or 1d 12h.'),
    }),
    answer: clockState,
    refusals: { 409: 'The clock runs in real time.' },
    handle: ({ simulator: { clock } }, { body }) => moved(clock, () => clock.advance(body.by)),
  }),
  endpoint.post('/clock/run-until-idle', {
    summary: 'Moves the clock until the simulator is idle and only background timers are left.',
    answer: clockState,
    refusals: { 409: 'The clock runs in real time.' },
    handle: ({ simulator: { clock } }) => moved(clock, () => clock.runUntilIdle()),
  }),
]

/** A clock that can't be moved is a conflict, not an invalid request. */
async function moved(clock: SimulatorClock, move: () => void | Promise<void>): Promise<z.output<typeof clockState>> {
  try {
    await move()
  } catch (error) {
    if (error instanceof TypeError) throw new ControlError(409, 'clock_goes', error.message)
    throw error
  }
  return stateOf(clock)
}

function stateOf(clock: SimulatorClock): z.output<typeof clockState> {
  const now = clock.now()
  return { kind: clock.kind, time: now, iso: new Date(now).toISOString(), next: clock.next() ?? null }
}

/** What a pending timer will do, as a sentence. */
function dueSentence({ simulator: { realm }, deliveryQueue }: ControlContext, cause: Pending['cause']): string {
  switch (cause?.what) {
    case undefined:
      return 'A timer that was set on the clock directly.'
    case 'scheduled message':
      return scheduledSentence(cause.id)
    case 'thumbnail':
      return `The thumbnail of upload ${cause.id} is ready, and replaces its placeholder in messages.`
    case 'export':
      return `Export ${cause.id} is ready.`
    case 'unused upload':
      return `Upload ${cause.id}, which no message uses, is deleted.`
    case 'event queue':
      return `The event queue of ${nameOf(cause.user)} expires, unless its client asks for events.`
    case 'heartbeat':
      return `${nameOf(cause.user)} gets a heartbeat, since there were no events.`
    case 'delivery':
      return `Delivery ${cause.id}${toBot(cause.id)} is posted, delayed by a fault.`
    case 'deadline':
      return `Delivery ${cause.id}${toBot(cause.id)} times out, unless the bot answers.`
    case 'answer':
      return `The answer to delivery ${cause.id}${toBot(cause.id)} arrives, delayed by a fault.`
    case 'call':
      return `A call of ${cause.endpoint} goes on, delayed by a fault.`
  }

  function scheduledSentence(id: number): string {
    const scheduled = realm.world.state.scheduled.get(id)
    if (scheduled === undefined) return `Scheduled message ${id} is sent.`
    const { sender_id: sender, place, target } = scheduled
    if (target !== undefined) return `${nameOf(sender)} is reminded of message ${target}.`
    if (place.kind === 'channel') {
      const { name } = realm.channel(place.stream_id)
      return `${nameOf(sender)} sends scheduled message ${id} to #${name} > ${place.topic}.`
    }
    const others = place.user_ids.filter((user) => user !== sender)
    return `${nameOf(sender)} sends scheduled message ${id} to ${(others.length === 0 ? [sender] : others).map(nameOf).join(', ')}.`
  }

  function nameOf(user: number): string {
    return realm.account(user).full_name
  }

  function toBot(id: number): string {
    try {
      return ` to ${deliveryQueue.find(id).bot.full_name}`
    } catch {
      // Its record is no longer kept.
      return ''
    }
  }
}
