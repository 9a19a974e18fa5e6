import * as z from 'zod'
import { findingWeights } from '../../../protocol/index.js'
import { recordOf as recordOfDelivery, requestOf } from '../../delivery/delivery.js'
import type { DeliveryRecord } from '../../delivery/record.js'
import { checkBody } from '../checkBody.js'
import type { ControlContext } from '../context.js'
import { endpoint, textResponse } from '../controlEndpoint.js'
import { deliveryAsCurl } from '../curl.js'
import { deliverySentence, unreadFields } from '../deliveryWords.js'
import { limit, since, time, who, whoInText, wholeNumber } from '../fields.js'
import { harOf } from '../har.js'
import { deliveryAsTest } from '../programs.js'
import { accountOr404 } from './organisation.js'

export const outcomes = ['under way', 'held', 'replied', 'quiet', 'failed', 'dropped', 'abandoned'] as const

export const delivery = z.looseObject({
  id: z.int(),
  bot: z.object({ user_id: z.int(), email: z.string(), full_name: z.string() }),
  trigger: z.string(),
  messageId: z.int(),
  queuedAt: time,
  faults: z.array(z.string()).describe('Sentences of the faults that struck it.'),
  request: z
    .looseObject({ method: z.string(), url: z.string() })
    .describe('What is sent at each attempt. The token is masked.'),
  attempts: z.array(z.looseObject({ startedAt: time, duration: z.number() })),
  outcome: z.enum(outcomes),
  reading: z.looseObject({ kind: z.string() }).nullable().describe('How the last answer was read.'),
  says: z.string().describe('What came of it and why, as a sentence.'),
  unread: z.array(z.string()).describe('Fields of the answer that nobody looked at.'),
  replyId: z.int().nullable().describe('ID of the message that was posted as the reply.'),
  notice: z.string().nullable().describe('What was posted about a failure.'),
  ownerNotice: z.string().nullable().describe("What the bot's owner was told about it."),
  resends: z.int().nullable().describe('The delivery that this one sends again.'),
  isEdited: z.boolean().describe("Whether its body was written by somebody, in place of the server's."),
})

export const deliveryPath = z.strictObject({ id: wholeNumber })
export const noSuchDelivery = { 404: 'There is no such delivery, or it is no longer kept.' }

const chosen = z.strictObject({
  since,
  limit,
  bot: whoInText.optional(),
  outcome: z.enum(outcomes).optional(),
  message: wholeNumber.optional().describe('Only those about this message.'),
})

