import * as z from 'zod'
import { outcomes } from '../../delivery/record.js'
import { becauses, whyTriggered } from '../../realm/notifications/whyTriggered.js'
import { type ControlContext, endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { who, whoInText, wholeNumber } from '../fields.js'
import { asAnswer, delivery, deliveryPath, noSuchDelivery, recordOf } from './deliveries.js'
import { calledBot } from './organisation.js'

export type { Why } from '../../realm/notifications/whyTriggered.js'

/** A body in place of the delivery's own: JSON, or any text at all. A masked token in it stands for the real one. */
const body = z
  .union([z.string(), z.looseObject({})])
  .optional()
  .describe("A body in place of the delivery's own: an object, or any text. A masked token stands for the real one.")

const holds = z.object({
  holds: z.array(z.union([z.literal('all'), z.string()])).describe('Names of the bots whose deliveries are held.'),
})

export const interventionEndpoints = [
  endpoint.post('/deliveries/{id}/resend', {
    summary: 'Sends a delivery again, as it was or edited.',
    description:
      'The message in it gets a new ID, so that the receiver does not take it for a duplicate, unless `exact` is true. A reply is posted where the reply to the first one was.',
    pathParameters: deliveryPath,
    body: z.strictObject({ body, exact: z.boolean().default(false) }),
    status: 201,
    answer: delivery,
    notFound: noSuchDelivery,
    handle(context, { path, body: { body: written, exact } }) {
      const id = context.deliveryQueue.resend(path.id, { body: asText(written), exact })
      return asAnswer(recordOf(context, id))
    },
  }),
  endpoint.post('/deliveries/{id}/release', {
    summary: 'Sends a held delivery, as it is or edited.',
    pathParameters: deliveryPath,
    body: z.strictObject({ body }),
    answer: delivery,
    notFound: noSuchDelivery,
    refusals: { 409: 'It is not held.' },
    handle(context, { path, body: { body: written } }) {
      const { outcome } = context.deliveryQueue.find(path.id)
      if (outcome !== 'held') {
        throw new ControlError(409, 'not_held', `Delivery ${path.id} is not held: it is "${outcome}".`)
      }
      context.deliveryQueue.release(path.id, asText(written))
      return asAnswer(recordOf(context, path.id))
    },
  }),
  endpoint.get('/deliveries/holds', {
    summary: 'Lists the bots whose deliveries are held.',
    answer: holds,
    handle: (context) => holdsIn(context),
  }),
  holding('hold', 'hold', 'Holds new deliveries for a bot, or for every bot, until they are released.'),
  holding('let-go', 'letGo', 'Stops holding deliveries for a bot, or for every bot, and sends the held ones.'),
  endpoint.get('/why', {
    summary: 'Explains why a message was posted to a bot, or why not.',
    query: z.strictObject({ message: wholeNumber, bot: whoInText }),
    answer: z.object({
      triggered: z.boolean(),
      because: z.enum(becauses),
      says: z.string().describe('The same as a sentence, with what to do if it was not posted.'),
      content: z.string().describe('The current content of the message.'),
      mention: z
        .object({ from: z.int(), to: z.int() })
        .nullable()
        .describe('The place in the content of the mention that decided it.'),
      besides: z.array(z.string()).describe('Further facts that change what somebody sees, such as muting.'),
      deliveries: z.array(z.object({ id: z.int(), outcome: z.enum(outcomes) })).describe('Its deliveries to the bot.'),
    }),
    notFound: 'There is no such bot or message.',
    handle({ simulator, deliveryQueue }, { query: { message, bot } }) {
      const { id } = simulator.realm.account(bot)
      const why = whyTriggered(simulator.realm.world, id, message)
      const deliveries = deliveryQueue.deliveries
        .filter((one) => one.notification.message.id === message && one.bot.id === id)
        .map(({ id: number, outcome }) => ({ id: number, outcome }))
      return { ...why, deliveries }
    },
  }),
]

function holding(path: string, action: 'hold' | 'letGo', summary: string) {
  return endpoint.post(`/deliveries/${path}`, {
    summary,
    body: z.strictObject({ bot: who.optional().describe('(default: every bot)') }),
    answer: holds,
    handle(context, { body: { bot } }) {
      context.deliveryQueue[action](bot === undefined ? undefined : calledBot(context.simulator, bot).id)
      return holdsIn(context)
    },
  })
}

function holdsIn({ deliveryQueue, simulator }: ControlContext) {
  return { holds: deliveryQueue.holds.map((held) => (held === 'all' ? held : simulator.realm.account(held).full_name)) }
}

function asText(written: string | object | undefined): string | undefined {
  return typeof written === 'object' ? JSON.stringify(written) : written
}
