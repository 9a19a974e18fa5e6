import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import type { Desk } from './desk.js'
import { offerInProcess } from './inProcess.js'
import type { ReceiverOptions } from './options.js'
import type { Receiver } from './receiver.js'
import { createReceiving } from './receiving.js'
import { Refusal } from './refusal.js'
import type { Told } from './told.js'
import { WebRequest } from './webRequest.js'

/** A receiver, and what stands behind its `POST /` for whoever has a request that is none of the web platform. */
export interface OpenReceiver {
  readonly receiver: Receiver
  readonly desk: Desk
}

/** @throws {ReceiverOptionError} for options that can't be used. */
export function openReceiver(options: ReceiverOptions): OpenReceiver {
  const { settings, bots, receptionist, desk, work } = createReceiving(options)

  // Two routes need no clever router, which would be most of what Hono weighs and is built with the first request.
  const app = new Hono()
  app.all('/', async (c) => responseOf(c, await desk.receive(new WebRequest(c, '/'))))
  app.all('/healthz', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return c.json({ status: 'ok' })
    throw new Refusal('METHOD_NOT_ALLOWED', { method: c.req.method, allow: 'GET, HEAD' })
  })
  app.notFound(async (c) => responseOf(c, await desk.turnAway(new WebRequest(c, undefined))))
  app.onError((error, c) => responseOf(c, desk.refuse(error, new WebRequest(c, undefined))))
  const ownRoutes = app.routes.length
  offerInProcess(app.fetch, {
    settings,
    bots,
    receptionist,
    isAlone: () => app.routes.length === ownRoutes,
    refuse: (error) => desk.refuse(error, { remoteAddress: undefined }),
  })
  return { receiver: Object.assign(app, work), desk }
}

function responseOf(c: Context, { status, headers, body, isHungUp }: Told): Response {
  return isHungUp === true ? c.body(null, status) : c.body(body, status, headers)
}
