import * as z from 'zod'
import { clockKinds, type SimulatorClock } from '../../time/simulatorClock.js'
import { endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { dueSentence } from '../dueSentence.js'
import { limit, time } from '../fields.js'

const clockState = z.object({
  kind: z.enum(clockKinds),
  time,
  iso: z.string().describe('The same time in ISO 8601.'),
  next: z.number().nullable().describe('When the next thing is due that happens by itself.'),
})

const pendingTimer = z.object({
  due: time,
  background: z.boolean().describe('Housekeeping, which `jump` and run-until-idle do not go on for.'),
  cause: z
    .looseObject({ what: z.string() })
    .nullable()
    .describe('What waits, as data; null for what was asked of the clock itself.'),
  says: z.string().describe('What happens then, as a sentence.'),
})

export const timeEndpoints = [
  endpoint.get('/clock', {
    id: 'clock',
    summary: 'Tells the time, and how it goes.',
    answer: clockState,
    handle: ({ simulator }) => stateOf(simulator.clock),
  }),
  endpoint.get('/clock/pending', {
    id: 'pendingTimers',
    summary: 'Lists what waits for its time, and why; what is due first at the front.',
    query: z.strictObject({ limit }),
    answer: z.object({ pending: z.array(pendingTimer), total: z.int().describe('How many there are in all.') }),
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
    id: 'changeClock',
    summary:
      'Changes how time goes: real, frozen, or jumping to the next thing that is due whenever nothing is going on.',
    body: z.strictObject({ kind: z.enum(clockKinds) }),
    answer: clockState,
    refusals: { 409: 'The clock was brought along by whoever made the simulator.' },
    handle: ({ simulator: { clock } }, { body }) => moved(clock, () => clock.change(body.kind)),
  }),
  endpoint.post('/clock/advance', {
    id: 'advanceClock',
    summary: 'Lets time pass where it stands still; what falls due on the way happens, each at its own time.',
    body: z.strictObject({
      by: z.union([z.number(), z.string()]).describe('Milliseconds, or text such as 90s, 3h, 2d or 1d 12h.'),
    }),
    answer: clockState,
    refusals: { 409: 'The clock goes by itself.' },
    handle: ({ simulator: { clock } }, { body }) => moved(clock, () => clock.advance(body.by)),
  }),
  endpoint.post('/clock/run-until-idle', {
    id: 'runUntilIdle',
    summary: 'Lets time pass until nothing is going on and nothing that anybody waits for is due.',
    answer: clockState,
    refusals: { 409: 'The clock goes by itself.' },
    handle: ({ simulator: { clock } }) => moved(clock, () => clock.runUntilIdle()),
  }),
]

/** A clock that cannot be moved is no mistake of the request. */
async function moved(clock: SimulatorClock, move: () => void | Promise<void>): Promise<z.output<typeof clockState>> {
  try {
    await move()
  } catch (error) {
    if (error instanceof TypeError) throw new ControlError(409, 'CLOCK_GOES', error.message)
    throw error
  }
  return stateOf(clock)
}

function stateOf(clock: SimulatorClock): z.output<typeof clockState> {
  const now = clock.now()
  return { kind: clock.kind, time: now, iso: new Date(now).toISOString(), next: clock.next() ?? null }
}
