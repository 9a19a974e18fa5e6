import * as z from 'zod'
import type { JournalEntry } from '../../journal/entries.js'
import { entryStream, type FollowedQueue, followQueue } from '../chatEvents.js'
import { endpoint } from '../controlEndpoint.js'
import { limit, since, time, wholeNumber } from '../fields.js'

const kinds = [
  'call',
  'answer',
  'event',
  'delivery',
  'clock',
  'level',
  'fault',
  'memory',
  'notice',
  'change',
] as const satisfies readonly JournalEntry['kind'][]

const entry = z.looseObject({ number: z.int(), at: time, kind: z.enum(kinds) })

/** Kinds in a query: separated by commas. */
const chosenKinds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(kinds)))
  .optional()
  .describe(`Only entries of these kinds, separated by commas: ${kinds.join(', ')}.`)

/** Event queues in a query: `user/queue/last event`, separated by commas. */
const followedQueues = z
  .string()
  .regex(/^\d+\/[\w-]+\/-?\d+(,\d+\/[\w-]+\/-?\d+)*$/, 'Give user/queue/last event, separated by commas.')
  .transform((text) => text.split(',').map(followedQueue))
  .optional()
  .describe(
    'Event queues to follow: the ID of the user, of the queue, and of the last event that the reader has, as `10/fb67bf8a-c031-47cc-84cf-ed80accacda8/-1`, separated by commas.',
  )

function followedQueue(text: string): FollowedQueue {
  const [userId = '', id = '', lastEventId = ''] = text.split('/')
  return { userId: Number(userId), id, lastEventId: Number(lastEventId) }
}

export const journalEndpoints = [
  endpoint.post('/notices', {
    summary: 'Shows a notice in the playground, and adds it to the journal.',
    body: z.strictObject({
      tone: z.enum(['good', 'bad']).default('good').describe('A bad one stays until it is dismissed.'),
      text: z.string().trim().min(1).max(4000),
      about: z
        .string()
        .optional()
        .describe('Its subject: of several notices with the same subject, the newest is shown.'),
    }),
    status: 201,
    handle({ simulator }, { body: { tone, text, about } }) {
      simulator.notice({ tone, text, ...(about !== undefined && { about }) })
    },
  }),
  endpoint.get('/journal', {
    summary: 'Reads the journal, oldest first: calls, answers, events, deliveries, moves of the clock.',
    description: 'For the next page, give `next` as `since`. Keys and tokens are masked.',
    query: z.strictObject({ since, limit, kinds: chosenKinds }),
    answer: z.object({
      entries: z.array(entry),
      next: z.int(),
      last: z.int().describe('Number of the newest entry.'),
      missed: z.int().describe('How many entries after `since` are no longer kept.'),
    }),
    handle({ simulator: { journal } }, { query: { since: after, limit: most, kinds: wanted } }) {
      const page = journal.read({ since: after, limit: most, ...(wanted && { kinds: wanted }) })
      return { ...page, last: journal.last }
    },
  }),
  endpoint.get('/journal/stream', {
    summary: 'Streams the journal as server-sent events, one for each entry.',
    description:
      "The ID of an event is the number of the entry. A reader that reconnects with `Last-Event-ID`, as browsers do, first gets what it missed. Without it, the stream begins now, or after `since`. With `queues`, the same connection also carries the events of people's event queues, as events named `chat` (`{queue, events}`), or `gone` if the queue no longer exists; the newest 500 of each stay in the queue for readers that reconnect.",
    query: z.strictObject({ since: wholeNumber.optional(), kinds: chosenKinds, queues: followedQueues }),
    contentType: 'text/event-stream',
    answer: z.string(),
    handle({ simulator: { journal, realm }, onClose }, { query, request }) {
      const last = /^\d+$/.exec(request.headers.get('last-event-id') ?? '')?.[0]
      const after = last === undefined ? (query.since ?? journal.last) : Number(last)
      return entryStream(request, journal, { after, kinds: query.kinds }, onClose, (send) => {
        const stops = (query.queues ?? []).map((followed) =>
          followQueue(
            realm.queues,
            followed,
            (events) => send('chat', { queue: followed.id, events }),
            (reason) => send('gone', { queue: followed.id, reason }),
          ),
        )
        return () => {
          for (const stop of stops) stop()
        }
      })
    },
  }),
]