export const deliveryEndpoints = [
  endpoint.get('/deliveries', {
    id: 'deliveries',
    summary: 'Lists deliveries to bots, oldest first.',
    description: 'To read on, give `next` of one page as `since` of the next.',
    query: chosen,
    answer: z.object({ deliveries: z.array(delivery), next: z.int() }),
    handle(context, { query }) {
      const page = pageOf(context, query)
      return { deliveries: page.map(shown), next: page.at(-1)?.id ?? query.since }
    },
  }),
  endpoint.get('/deliveries.har', {
    id: 'deliveriesHar',
    summary: 'Exports deliveries as an HTTP archive (HAR 1.2), with secrets masked.',
    query: chosen,
    answer: z.looseObject({}),
    handle: (context, { query }) => harOf(pageOf(context, query)),
  }),
  endpoint.post('/deliveries.har', {
    id: 'chosenDeliveriesHar',
    summary: 'Exports the named deliveries as an HTTP archive (HAR 1.2), with secrets masked.',
    description: 'Deliveries that are no longer kept are left out.',
    body: z.strictObject({ ids: z.array(z.int()).max(10_000) }),
    answer: z.looseObject({}),
    handle({ courier, showSecrets }, { body }) {
      const ids = new Set(body.ids)
      const named = courier.deliveries.filter(({ id }) => ids.has(id))
      return harOf(named.map((one) => recordOfDelivery(one, showSecrets)))
    },
  }),
  endpoint.post('/deliveries/check', {
    id: 'checkDelivery',
    summary: 'Checks a body before it is sent: as JSON, by the contract, and at the level of the server.',
    body: z.strictObject({
      body: z.string().describe('The body as it would be sent. A masked token in it stands for the real one.'),
      bot: who.optional().describe('To whom it would be sent; its address and token are looked at too.'),
    }),
    answer: z.object({
      featureLevel: z.int(),
      problems: z.array(
        z.object({
          weight: z
            .enum(findingWeights)
            .describe(
              '`refused`: a receiver cannot act on it; `dropped`: it leaves the field out; `unusual`: no server of this level posts that.',
            ),
          line: z.int().min(1),
          column: z.int().min(1),
          path: z.string().describe('Such as `message.sender_id`; empty for the whole.'),
          says: z.string(),
        }),
      ),
    }),
    refusals: { 404: 'There is no such bot.' },
    handle({ simulator: { realm } }, { body: { body, bot } }) {
      const { featureLevel } = realm
      const account = bot === undefined ? undefined : accountOr404(() => realm.account(bot))
      return { featureLevel, problems: checkBody(body, featureLevel, account) }
    },
  }),
  endpoint.get('/deliveries/{id}', {
    id: 'delivery',
    summary: 'Reads a delivery: what was sent, each attempt, and how the answer was read.',
    pathParameters: deliveryPath,
    answer: delivery,
    refusals: noSuchDelivery,
    handle: (context, { path }) => shown(recordOf(context, path.id)),
  }),
  endpoint.get('/deliveries/{id}/har', {
    id: 'deliveryHar',
    summary: 'Gives a delivery as an HTTP archive (HAR 1.2), with secrets masked.',
    pathParameters: deliveryPath,
    answer: z.looseObject({}),
    refusals: noSuchDelivery,
    handle: (context, { path }) => harOf([recordOf(context, path.id)]),
  }),
  endpoint.get('/deliveries/{id}/curl', {
    id: 'deliveryCurl',
    summary: 'Gives a delivery as a shell command, with the real token, so that the receiver accepts it.',
    pathParameters: deliveryPath,
    contentType: 'text/plain',
    answer: z.string(),
    refusals: noSuchDelivery,
    handle: ({ courier }, { path }) =>
      textResponse(`${deliveryAsCurl(requestOf(accountOr404(() => courier.find(path.id))))}\n`),
  }),
  endpoint.get('/deliveries/{id}/test', {
    id: 'deliveryTest',
    summary: 'Gives a delivery as a test of the bot, to save beside it.',
    pathParameters: deliveryPath,
    contentType: 'text/plain',
    answer: z.string(),
    refusals: noSuchDelivery,
    handle: ({ courier, simulator }, { path }) =>
      textResponse(
        deliveryAsTest(
          accountOr404(() => courier.find(path.id)),
          simulator.realm,
        ),
      ),
  }),
]

function pageOf({ simulator, courier, showSecrets }: ControlContext, query: z.output<typeof chosen>): DeliveryRecord[] {
  const { bot, outcome, message } = query
  const botId = bot === undefined ? undefined : accountOr404(() => simulator.realm.account(bot)).id
  // Only the deliveries of this page are converted.
  return courier.deliveries
    .filter((one) => one.id > query.since)
    .filter((one) => botId === undefined || one.bot.id === botId)
    .filter((one) => outcome === undefined || one.outcome === outcome)
    .filter((one) => message === undefined || one.notification.message.id === message)
    .slice(0, query.limit)
    .map((one) => recordOfDelivery(one, showSecrets))
}

export function recordOf({ courier, showSecrets }: ControlContext, id: number): DeliveryRecord {
  return recordOfDelivery(
    accountOr404(() => courier.find(id)),
    showSecrets,
  )
}

/** Missing values become null, so that every field is there. */
export function shown(record: DeliveryRecord) {
  const { reading = null, replyId = null, notice = null, ownerNotice = null, resends = null } = record
  return {
    ...record,
    reading,
    says: deliverySentence(record),
    unread: unreadFields(record),
    replyId,
    notice,
    ownerNotice,
    resends,
  }
}
