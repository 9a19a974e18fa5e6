import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { registerBots, secretsOf } from './bots.js'
import { Dispatcher } from './delivery/dispatcher.js'
import { createTimedWork } from './delivery/timedWork.js'
import { Refusal } from './http/refusal.js'
import { type ReceiverResponse, RequestHandler } from './http/requestHandler.js'
import { webRequest } from './http/webRequest.js'
import { maskedLog } from './log/maskedLog.js'
import { checkOptionNames, type ReceiverOptions, receiverSettings } from './options.js'
import type { Receiver } from './receiver.js'

/**
 * Makes the web-standard end of one or several bots: `POST /` takes a notification and answers with the bot's reply,
 * `GET /healthz` says that it is alive.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @see spec 6.1
 * @example `const receiver = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }] })`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  checkOptionNames(options)
  return openReceiver(options)
}

/** The same for options among which there may be others. @throws {ReceiverOptionError} for options that can't be used. */
export function openReceiver(options: ReceiverOptions): Receiver {
  const settings = receiverSettings(options)
  const log = maskedLog(settings.log, secretsOf(settings.bots))
  const bots = registerBots(settings)
  const dispatcher = new Dispatcher(settings, log)
  const timedWork = createTimedWork(bots.all, settings, log)
  const handler = new RequestHandler(settings, bots, dispatcher, log)

  // Two routes need no clever router, which would be most of what Hono weighs and is built with the first request.
  const app = new Hono()
  app.all('/', async (c) => respond(c, await handler.handle(webRequest(c, '/'))))
  app.all('/healthz', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return c.json({ status: 'ok' })
    throw new Refusal('METHOD_NOT_ALLOWED', { method: c.req.method, allow: 'GET, HEAD' })
  })
  app.notFound(async (c) => respond(c, await handler.notFound(webRequest(c))))
  app.onError((error, c) => respond(c, handler.refuse(error, webRequest(c))))

  return Object.assign(app, {
    async idle() {
      do {
        await dispatcher.idle()
        // Handlers give the bots something to do later, which needs its timer; and meanwhile a delivery may have come.
        await timedWork.idle()
      } while (dispatcher.isBusy)
    },
    start: timedWork.start,
    tick: timedWork.tick,
  })
}

function respond(c: Context, { status, headers, body }: ReceiverResponse): Response {
  return body === null ? c.body(body, status, headers) : c.body(body, status, headers)
}
