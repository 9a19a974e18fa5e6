import type { Asked, ExecutionContext } from './asked.js'
import { checkOptionNames, type ReceiverOptions } from './options.js'
import { createReceiving } from './receiving.js'
import { Refusal } from './refusal.js'
import type { Told } from './told.js'
import type { WaitsForBots } from './waitsForBots.js'
import { WebRequest } from './webRequest.js'

/** Takes notifications by a function of the web platform, and is no app that anything could be added to. */
export interface FetchReceiver extends WaitsForBots {
  /**
   * Answers a request. It never rejects.
   *
   * @param env What the platform tells, of which `ReceiverBindings` is looked at.
   * @param execution Where a handler goes on after the answer.
   */
  readonly fetch: (request: Request, env?: unknown, execution?: ExecutionContext) => Promise<Response>
}

/**
 * Makes the web-standard end of one or several bots, as small as it can be: `POST /` takes a notification and answers with
 * the bot's reply, `GET /healthz` says that it is alive. What `earshot/receiver` makes is a Hono app as well.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @see spec 6.1
 * @example export const { fetch } = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }] })
 */
export function createFetchReceiver(options: ReceiverOptions): FetchReceiver {
  checkOptionNames(options)
  const { desk, work } = createReceiving(options)
  return {
    async fetch(request, env, execution) {
      const { pathname } = new URL(request.url)
      const told = await answer(pathname, askedBy(request, env, execution))
      const { status, headers, body, isHungUp } = told
      const isSilent = isHungUp === true || request.method === 'HEAD'
      return new Response(isSilent ? null : body, { status, headers: isHungUp === true ? {} : headers })
    },
    ...work,
  }

  async function answer(path: string, asked: Asked): Promise<Told> {
    if (path === '/') return desk.receive(new WebRequest(asked, '/'))
    if (!/^\/healthz\/?$/.test(path)) return desk.turnAway(new WebRequest(asked, undefined))
    const { method } = asked.req
    if (method === 'GET' || method === 'HEAD') return alive
    return desk.refuse(
      new Refusal('METHOD_NOT_ALLOWED', { method, allow: 'GET, HEAD' }),
      new WebRequest(asked, undefined),
    )
  }
}

const alive: Told = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"status":"ok"}' }

function askedBy(request: Request, env: unknown, execution: ExecutionContext | undefined): Asked {
  return {
    req: {
      method: request.method,
      url: request.url,
      raw: request,
      header: (name) => request.headers.get(name) ?? undefined,
      arrayBuffer: () => request.arrayBuffer(),
    },
    env,
    executionCtx: { waitUntil: (work) => execution?.waitUntil(work) },
  }
}
