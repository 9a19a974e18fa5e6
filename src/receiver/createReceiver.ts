import type { Context, Hono } from 'hono'
import { Hono as SmallHono } from 'hono/tiny'
import type { Answer } from './attempt.js'
import { bindingsOf } from './bindings.js'
import { registerBots, secretsOf } from './bots.js'
import { Failures } from './failures.js'
import { offerInProcess } from './inProcess.js'
import { maskedLog } from './maskedLog.js'
import { receiveNotification } from './notifications.js'
import { type ReceiverOptions, receiverSettings } from './options.js'
import { Receptionist, type Unanswered } from './reception.js'
import { Refusal } from './refusal.js'
import { createTimedWork } from './timedWork.js'
import { noteHungUp, noteRefusal, watchRequests } from './watchRequests.js'

/** A Hono app that takes notifications: served as it is, or mounted in another with `app.route('/hook', receiver)`. */
export interface Receiver extends Hono {
  /** Resolves when no handler is under way, and nothing else that a bot does. */
  idle(): Promise<void>
  /**
   * Lets the bots do what falls due without a message, such as their schedules, for as long as the process goes on.
   * Once; `serve` does it by itself.
   */
  start(): { stop(): Promise<void> }
  /**
   * Does what is due now, and says when the next thing is, in UNIX milliseconds, if there is any: for platforms that
   * run nothing between requests, to be called by a timer of theirs.
   */
  tick(): Promise<number | undefined>
}

/**
 * Makes the web-standard end of one or several bots: `POST /` takes a notification and answers with the bot's reply,
 * `GET /healthz` says that it is alive.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @see spec 6.1
 * @example `const receiver = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }] })`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const settings = receiverSettings(options)
  const log = maskedLog(settings.log, secretsOf(settings.bots))
  const bots = registerBots(settings)
  const receptionist = new Receptionist(settings, log)
  const timedWork = createTimedWork(bots.all, settings, log)

  const failures = new Failures(settings.failureLimits, settings.clock, log)
  const noted = (c: Context, refusal: Refusal): Refusal => {
    noteRefusal(c, refusal.code)
    return failures.note(refusal, { address: bindingsOf(c).remoteAddress, bot: refusal.claimedBot })
  }
  const failed = (error: unknown, c: Context): Response => {
    if (error instanceof Refusal) return refused(c, noted(c, error))
    noteRefusal(c, 'INTERNAL')
    log.error({ error }, 'A request failed')
    return refused(c, new Refusal('INTERNAL'))
  }
  const watching = (route: string | undefined, work: (c: Context) => Promise<Response>) =>
    watchRequests(settings, route, work, failed)

  const receive = async (c: Context): Promise<Response> => {
    const arrived = settings.clock.now()
    if (c.req.method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', { method: c.req.method, allow: 'POST' })
    if (settings.signal?.aborted) throw new Refusal('SHUTTING_DOWN')
    const received = await receiveNotification(c.req, bots, settings)
    const { answer, rest } = receptionist.take(received, arrived)
    const settled = await answer
    if (settled === 'full' || settled === 'unavailable') return unanswered(c, settled)
    const goesOn = rest?.()
    if (goesOn !== undefined) keepAlive(c, goesOn)
    return answered(c, settled)
  }
  // Two routes need no clever router, which would be most of what Hono weighs and is built with the first request.
  const app = new SmallHono()
  app.all('/', watching('/', receive))
  app.all('/healthz', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return c.json({ status: 'ok' })
    throw new Refusal('METHOD_NOT_ALLOWED', { method: c.req.method, allow: 'GET, HEAD' })
  })
  app.notFound(watching(undefined, async (c) => refused(c, noted(c, new Refusal('NOT_FOUND')))))
  app.onError(failed)
  const ownRoutes = app.routes.length
  offerInProcess(app.fetch, {
    settings,
    bots,
    receptionist,
    isAlone: () => app.routes.length === ownRoutes,
    onBug: (error) => log.error({ error }, 'A request failed'),
  })
  return Object.assign(app, {
    async idle() {
      do {
        await receptionist.idle()
        // Handlers give the bots something to do later, which needs its timer; and meanwhile a delivery may have come.
        await timedWork.idle()
      } while (receptionist.isBusy)
    },
    start: timedWork.start,
    tick: timedWork.tick,
  })
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function answered(c: Context, answer: Answer): Response {
  if (answer === 'failed') {
    noteRefusal(c, 'FAILED')
    return refused(c, new Refusal('FAILED'))
  }
  return c.body(JSON.stringify(answer), 200, json)
}

/** The server tries again when it gets no answer at all. Where the platform can't do that, it hears of the trouble. */
function unanswered(c: Context, why: Unanswered): Response {
  const { hangUp } = bindingsOf(c)
  const code = why === 'full' ? 'QUEUE_FULL' : 'QUEUE_UNAVAILABLE'
  if (hangUp === undefined) throw new Refusal(code)
  noteRefusal(c, code)
  noteHungUp(c)
  hangUp()
  return c.body(null, 503)
}

function refused(c: Context, { status, body, facts }: Refusal): Response {
  const { allow, retryAfter } = facts
  return c.body(JSON.stringify(body), status, {
    ...json,
    ...(allow !== undefined && { allow }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
}

/** On runtimes that stop after the answer, asks for the time that the handler still needs. */
function keepAlive(c: Context, work: Promise<void>): void {
  try {
    c.executionCtx.waitUntil(work)
  } catch {
    // Hono throws where the runtime has no such thing: there, nothing is stopped.
  }
}
