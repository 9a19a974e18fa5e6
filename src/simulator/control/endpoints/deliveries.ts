import * as z from 'zod'
import { durationText } from '../../../text/index.js'
import { isObject, parseJson } from '../../../values.js'
import { sentCredentials } from '../../api/authentication.js'
import { recordOf as recordOfDelivery, requestOf } from '../../delivery/delivery.js'
import { deliveryLog } from '../../delivery/deliveryLog.js'
import type { Reading } from '../../delivery/readAnswer.js'
import { type DeliveryRecord, outcomes } from '../../delivery/record.js'
import { authenticate } from '../../realm/access/accounts.js'
import { Refusal } from '../../realm/world/refusal.js'
import type { Account } from '../../realm/world/state.js'
import { callsFor, deliveryCall, lateReply } from '../callsFor.js'
import { bodyCheck, checkBody } from '../checkBody.js'
import { type ControlContext, endpoint, textResponse } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { deliveryAsCurl } from '../curl.js'
import { limit, since, time, who, whoInText, wholeNumber } from '../fields.js'

export const delivery = z.looseObject({
  id: z.int(),
  bot: z.object({ user_id: z.int(), email: z.string(), full_name: z.string() }),
  trigger: z.string(),
  messageId: z.int(),
  queuedAt: time,
  faults: z.array(z.string()).describe('Sentences of the faults that affected it.'),
  request: z
    .looseObject({ method: z.string(), url: z.string() })
    .describe('What is sent at each attempt. The token is masked.'),
  attempts: z.array(z.looseObject({ startedAt: time, duration: z.number() })),
  outcome: z.enum(outcomes),
  reading: z.looseObject({ kind: z.string() }).nullable().describe('How the last answer was read.'),
  says: z.string().describe('The outcome and the reason, as a sentence.'),
  unread: z.array(z.string()).describe('Fields of the answer that were not read.'),
  replyId: z.int().nullable().describe('ID of the message that was posted as the reply.'),
  notice: z.string().nullable().describe('The message that was posted about a failure.'),
  ownerNotice: z.string().nullable().describe("The message to the bot's owner about it."),
  resends: z.int().nullable().describe('The delivery that this one sends again.'),
  isEdited: z.boolean().describe('Whether its body was edited by hand.'),
  log: deliveryLog.nullable().describe("The log that the bot's process sent about it."),
  late: z
    .object({ message: z.int(), after: z.number() })
    .nullable()
    .describe('What the bot sent after an answer that had nothing to post, and after how many milliseconds.'),
})

export const deliveryPath = z.strictObject({ id: wholeNumber })
export const noSuchDelivery = 'There is no such delivery, or it is no longer kept.'

const chosen = z.strictObject({
  since,
  limit,
  bot: whoInText.optional(),
  outcome: z.enum(outcomes).optional(),
  message: wholeNumber.optional().describe('Only those about this message.'),
})

export const deliveryEndpoints = [
  endpoint.get('/deliveries', {
    summary: 'Lists deliveries to bots, oldest first.',
    description: 'For the next page, give `next` as `since`.',
    query: chosen.extend({
      bodies: z
        .enum(['whole', 'brief'])
        .default('whole')
        .describe('`brief`: requests with only who wrote what where, answers without bodies.'),
    }),
    answer: z.object({ deliveries: z.array(delivery), next: z.int() }),
    notFound: 'There is no such bot.',
    handle(context, { query }) {
      const page = pageOf(context, query)
      const shown = page.map(query.bodies === 'brief' ? (record) => briefly(asAnswer(record)) : asAnswer)
      return { deliveries: shown, next: page.at(-1)?.id ?? query.since }
    },
  }),
  endpoint.post('/deliveries/check', {
    summary: 'Checks a body before it is sent: its JSON, its fields, and whether a server of this level sends it so.',
    body: z.strictObject({
      body: z.string().describe('The body as it would be sent. A masked token in it stands for the real one.'),
      bot: who.optional().describe('The bot that it would be sent to; address and token are checked too.'),
    }),
    answer: bodyCheck,
    notFound: 'There is no such bot.',
    handle({ simulator: { realm } }, { body: { body, bot } }) {
      const { featureLevel } = realm
      const account = bot === undefined ? undefined : realm.account(bot)
      return { featureLevel, problems: checkBody(body, featureLevel, account) }
    },
  }),
  endpoint.post('/deliveries/log', {
    summary: "Takes a bot's log of its work on a delivery, to be shown with the delivery.",
    description:
      'The bot authenticates with its address and API key (HTTP Basic); the delivery is the newest of the message to that bot. An earlier log is replaced. If the process sends `Earshot-Client: delivery NAME` with its calls of the API, they are listed with the delivery.',
    body: z.strictObject({ message: z.int().describe('ID of the message, as it was posted.'), log: deliveryLog }),
    answer: z.object({ delivery: z.int() }),
    notFound: 'The message was not posted to this bot, or its delivery is no longer kept.',
    refusals: { 401: 'The API key is missing or wrong.' },
    handle({ simulator: { realm, journal }, deliveryQueue }, { request, body: { message, log } }) {
      const bot = callerOf(realm, request).id
      return { delivery: deliveryQueue.noteLog(bot, message, log, (delivery) => lateReply(delivery, journal)) }
    },
  }),
  endpoint.get('/deliveries/{id}', {
    summary: 'Reads a delivery: what was sent, each attempt, and how the answer was read.',
    pathParameters: deliveryPath,
    answer: delivery,
    notFound: noSuchDelivery,
    handle: (context, { path }) => asAnswer(recordOf(context, path.id)),
  }),
  endpoint.get('/deliveries/{id}/calls', {
    summary: 'Lists the calls of the API that the bot made for a delivery.',
    description:
      'If its process sent a log, the calls that name the delivery; otherwise all calls that the bot made until the delivery ended.',
    pathParameters: deliveryPath,
    answer: z.object({ calls: z.array(deliveryCall) }),
    notFound: noSuchDelivery,
    handle: ({ simulator, deliveryQueue }, { path }) => ({
      calls: callsFor(deliveryQueue.find(path.id), simulator.journal),
    }),
  }),
  endpoint.get('/deliveries/{id}/curl', {
    summary: 'Returns a delivery as a shell command, with the real token, so that the receiver accepts it.',
    pathParameters: deliveryPath,
    contentType: 'text/plain',
    answer: z.string(),
    notFound: noSuchDelivery,
    handle: ({ deliveryQueue }, { path }) =>
      textResponse(`${deliveryAsCurl(requestOf(deliveryQueue.find(path.id)))}\n`),
  }),
]

