import * as z from 'zod'
import { isCalled } from '../../organisation.js'
import { becauses } from '../../realm/notifications/whyTriggered.js'
import type { ControlContext } from '../context.js'
import { endpoint } from '../controlEndpoint.js'
import { ControlError } from '../controlError.js'
import { who, whoInText, wholeNumber } from '../fields.js'
import { delivery, deliveryPath, noSuchDelivery, outcomes, recordOf, shown } from './deliveries.js'
import { accountOr404 } from './organisation.js'

/** A body in place of the delivery's own: JSON, or any text at all. A masked token in it stands for the real one. */
const body = z
  .union([z.string(), z.looseObject({})])
  .optional()
  .describe("A body in place of the delivery's own: an object, or any text. A masked token stands for the real one.")

const chosenBot = z.strictObject({ bot: who.optional().describe('Of every bot unless given.') })

const holds = z.object({
  holds: z.array(z.union([z.literal('all'), z.string()])).describe('Names of the bots whose deliveries are held back.'),
})

export const interventionEndpoints = [
  endpoint.post('/deliveries/{id}/resend', {
    id: 'resendDelivery',
    summary: 'Sends a delivery again, as it was or edited.',
    description:
      'The message in it gets a new ID, so that the receiver does not take it for a repetition, unless `exact` is true. A reply is posted where the reply to the first one was.',
    pathParameters: deliveryPath,
    body: z.strictObject({ body, exact: z.boolean().default(false) }),
    status: 201,
    answer: delivery,
    refusals: noSuchDelivery,
    handle(context, { path, body: { body: written, exact } }) {
      accountOr404(() => context.courier.find(path.id))
      const id = context.courier.resend(path.id, { body: asText(written), exact })
      return shown(recordOf(context, id))
    },
  }),
  endpoint.post('/deliveries/{id}/release', {
    id: 'releaseDelivery',
    summary: 'Sends a held delivery, as it is or edited.',
    pathParameters: deliveryPath,
    body: z.strictObject({ body }),
    answer: delivery,
    refusals: { ...noSuchDelivery, 409: 'It is not held.' },
    handle(context, { path, body: { body: written } }) {
      const { outcome } = accountOr404(() => context.courier.find(path.id))
      if (outcome !== 'held') {
        throw new ControlError(409, 'NOT_HELD', `Delivery ${path.id} is not held: it is "${outcome}".`)
      }
      context.courier.release(path.id, asText(written))
      return shown(recordOf(context, path.id))
    },
  }),
  endpoint.get('/deliveries/holds', {
    id: 'holds',
    summary: 'Lists the bots whose deliveries are held back.',
    answer: holds,
    handle: (context) => holdsIn(context),
  }),
  endpoint.post('/deliveries/hold', {
    id: 'holdDeliveries',
    summary: 'Holds new deliveries for a bot, or for every bot, until they are released.',
    body: chosenBot,
    answer: holds,
    handle(context, { body: { bot } }) {
      context.courier.hold(botId(context, bot))
      return holdsIn(context)
    },
  }),
  endpoint.post('/deliveries/let-go', {
    id: 'letDeliveriesGo',
    summary: 'Stops holding deliveries for a bot, or for every bot, and sends the held ones.',
    body: chosenBot,
    answer: holds,
    handle(context, { body: { bot } }) {
      context.courier.letGo(botId(context, bot))
      return holdsIn(context)
    },
  }),
  endpoint.get('/why', {
    id: 'why',
    summary: 'Explains why a message was posted to a bot, or why not.',
    query: z.strictObject({ message: wholeNumber, bot: whoInText }),
    answer: z.object({
      triggered: z.boolean(),
      because: z.enum(becauses),
      says: z.string().describe('The same as a sentence, with what to do where it was not posted.'),
      content: z.string().describe('The content of the message, as it is now.'),
      mention: z
        .object({ from: z.int(), to: z.int() })
        .nullable()
        .describe('Where in the content the mention stands that decided it: from an offset up to another.'),
      besides: z.array(z.string()).describe('What decided nothing, but changes what somebody sees, such as muting.'),
      deliveries: z.array(z.object({ id: z.int(), outcome: z.enum(outcomes) })).describe('What became of it.'),
    }),
    refusals: { 404: 'There is no such bot or message.' },
    handle({ simulator, courier }, { query: { message, bot } }) {
      const { id } = accountOr404(() => simulator.realm.account(bot))
      const why = accountOr404(() => simulator.realm.whyTriggered(id, message))
      const deliveries = courier.deliveries
        .filter((one) => one.notification.message.id === message && one.bot.id === id)
        .map(({ id: number, outcome }) => ({ id: number, outcome }))
      return { ...why, deliveries }
    },
  }),
]

function botId({ simulator }: ControlContext, bot: string | number | undefined): number | undefined {
  if (bot === undefined) return undefined
  const account = accountOr404(() => simulator.realm.account(bot))
  if (isCalled(account)) return account.id
  throw new ControlError(400, 'NOT_CALLED', `${account.fullName} is no outgoing-webhook bot; nothing is posted to it.`)
}

function holdsIn({ courier, simulator }: ControlContext) {
  return { holds: courier.holds.map((held) => (held === 'all' ? held : simulator.realm.account(held).fullName)) }
}

function asText(written: string | object | undefined): string | undefined {
  return typeof written === 'object' ? JSON.stringify(written) : written
}
