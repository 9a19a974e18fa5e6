import type { Hono as HonoApp } from 'hono'
import { Hono } from 'hono/tiny'
import { checkOptions } from '../text/index.js'
import type { BotRegistry } from './bots/bots.js'
import { openBots } from './bots/openBots.js'
import { Dispatcher } from './delivery/dispatcher.js'
import { createTimedWork } from './delivery/timedWork.js'
import { Refusal } from './http/refusal.js'
import { type ReceiverAnswer, type ReceiverBindings, Requests } from './http/requests.js'
import { type ReceiverOptions, receiverOptions, receiverSettings } from './options.js'

/** A Hono app that receives notifications: serve it, or mount it in another with `app.route('/hook', receiver)`. */
export interface Receiver extends HonoApp {
  /**
   * Takes a notification that didn't come over HTTP, such as one that another program has read: the same checks, limits and
   * answer as for a request with this body. Never throws.
   *
   * @param notification The body: JSON, as text or in UTF-8.
   */
  deliver(notification: string | Uint8Array, from?: ReceiverBindings): Promise<ReceiverAnswer>
  /** Resolves when no handler and no scheduled work is running. */
  idle(): Promise<void>
  /** Runs the bots' schedules until stopped. Call it once; `serve` calls it for you. */
  start(): { stop(): Promise<void> }
  /**
   * Runs the scheduled work that is due, and returns when the next work is due in UNIX milliseconds, if any is. Call it from a
   * timer on platforms that run nothing between requests.
   */
  tick(): Promise<number | undefined>
}

/**
 * Creates an app that receives notifications for one or several bots: `POST` to its `path` answers with the bot's reply, `GET /healthz`
 * with `{"status":"ok"}`.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @example `const receiver = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }] })`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  checkOptions('createReceiver', options, receiverOptions)
  return openReceiver(options)
}

/** Like `createReceiver`, but ignores unknown options and also returns the bots. */
export function openReceiver(options: ReceiverOptions): Receiver & { readonly bots: BotRegistry } {
  const settings = receiverSettings(options)
  const bots = openBots(settings)
  const dispatcher = new Dispatcher(settings)
  const timedWork = createTimedWork(bots, settings)
  const requests = new Requests(settings, bots, dispatcher)

  // The tiny preset is enough for two routes; any other router would make up most of the bundle.
  const app = new Hono()
  app.all('/healthz', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return c.json({ status: 'ok' })
    throw new Refusal('method_not_allowed', { method: c.req.method, allow: 'GET, HEAD' })
  })
  app.all(settings.path, requests.receive)
  app.notFound(requests.notFound)
  app.onError(requests.refuse)

  return Object.assign(app, {
    bots,
    deliver: (notification: string | Uint8Array, from?: ReceiverBindings) => requests.deliver(notification, from),
    async idle() {
      do {
        await dispatcher.idle()
        // Handlers may schedule work, and meanwhile another delivery may have arrived.
        await timedWork.idle()
      } while (dispatcher.isBusy)
    },
    start: timedWork.start,
    tick: timedWork.tick,
  })
}
