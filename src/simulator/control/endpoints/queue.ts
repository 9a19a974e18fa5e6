import * as z from 'zod'
import { errorMessage, parseJson, percentDecoded } from '../../../values.js'
import { hiding, withoutSecrets } from '../../journal/recorder.js'
import type { DeadLetterView, QueueView } from '../../public/queueView.js'
import { isSecret } from '../../realm/access/accounts.js'
import { type ControlContext, endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { limit } from '../fields.js'

const queueTime = z.number().describe("UNIX milliseconds by the queue's clock.")
const count = z.int().min(0)

const queueCounts = z.object({ waiting: count, working: count, dead: count, oldest: queueTime.nullable() })

export type QueueCounts = z.output<typeof queueCounts>

const letter = z.object({
  id: z.string().describe('The ID of its delivery.'),
  bot: z.object({
    email: z.string(),
    full_name: z.string().nullable().describe('Null if the bot is not in this organisation.'),
  }),
  messageId: z.int(),
  sender: z.string().describe('The name, if the notification has it.'),
  text: z.string().describe('The beginning of the message.'),
  reason: z.enum(['failed', 'uncertain', 'crashed']),
  says: z.string().describe('The reason as a sentence.'),
  error: z.string().describe('The latest error.'),
  attempts: count,
  crashes: count,
  arrived: queueTime,
  died: queueTime,
})

const wholeLetter = letter.extend({
  ledger: z
    .array(z.object({ key: z.string(), outcome: z.unknown(), what: z.string(), says: z.string() }))
    .describe('What was done for it and must not be done twice, with the outcome; null if it is unknown.'),
  notification: z.unknown().describe('The notification, without the token.'),
})

/** A dead letter in a list, and in full. */
export type ListedLetter = z.output<typeof letter>
export type WholeLetter = z.output<typeof wholeLetter>

const path = z.strictObject({ id: z.string().min(1) })
const refusals = {
  404: 'No queue is shown here (`no_queue`), or there is no such letter (`not_found`).',
  502: 'The queue failed.',
}

export const queueEndpoints = [
  endpoint.get('/queue', {
    summary: 'Counts the deliveries that wait for their bots in the queue.',
    answer: z.object({ queue: queueCounts.nullable().describe('Null if no queue is shown.') }),
    refusals: { 502: refusals[502] },
    async handle(context) {
      if (context.queue() === undefined) return { queue: null }
      const { waiting, working, dead, oldest = null } = await askQueue(context, (queue) => queue.status())
      return { queue: { waiting, working, dead, oldest } }
    },
  }),
  endpoint.get('/queue/dead', {
    summary: 'Lists the dead letters of the queue, oldest first: deliveries that could not be handled.',
    query: z.strictObject({ after: z.string().min(1).optional().describe('Only letters after this one.'), limit }),
    answer: z.object({ letters: z.array(letter) }),
    refusals,
    async handle(context, { query: { after, limit } }) {
      const options = { limit, ...(after !== undefined && { after }) }
      const letters = await askQueue(context, (queue) => queue.dead.list(options))
      return { letters: letters.map((one) => summaryOf(context, one)) }
    },
  }),
  endpoint.get('/queue/dead/{id}', {
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
    summary: 'Puts a dead letter back into the queue. What is known to have been sent is not sent again.',
    description: 'The reply of an `uncertain` one may be sent a second time.',
    pathParameters: path,
    refusals,
    async handle(context, { path: { id } }) {
      if (!(await askQueue(context, (queue) => queue.dead.replay(id)))) throw noSuchLetter(id)
    },
  }),
  endpoint.delete('/queue/dead/{id}', {
    summary: 'Deletes a dead letter.',
    pathParameters: path,
    refusals,
    async handle(context, { path: { id } }) {
      if (!(await askQueue(context, (queue) => queue.dead.purge(id)))) throw noSuchLetter(id)
    },
  }),
]

/** If its store can't be reached, the store's own error may contain an address with a password. */
async function askQueue<Answer>(context: ControlContext, work: (queue: QueueView) => Promise<Answer>): Promise<Answer> {
  const queue = context.queue()
  if (queue === undefined) {
    throw new ControlError(
      404,
      'no_queue',
      'No queue is shown here. Start the simulator with --queue sqlite:bots.db or redis://…, or give one to simulator.showQueue.',
    )
  }
  try {
    return await work(queue)
  } catch (error) {
    const reason = masker(context)(errorMessage(error))
    throw new ControlError(502, 'queue_failed', `The queue failed: ${reason} Check its store and try again.`)
  }
}

function noSuchLetter(id: string): ControlError {
  return new ControlError(
    404,
    'not_found',
    `There is no dead letter ${id}. It may have been dealt with meanwhile; GET /sim/queue/dead lists them.`,
  )
}

function summaryOf(context: ControlContext, dead: DeadLetterView): z.input<typeof letter> {
  const hide = masker(context)
  const { entry, reason, error, attempts, crashes, died } = dead
  const { id, bot, message, arrived } = entry
  const { data, message: said } = Object(parseJson(entry.notification))
  const { sender_full_name: name, content } = Object(said)
  const text = [data, content].find((one) => typeof one === 'string') ?? ''
  const account = context.simulator.realm.accounts().find(({ email }) => email.toLowerCase() === bot)
  return {
    id,
    bot: { email: bot, full_name: account?.full_name ?? null },
    messageId: message,
    sender: typeof name === 'string' ? name : entry.sender,
    text: hide(text.slice(0, 200)),
    reason,
    says: reasonSentence(dead),
    error: hide(error),
    attempts,
    crashes,
    arrived,
    died,
  }
}

function wholeOf(context: ControlContext, one: DeadLetterView): z.input<typeof wholeLetter> {
  const hide = masker(context)
  const read = (json: string) => {
    const value = parseJson(hide(json)) ?? hide(json)
    return context.showSecrets ? value : withoutSecrets(value)
  }
  return {
    ...summaryOf(context, one),
    ledger: one.ledger.map(({ key, outcome }) => ({
      key,
      outcome: outcome === undefined ? null : read(outcome),
      ...ledgerWords({ key, outcome }),
    })),
    notification: read(one.entry.notification),
  }
}

function masker({ simulator, showSecrets }: ControlContext): (text: string) => string {
  return showSecrets ? (text) => text : hiding((word) => isSecret(simulator.realm.world, word))
}

/** Why a letter is dead, as a sentence. */
function reasonSentence({ reason, attempts, crashes }: DeadLetterView): string {
  if (reason === 'failed')
    return `Its handler failed${attempts === 1 ? '' : ` ${attempts} times`}; its sender was told.`
  if (reason === 'crashed') return `Processes died with it, ${crashes} times.`
  return 'A process died, or a connection broke, between sending something and knowing that it was sent.'
}

/** What was done for it, and the outcome, in words. The store may contain anything, since other programs write to it. */
function ledgerWords({ key, outcome }: DeadLetterView['ledger'][number]): { what: string; says: string } {
  const encoded = key.replace(digest, '')
  const what = percentDecoded(encoded) ?? encoded
  if (outcome === undefined) return { what, says: 'It was begun, and nobody knows whether it was done.' }
  const { done, value } = Object(parseJson(outcome)) as { done?: unknown; value?: unknown }
  if (done === false) return { what, says: 'It was not done.' }
  return {
    what,
    says: done === true && typeof value === 'number' ? `It was sent, as message ${value}.` : 'It was done.',
  }
}

/** The digest of a text that was sent, used to find it again. */
const digest = / [0-9a-f]{64}$/
