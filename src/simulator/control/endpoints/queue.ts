import * as z from 'zod'
import { hiding, shown as withoutSecrets } from '../../journal/secrets.js'
import type { ShownLetter, ShownQueue } from '../../shownQueue.js'
import type { ControlContext } from '../context.js'
import { endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { limit } from '../fields.js'

const queueTime = z.number().describe("UNIX milliseconds by the queue's clock.")
const count = z.int().min(0)

const letter = z.object({
  id: z.string().describe('Of its delivery; what it is called by.'),
  bot: z.object({
    email: z.string(),
    full_name: z.string().nullable().describe('Null for one that is not of this organisation.'),
  }),
  messageId: z.int(),
  sender: z.string().describe('By name, where the notification has it.'),
  text: z.string().describe('How the message begins.'),
  reason: z.enum(['failed', 'uncertain', 'crashed']),
  says: z.string().describe('The reason as a sentence.'),
  error: z.string().describe('What went wrong last.'),
  attempts: count,
  crashes: count,
  arrived: queueTime,
  died: queueTime,
})

const wholeLetter = letter.extend({
  ledger: z
    .array(z.object({ key: z.string(), outcome: z.unknown(), what: z.string(), says: z.string() }))
    .describe('What was done for it that must not be done twice, and what came of that; null where nobody knows.'),
  notification: z.unknown().describe('What the bot got. The token is never kept.'),
})

const path = z.strictObject({ id: z.string().min(1) })
const refusals = {
  404: 'No queue is shown here (`NO_QUEUE`), or there is no such letter (`NOT_FOUND`).',
  502: 'The queue failed.',
}

export const queueEndpoints = [
  endpoint.get('/queue', {
    id: 'queue',
    summary: 'Counts the deliveries that wait for their bots in the queue.',
    answer: z.object({
      queue: z
        .object({ waiting: count, working: count, dead: count, oldest: queueTime.nullable() })
        .nullable()
        .describe('Null where no queue is shown.'),
    }),
    refusals: { 502: refusals[502] },
    async handle(context) {
      if (context.queue() === undefined) return { queue: null }
      const { waiting, working, dead, oldest = null } = await askQueue(context, (queue) => queue.status())
      return { queue: { waiting, working, dead, oldest } }
    },
  }),
  endpoint.get('/queue/dead', {
    id: 'deadLetters',
    summary: 'Lists the dead letters of the queue, oldest first: deliveries that could not be handled.',
    query: z.strictObject({
      after: z.string().min(1).optional().describe('Only what comes after this letter.'),
      limit,
    }),
    answer: z.object({ letters: z.array(letter) }),
    refusals,
    async handle(context, { query: { after, limit } }) {
      const options = { limit, ...(after !== undefined && { after }) }
      const letters = await askQueue(context, (queue) => queue.dead.list(options))
      return { letters: letters.map((one) => summaryOf(context, one)) }
    },
  }),
  endpoint.get('/queue/dead/{id}', {
    id: 'deadLetter',
    summary: 'Reads a dead letter, with the notification and what is known to have been sent.',
    pathParameters: path,
    answer: wholeLetter,
    refusals,
    async handle(context, { path: { id } }) {
      const found = await askQueue(context, (queue) => queue.dead.get(id))
      if (found === undefined) throw noSuchLetter(id)
      return wholeOf(context, found)
    },
  }),
  endpoint.post('/queue/dead/{id}/replay', {
    id: 'replayDeadLetter',
    summary: 'Puts a dead letter back into the queue. What is known to have been sent is not sent again.',
    description: 'The reply of an `uncertain` one may be sent a second time.',
    pathParameters: path,
    refusals,
    handle: (context, { path: { id } }) => act(context, id, (queue) => queue.dead.replay(id)),
  }),
  endpoint.delete('/queue/dead/{id}', {
    id: 'purgeDeadLetter',
    summary: 'Deletes a dead letter.',
    pathParameters: path,
    refusals,
    handle: (context, { path: { id } }) => act(context, id, (queue) => queue.dead.purge(id)),
  }),
]

async function act(context: ControlContext, id: string, work: (queue: ShownQueue) => Promise<boolean>) {
  if (!(await askQueue(context, work))) throw noSuchLetter(id)
  return { done: true as const }
}

/** If its store can't be reached, the store's own error may contain an address with a password. */
async function askQueue<Answer>(
  context: ControlContext,
  work: (queue: ShownQueue) => Promise<Answer>,
): Promise<Answer> {
  const queue = context.queue()
  if (queue === undefined) {
    throw new ControlError(
      404,
      'NO_QUEUE',
      'No queue is shown here. Start the simulator with --queue sqlite:bots.db or redis://…, or give one to simulator.showQueue.',
    )
  }
  try {
    return await work(queue)
  } catch (error) {
    const reason = masker(context)(error instanceof Error ? error.message : String(error))
    throw new ControlError(502, 'QUEUE_FAILED', `The queue failed: ${reason} Check its store and try again.`)
  }
}

function noSuchLetter(id: string): ControlError {
  return new ControlError(
    404,
    'NOT_FOUND',
    `There is no dead letter ${id}. It may have been dealt with meanwhile; GET /sim/queue/dead lists them.`,
  )
}

function summaryOf(context: ControlContext, { entry, reason, error, ...rest }: ShownLetter): z.input<typeof letter> {
  const hide = masker(context)
  const { id, bot, message, arrived } = entry
  const { data, message: said } = Object(parsed(entry.notification))
  const { sender_full_name: name, content } = Object(said)
  const text = [data, content].find((one) => typeof one === 'string') ?? ''
  const account = context.simulator.realm.accounts().find(({ email }) => email.toLowerCase() === bot)
  return {
    id,
    bot: { email: bot, full_name: account?.fullName ?? null },
    messageId: message,
    sender: typeof name === 'string' ? name : entry.sender,
    text: hide(text.slice(0, beginning)),
    reason,
    says: reasonSentence({ entry, reason, error, ...rest }),
    error: hide(error),
    attempts: rest.attempts,
    crashes: rest.crashes,
    arrived,
    died: rest.died,
  }
}

const beginning = 200

function wholeOf(context: ControlContext, one: ShownLetter): z.input<typeof wholeLetter> {
  const hide = masker(context)
  const read = (json: string) => {
    const value = parsed(hide(json))
    return context.showSecrets ? value : withoutSecrets(value)
  }
  return {
    ...summaryOf(context, one),
    ledger: one.ledger.map(({ key, outcome }) => ({
      key,
      outcome: outcome === undefined ? null : read(outcome),
      ...ledgerWords({ key, ...(outcome !== undefined && { outcome }) }),
    })),
    notification: read(one.entry.notification),
  }
}

function masker({ simulator, showSecrets }: ControlContext): (text: string) => string {
  return showSecrets ? (text) => text : hiding((word) => simulator.realm.isSecret(word))
}

/** Why a letter is dead, as a sentence. */
function reasonSentence({ reason, attempts, crashes }: ShownLetter): string {
  if (reason === 'failed')
    return `Its handler failed${attempts === 1 ? '' : ` ${attempts} times`}; its sender was told.`
  if (reason === 'crashed') return `Processes died with it, ${crashes} times.`
  return 'A process died, or a connection broke, between sending something and knowing that it was sent.'
}

/** What was done for it, and what came of that, in words. Whatever stands in a store that others write is put up with. */
function ledgerWords({ key, outcome }: ShownLetter['ledger'][number]): { what: string; says: string } {
  const what = decoded(key.replace(digest, ''))
  if (outcome === undefined) return { what, says: 'It was begun, and nobody knows whether it was done.' }
  const { done, value } = Object(parsed(outcome)) as { done?: unknown; value?: unknown }
  if (done === false) return { what, says: 'It was not done.' }
  if (done === true && typeof value === 'number') return { what, says: `It was sent, as message ${value}.` }
  return { what, says: 'It was done.' }
}

/** Of the text that was sent, by which it is found again. */
const digest = / [0-9a-f]{64}$/

/** JSON as data; what is none as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