/** @throws {ControlError} unless the request has the key of an account */
function callerOf(realm: ControlContext['simulator']['realm'], request: Request): Account {
  try {
    const { email, apiKey } = sentCredentials(request.headers.get('authorization') ?? undefined)
    return authenticate(realm.world, email, apiKey)
  } catch (error) {
    if (error instanceof Refusal) throw new ControlError(401, 'unauthorized', error.message)
    throw error
  }
}

function pageOf(
  { simulator, deliveryQueue, showSecrets }: ControlContext,
  query: z.output<typeof chosen>,
): DeliveryRecord[] {
  const { bot, outcome, message } = query
  const botId = bot === undefined ? undefined : simulator.realm.account(bot).id
  // Only the deliveries of this page are converted.
  return deliveryQueue.deliveries
    .filter((one) => one.id > query.since)
    .filter((one) => botId === undefined || one.bot.id === botId)
    .filter((one) => outcome === undefined || one.outcome === outcome)
    .filter((one) => message === undefined || one.notification.message.id === message)
    .slice(0, query.limit)
    .map((one) => recordOfDelivery(one, showSecrets))
}

export function recordOf({ deliveryQueue, showSecrets }: ControlContext, id: number): DeliveryRecord {
  return recordOfDelivery(deliveryQueue.find(id), showSecrets)
}

/** Every field is present: missing values become null. */
export function asAnswer(record: DeliveryRecord) {
  const { reading = null, replyId = null, notice = null, ownerNotice = null, resends = null } = record
  const { log = null, late = null } = record
  const words = { says: deliverySentence(record), unread: unreadFields(record) }
  return { ...record, ...words, reading, replyId, notice, ownerNotice, resends, log, late }
}

/** Characters of a message that a list shows. */
const shownCharacters = 200

/** The same for a list, with the bodies cut down to who wrote what where. */
function briefly(listed: ReturnType<typeof asAnswer>): ReturnType<typeof asAnswer> {
  const { request, attempts } = listed
  return {
    ...listed,
    reading: null,
    request: { ...request, headers: {}, body: briefBody(request.body) },
    attempts: attempts.map((attempt) => ({
      ...attempt,
      result: attempt.result.kind === 'answered' ? { ...attempt.result, body: '' } : attempt.result,
    })),
  }
}

function briefBody(body: string | undefined): string | undefined {
  const notification = body === undefined ? undefined : parseJson(body)
  if (!isObject(notification)) return body?.slice(0, shownCharacters)
  const message = isObject(notification.message) ? notification.message : {}
  const { id, type, sender_id, sender_full_name, display_recipient, stream_id, subject, content } = message
  const data = String(notification.data || content || '').slice(0, shownCharacters)
  return JSON.stringify({
    data,
    message: { id, type, sender_id, sender_full_name, display_recipient, stream_id, subject },
  })
}

/** The outcome of a delivery and the reason, as a sentence. */
function deliverySentence({ outcome, reading, attempts, late }: DeliveryRecord): string {
  if (late) return `It was answered after ${roughly(late.after)} as message ${late.message}.`
  const before = beforeAnAnswer[outcome]
  if (before !== undefined) return before
  if (reading?.kind === 'reply') return outcome === 'failed' ? 'The reply could not be posted.' : 'It is a reply.'
  if (reading?.kind === 'quiet') return `${quiet[reading.because]}, so nothing was posted.`
  if (reading?.kind === 'unusable') return reading.notice
  const result = attempts.at(-1)?.result
  return result?.kind === 'answered'
    ? `A status of ${result.status} is a failure, whatever the body says.`
    : 'There was no answer to read.'
}

const roughly = (milliseconds: number) =>
  durationText(milliseconds < 1000 ? milliseconds : Math.round(milliseconds / 100) * 100)

/** Fields of the answer that were not read, often because of a typo. */
function unreadFields({ attempts, reading }: DeliveryRecord): string[] {
  const result = attempts.at(-1)?.result
  if (result?.kind !== 'answered' || reading === undefined || reading.kind === 'unusable') return []
  return Object.keys(Object(parseJson(result.body))).filter((name) => !readFields.includes(name))
}

const readFields = ['content', 'response_string', 'response_not_required', 'widget_content', 'text']

const beforeAnAnswer: Readonly<Partial<Record<DeliveryRecord['outcome'], string>>> = {
  held: 'It is held until it is released.',
  'under way': 'It waits for its turn, or for an answer.',
  dropped: 'A fault prevented it from being posted.',
  abandoned: 'The simulator was closed or restored before it ended.',
}

const quiet: Readonly<Record<Extract<Reading, { kind: 'quiet' }>['because'], string>> = {
  response_not_required: 'It said response_not_required',
  'an empty string': 'It is an empty string',
  'text is not a string': 'Its text is not a string',
  'no content': 'It has neither content nor response_string (in Slack’s format, no text)',
  'blank content': 'Its content is blank',
}
