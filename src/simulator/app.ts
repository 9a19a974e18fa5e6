import { added, type MaybePromise } from '../values.js'
import { internalErrorAnswer } from './api/answers.js'
import { type Api, type ApiOptions, createApi } from './api/api.js'
import { randomId } from './base/random.js'
import type { Playground } from './control/control.js'
import type { ControlContext } from './control/controlEndpoint.js'
import { type App, type Exchange, exchangeOf, respond } from './http/exchange.js'
import { type Foreign, foreign } from './http/foreign.js'

interface SimulatorAppOptions {
  readonly api: ApiOptions
  /** Additional allowed host names. */
  readonly hosts: readonly string[]
  /** Resolves when everything up to now is on disk. */
  readonly saved: (() => Promise<void>) | undefined
  readonly control: () => Omit<ControlContext, 'instance' | 'onClose'>
  readonly playground: LoadPlayground | undefined
}

/** Loads a playground, at the first request for its page or to the control API. */
export type LoadPlayground = () => Promise<Playground>

/** The API, and the control API, which is loaded on its first request. Foreign requests reach neither. */
export function createApp({ api, hosts, saved, control, playground }: SimulatorAppOptions) {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  const ends = new Set<() => void>()
  let loaded: Promise<App> | undefined
  let made: App | undefined

  function make(): App {
    const served = createApi(api)
    return {
      fetch(request, env) {
        const c = exchangeOf(request, env)
        const response = answer(c, served)
        return saved === undefined ? response : afterSaving(c, response, saved)
      },
    }
  }

  function answer(c: Exchange, served: Api): MaybePromise<Response> {
    const refused = foreign(c, allowed)
    if (refused !== undefined) return refusal(c, refused)
    // Without a playground, `/` has only the text for programs.
    if (!isToControl(c) || (c.req.path === '/' && playground === undefined)) return served.answer(c)
    loaded ??= load()
    return loaded.then((app) => app.fetch(c.req.raw, c.env)).catch((error: unknown) => served.failed(c, error))
  }

  async function afterSaving(c: Exchange, response: MaybePromise<Response>, save: () => Promise<void>) {
    const answered = await response
    try {
      await save()
      return answered
    } catch {
      // The keeper has logged the reason.
      return respond(c, internalErrorAnswer(api.dialect))
    }
  }

  async function load(): Promise<App> {
    const { createControl } = await import('./control/control.js')
    const context: ControlContext = {
      ...control(),
      instance: randomId(),
      onClose: (end) => added(ends, end),
    }
    return createControl(context, await playground?.())
  }

  return {
    /** Created when it is first needed: many tests need no HTTP. */
    get app(): App {
      made ??= make()
      return made
    },
    /** Ends all streams. */
    close(): void {
      for (const end of [...ends]) end()
    },
  }
}

/**
 * Whether a request is for the control API, the playground or one of their pages, and not for the server. At `/`,
 * browsers get the playground, and programs a text that says what this is.
 */
function isToControl({ req }: Exchange): boolean {
  if (req.path === '/') return req.header('accept')?.includes('text/html') ?? false
  return req.path === '/openapi.json' || /^\/(sim|playground)(\/|$)/.test(req.path)
}

function refusal(c: Exchange, { code, message }: Foreign): Response {
  const body = isToControl(c) ? { error: { code, message } } : { result: 'error', msg: message, code }
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }
  return respond(c, { status: 403, headers, body: JSON.stringify(body) })
}
